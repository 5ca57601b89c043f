import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { inviteMember } from './members.ts';
import { beginSession, consoleSessionOf, noteSecondFactor } from './sessions.ts';

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

async function newAccount(email: string): Promise<number> {
  const { organiser } = fixture;
  const { member } = await fixture.write((tx) =>
    inviteMember(tx, { organiser, email, role: 'owner' }),
  );
  return member.account_id;
}

const begin = (account_id: number) =>
  fixture.write((tx) =>
    beginSession(tx, {
      account_id,
      key_thumbprint: Buffer.alloc(32),
      address: '127.0.0.1',
      agent: 'test',
      isVerified: false,
    }),
  );
const find = (token: string) => fixture.database.read((tx) => consoleSessionOf(tx, token));

it('a session is kept by the SHA-256 of a token of 256 bits, which a second factor replaces', async () => {
  const { token, session } = await begin(await newAccount('nora@example.org'));
  const next = await fixture.write((tx) => noteSecondFactor(tx, session.id));
  const kept = await find(next);
  for (const [shown, hash] of [
    [token, session.token_hash],
    [next, kept?.token_hash],
  ] as const) {
    expect(shown).toMatch(/^gcst_[\w-]{43}$/);
    expect(hash).toEqual(createHash('sha256').update(shown).digest());
  }
  expect(next).not.toBe(token);
});

it('an account has up to 50 sessions: a further one ends its oldest', async () => {
  const other = await begin(await newAccount('ola@example.org'));
  const account = await newAccount('nora@example.org');
  const tokens: string[] = [];
  for (let count = 0; count < 51; count += 1) tokens.push((await begin(account)).token);
  const ended = [];
  for (const [index, token] of tokens.entries())
    if ((await find(token)) === undefined) ended.push(index);
  expect(ended).toEqual([0]);
  expect(await find(other.token)).toBeDefined();
});

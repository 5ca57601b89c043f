import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MICROS_PER_DAY } from '../../../shared/instant.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import type { Role } from '../../database/schema.ts';
import { requireOrganiser } from '../../rules/require-row.ts';
import { listMemberRows } from '../../store/access/members.ts';
import { findOrganiserOf } from '../access/organiser-of.ts';
import { createOrganiser } from '../access/organisers.ts';
import { findLink, newLink, takeLink } from './account-links.ts';
import { consoleAddress, joinAddress } from './console-address.ts';
import {
  changeRole,
  createFirstOwner,
  firstOwnerToken,
  inviteMember,
  removeMember,
  resetMember,
  setPassword,
} from './members.ts';

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

const membersOf = (organiser: string) =>
  fixture.database.read(async (tx) =>
    listMemberRows(tx, (await requireOrganiser(tx, organiser)).id),
  );
const invite = (email: string, role: Role = 'owner', organiser = fixture.organiser) =>
  fixture.write((tx) => inviteMember(tx, { organiser, email, role }));
const find = (token: string) => fixture.database.read((tx) => findLink(tx, token));
const take = (token: string) => fixture.write((tx) => takeLink(tx, token));
const otherOrganiser = () =>
  fixture.write(async (tx) => {
    const other = await createOrganiser(tx, { name: 'Sørlys', plan: 'pro', email: null });
    return other.reference;
  });

async function rowsOf(table: 'accounts' | 'account_links' | 'console_sessions'): Promise<number> {
  const rows = await fixture.database.read((tx) => tx.db.selectFrom(table).selectAll().execute());
  return rows.length;
}

function signIn(accountId: number): Promise<unknown> {
  return fixture.write((tx) =>
    tx.insert('console_sessions', {
      token_hash: Buffer.alloc(32, accountId),
      account_id: accountId,
      key_thumbprint: Buffer.alloc(32),
      address: '127.0.0.1',
      agent: 'test',
      created_at: tx.now,
      seen_at: tx.now,
      second_factor_at: tx.now,
    }),
  );
}

describe('a one-time link', () => {
  it('works once, for a day, and ends with the next one of its account', async () => {
    const { member, token } = await invite('nora@example.org');
    const { account_id: accountId } = member;
    if (token === null) throw new Error('expected a link');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await find(token)).toMatchObject({
      token_hash: createHash('sha256').update(token).digest(),
      account_id: accountId,
      purpose: 'invitation',
    });
    const { token: next } = await fixture.write((tx) => resetMember(tx, member.reference));
    expect(await find(token)).toBeNull();
    expect(await take(token)).toBeNull();
    expect(await take(next)).toMatchObject({ account_id: accountId });
    expect(await take(next)).toBeNull();
    const late = await fixture.write((tx) => newLink(tx, { purpose: 'reset', accountId }));
    const { created_at, expires_at } = (await find(late)) ?? {};
    expect(Number(expires_at) - Number(created_at)).toBe(MICROS_PER_DAY);
    await fixture.write((tx) =>
      tx.db.updateTable('account_links').set({ expires_at: tx.now }).execute(),
    );
    expect(await find(late)).toBeNull();
    expect(await take(late)).toBeNull();
  });

  it('is taken by one of several pages at the same moment', async () => {
    const { token } = await invite('nora@example.org');
    const links = await Promise.all(Array.from({ length: 5 }, () => take(token ?? '')));
    expect(links.filter((link) => link !== null)).toHaveLength(1);
  });

  it('of the first owner works beside others until one is used, and makes the owner of everything', async () => {
    const first = () => fixture.write(firstOwnerToken);
    const tokens = [(await first()) ?? '', (await first()) ?? ''];
    expect(await find(tokens[0] ?? '')).toMatchObject({ purpose: 'first_owner', account_id: null });
    const other = await otherOrganiser();
    await take(tokens[1] ?? '');
    await fixture.write((tx) =>
      createFirstOwner(tx, { email: 'nora@example.org', organiser: 'Unused' }),
    );
    expect(await take(tokens[0] ?? '')).toBeNull();
    expect(await first()).toBeNull();
    for (const organiser of [fixture.organiser, other]) {
      expect(await membersOf(organiser)).toMatchObject([{ role: 'owner' }]);
    }
    const again = fixture.write((tx) =>
      createFirstOwner(tx, { email: 'ola@example.org', organiser: 'Unused' }),
    );
    await expect(again).rejects.toThrow('This server has an owner already.');
  });

  it('opens a page at a name that passkeys can have, out of sight of every log', () => {
    expect(consoleAddress('http://127.0.0.1:8787/v1')).toBe('http://localhost:8787/console');
    expect(consoleAddress('http://[::1]:8787/v1')).toBe('http://localhost:8787/console');
    expect(joinAddress('https://example.org/tickets/v1', 'abc')).toBe(
      'https://example.org/tickets/console/join#abc',
    );
  });
});

describe('a member', () => {
  it('has one account for all spellings of an email, and one membership of an organiser', async () => {
    const { member } = await invite('Nora@Example.org', 'viewer');
    await expect(invite(' nora@example.ORG ')).rejects.toMatchObject({ code: 'resource.exists' });
    const elsewhere = await invite('nora@example.org', 'owner', await otherOrganiser());
    expect(elsewhere.member.account_id).toBe(member.account_id);
    const organiser = await fixture.database.read((tx) => findOrganiserOf(tx, member.reference));
    expect(organiser).toBe(fixture.organiserId);
  });

  it('gets no link from a second organiser, which could sign in to the first by it', async () => {
    const { member, token } = await invite('nora@example.org');
    const other = await otherOrganiser();
    const elsewhere = await invite('nora@example.org', 'owner', other);
    expect(elsewhere.token).toBeNull();
    await invite('ola@example.org', 'owner', other);
    const reset = fixture.write((tx) => resetMember(tx, elsewhere.member.reference));
    await expect(reset).rejects.toThrow('a member of other organisers too');
    // Nor does the first one's link open the second.
    await invite('eva@example.org');
    await fixture.write((tx) => removeMember(tx, member.reference));
    expect(await find(token ?? '')).toBeNull();
  });

  it('who has a password needs no link', async () => {
    const { member } = await invite('nora@example.org', 'owner', await otherOrganiser());
    await fixture.write((tx) => setPassword(tx, member.account_id, 'hash'));
    expect((await invite('nora@example.org')).token).toBeNull();
  });

  it('is neither demoted nor removed as the last owner', async () => {
    const { member } = await invite('nora@example.org');
    const { member: viewer } = await invite('ola@example.org', 'viewer');
    const message = 'The organiser has no other owner: make somebody else an owner first.';
    const demote = () => fixture.write((tx) => changeRole(tx, member.reference, 'manager'));
    const remove = () => fixture.write((tx) => removeMember(tx, member.reference));
    await expect(demote()).rejects.toThrow(message);
    await expect(remove()).rejects.toThrow(message);
    await fixture.write((tx) => changeRole(tx, viewer.reference, 'owner'));
    expect(await demote()).toMatchObject({ role: 'manager' });
    expect(await remove()).toMatchObject({ reference: member.reference });
  });

  it('leaves an owner who has joined, also when all of them go at the same moment', async () => {
    const { member: first } = await invite('nora@example.org');
    const { member: second } = await invite('ola@example.org');
    const { member: invited } = await invite('eva@example.org');
    for (const { account_id } of [first, second])
      await fixture.write((tx) => setPassword(tx, account_id, 'hash'));
    const left = await Promise.allSettled([
      fixture.write((tx) => removeMember(tx, first.reference)),
      fixture.write((tx) => changeRole(tx, second.reference, 'manager')),
    ]);
    expect(left.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { message: expect.stringMatching(/^No other owner has joined yet/) } },
    ]);
    // Whoever never joined may be removed all the same.
    await fixture.write((tx) => removeMember(tx, invited.reference));
    const owners = (await membersOf(fixture.organiser)).filter(({ role }) => role === 'owner');
    expect(owners).toHaveLength(1);
  });

  it('signs in again after a reset, after a new password, and no more once removed everywhere', async () => {
    await invite('owner@example.org');
    const other = await otherOrganiser();
    await invite('owner@example.org', 'owner', other);
    const { member } = await invite('nora@example.org', 'manager');
    const { reference, account_id: account } = member;
    await signIn(account);
    await fixture.write((tx) => setPassword(tx, account, 'hash'));
    expect(await rowsOf('console_sessions')).toBe(0);
    await signIn(account);
    const { token } = await fixture.write((tx) => resetMember(tx, reference));
    expect(await find(token)).toMatchObject({ purpose: 'reset' });
    expect(await rowsOf('console_sessions')).toBe(0);
    const elsewhere = await invite('nora@example.org', 'viewer', other);
    await signIn(account);
    await fixture.write((tx) => removeMember(tx, reference));
    expect([await rowsOf('console_sessions'), await rowsOf('accounts')]).toEqual([1, 2]);
    await fixture.write((tx) => removeMember(tx, elsewhere.member.reference));
    expect([await rowsOf('console_sessions'), await rowsOf('accounts')]).toEqual([0, 1]);
  });
});

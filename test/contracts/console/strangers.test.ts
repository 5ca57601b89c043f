import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCalls } from '../../../shared/console/session-calls.ts';
import { tryPassword } from '../../../src-server/console/attempts.ts';
import { inviteMember, setPassword } from '../../../src-server/domain/members/members.ts';
import { hashPassword } from '../../../src-server/domain/members/password-hash.ts';
import {
  forgetOldFailures,
  noteFailure,
  passwordSubjects,
} from '../../../src-server/domain/members/throttle.ts';
import { operationTable } from '../../../src-server/operations/operation-table.ts';
import { ConsolePage } from '../../support/console-page.ts';
import { memberPage } from '../../support/member-page.ts';
import { isOnPostgres } from '../../support/test-config.ts';
import { makeOrganiser, startTestServer, type TestServer } from '../../support/test-server.ts';

const email = 'olive@example.org';
const password = 'nine brown llamas in a lift';
const wrong = 'ten brown llamas in a lift';

let server: TestServer;
let organiser: string;
beforeAll(async () => {
  server = await startTestServer({ rateLimit: 0, trustedProxies: ['127.0.0.1'] });
  organiser = await makeOrganiser(server);
  const hash = await hashPassword(password);
  await server.database.write(async (tx) => {
    const { member } = await inviteMember(tx, { organiser, email, role: 'owner' });
    await setPassword(tx, member.account_id, hash);
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const failures = () =>
  server.database.read((tx) => tx.db.selectFrom('sign_in_failures').selectAll().execute());

describe('a program on another port of this computer', () => {
  let owner: ConsolePage;
  beforeAll(async () => {
    owner = await memberPage(server, { organiser, role: 'owner' });
  });

  /** What a page there sends, and what another program does, with the token that it has read somewhere. */
  const senders: readonly [string, Record<string, string>, number][] = [
    ['its origin', { origin: 'http://127.0.0.1:1' }, 403],
    ['no origin, as its browser says where from', { 'sec-fetch-site': 'same-site' }, 403],
    ['nothing of where it is from', {}, 401],
  ];

  it.each(senders)('does nothing with the token and %s', async (_what, from, status) => {
    const names = [...Object.keys(sessionCalls), ...operationTable.keys()];
    const answers = await Promise.all(
      names.map(async (name, index) => {
        const headers = { ...from, 'x-forwarded-for': `192.0.2.${index % 8}` };
        return [name, (await owner.send(name, {}, null, headers)).status] as const;
      }),
    );
    expect(answers.filter(([, answered]) => answered !== status)).toEqual([]);
    const streamed = await fetch(`${server.authUrl}/console/stream`, {
      headers: { ...from, authorization: `DPoP ${owner.token}` },
    });
    expect(streamed.status).toBe(status);
  });

  it.each(senders.slice(0, 2))('does nothing with a whole proof and %s', async (_what, from) => {
    const name = 'organiser.show';
    await owner.call(name);
    const reply = await owner.send(name, {}, await owner.prove(name), from);
    expect(reply.code).toBe('session.origin_refused');
    expect((await owner.call(name)).status).toBe(200);
  });
});

const guess = (address: string, given = wrong) =>
  tryPassword({ database: server.database, address }, email, given).then(
    (found) => (found === null ? 'wrong' : 'right'),
    ({ code }: { readonly code: string }) => code,
  );

/** The different answers up to the first one that asks to wait: waits double, so it comes however slow the machine is. */
const answersFor = async (address: string, asked: string) => {
  const page = await ConsolePage.open(server.authUrl);
  page.address = address;
  const answers = new Set<string>();
  for (let status = 0; status !== 429;) {
    const reply = await page.call('sign-in.begin', { email: asked, password: wrong });
    ({ status } = reply);
    answers.add(`${reply.status} ${reply.code}`);
  }
  return answers;
};

describe('wrong passwords for one account', () => {
  // Fewer on PostgreSQL, where each takes several times as long.
  const rounds = isOnPostgres ? 20 : 100;
  const name = `${rounds}00 from one address are refused before they are compared, and keep two rows`;
  it(
    name,
    async () => {
      const before = (await failures()).length;
      const answers = new Map<string, number>();
      for (let round = 0; round < rounds; round += 1) {
        const made = await Promise.all(Array.from({ length: 100 }, () => guess('192.0.2.1')));
        for (const answer of made) answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
      // Waits double: so few are compared however long the machine takes.
      expect(answers.get('wrong')).toBeLessThan(12);
      expect(answers.get('session.throttled')).toBeGreaterThan(rounds * 100 - 20);
      expect((await failures()).length).toBeLessThanOrEqual(before + 2);
      expect(await guess('192.0.2.1', password)).toBe('session.throttled');
      expect(await guess('198.51.100.7', password)).toBe('right');
    },
    300_000,
  );

  it('from 2,000 addresses are bounded rows, and leave the owner’s own address open', async () => {
    const most = 500;
    for (let round = 0; round < 20; round += 1) {
      await server.database.write(async (tx) => {
        for (let index = 0; index < 100; index += 1) {
          const address = `2001:db8:${round}:${index}::1`;
          await noteFailure(tx, passwordSubjects({ emailKey: email, address }));
        }
      });
      while ((await server.database.write((tx) => forgetOldFailures(tx, 500, most))) > 0);
    }
    expect((await failures()).length).toBeLessThanOrEqual(most + 200);
    expect(await guess('198.51.100.7', password)).toBe('right');
  });

  it('answers one by one as for an account that does not exist', async () => {
    const known = await answersFor('203.0.113.1', email);
    const unknown = await answersFor('203.0.113.2', 'nobody@example.org');
    expect(known).toEqual(unknown);
    expect(known).toEqual(new Set(['401 session.sign_in_failed', '429 session.throttled']));
  }, 60_000);
});

it('who has taken over a session guesses the present password no faster than a stranger', async () => {
  const page = await memberPage(server, { organiser, role: 'manager' });
  const hash = await hashPassword(password);
  await server.database.write(async (tx) => {
    const account = await tx.db
      .selectFrom('accounts')
      .selectAll()
      .where('email', 'like', 'manager-now@%')
      .executeTakeFirstOrThrow();
    await tx.db
      .updateTable('accounts')
      .set({ password_hash: hash })
      .where('id', '=', account.id)
      .execute();
  });
  page.address = '203.0.113.9';
  const codes: (string | null)[] = [];
  const change = { password: wrong, next: 'eleven brown llamas' };
  for (let count = 0; count < 6; count += 1)
    codes.push((await page.call('account.password', change)).code);
  expect(codes.slice(0, 2)).toEqual(['validation.failed', 'validation.failed']);
  expect(codes.slice(4)).toContain('session.throttled');
});

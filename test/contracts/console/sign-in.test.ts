import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt } from '../../../src-server/domain/members/authenticator.ts';
import type { Instant } from '../../../shared/instant.ts';
import { firstOwnerToken } from '../../../src-server/domain/members/members.ts';
import { ConsolePage } from '../../support/console-page.ts';
import { isOnPostgres } from '../../support/test-config.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const password = 'nine brown llamas in a lift';
const next = 'ten brown llamas in a lift';
const email = 'olive@example.com';

/** With the password alone. */
function signIn(page: ConsolePage, other: object = {}) {
  return page.call('sign-in.begin', { email, password, ...other });
}

/** PostgreSQL has a clock of its own, which no test moves. */
const itInTime = it.skipIf(isOnPostgres);

describe('signing in to the console', () => {
  let server: TestServer;
  let secret: Buffer;
  let recovery: readonly string[];
  let owner: ConsolePage;

  const nextCode = async () => {
    server.clock.advance(30_000);
    return codeAt(secret, await nowOf(server));
  };
  const open = () => ConsolePage.open(server.authUrl);
  beforeAll(async () => {
    server = await startTestServer();
    owner = await open();
    const token = await server.database.write(firstOwnerToken);
    expect(await owner.do('link.show', { token })).toEqual({
      purpose: 'first_owner',
      email: null,
      organisers: [],
    });
    await owner.do('link.take', { token, email, organiser: 'Hall', password });
    expect((await (await open()).call('link.take', { token, password })).code).toBe(
      'session.link_ended',
    );
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('can do nothing but enrol a second factor before there is one', async () => {
    for (const name of ['organiser.show', 'account.sessions', 'account.recovery-codes'])
      expect((await owner.call(name)).code, name).toBe('session.second_factor_required');
    expect(await owner.do('account.show')).toMatchObject({ is_verified: false, memberships: [] });
    const { offer, secret: shown } = await owner.do<{ offer: string; secret: string }>(
      'account.authenticator-begin',
    );
    secret = Buffer.from(Secret.fromBase32(shown).bytes);
    const wrong = await owner.call('account.authenticator-confirm', { offer, code: '000000' });
    expect(wrong.code).toBe('session.code_wrong');
    const other = `${Buffer.alloc(20).toString('base64url')}.${offer.split('.')[1]}`;
    const forged = { offer: other, code: codeAt(Buffer.alloc(20), await nowOf(server)) };
    expect((await owner.call('account.authenticator-confirm', forged)).status).toBe(401);
    await owner.do('account.authenticator-confirm', { offer, code: await nextCode() });
    expect(await owner.do('account.show')).toMatchObject({ is_verified: true, is_fresh: true });
    ({ codes: recovery } = await owner.do<{ codes: readonly string[] }>('account.recovery-codes'));
    expect(recovery).toHaveLength(10);
    expect(await owner.do('organiser.show')).toMatchObject({ display_name: 'Hall' });
  });

  itInTime('takes a password and a code, each once', async () => {
    const page = await open();
    await signIn(page);
    expect((await page.call('organiser.show')).code).toBe('session.second_factor_required');
    expect((await page.call('account.authenticator-begin')).code).toBe(
      'session.second_factor_required',
    );
    const code = await nextCode();
    const earlier = page.token;
    await page.do('sign-in.code', { code });
    expect((await page.call('organiser.show')).status).toBe(200);
    const now = page.token;
    page.token = earlier;
    expect((await page.call('organiser.show')).code).toBe('session.required');
    page.token = now;
    const other = await open();
    await signIn(other);
    expect((await other.call('sign-in.code', { code })).code).toBe('session.code_wrong');
    await other.do('sign-in.recovery', { code: recovery[0]?.toUpperCase() });
    await other.do('sign-in.recovery', { code: recovery[1] });
    const third = await open();
    await signIn(third);
    expect((await third.call('sign-in.recovery', { code: recovery[0] })).code).toBe(
      'session.sign_in_failed',
    );
  });

  it('answers an unknown email as a wrong password', async () => {
    const page = await open();
    const unknown = await page.call('sign-in.begin', { email: 'nobody@example.com', password });
    const wrong = await page.call('sign-in.begin', { email, password: 'wrong wrong wrong' });
    expect([unknown.status, unknown.code]).toEqual([wrong.status, wrong.code]);
    expect(unknown.code).toBe('session.sign_in_failed');
  });

  it('lets no number of requests at the same time guess more often than one after the other', async () => {
    server.clock.advance(25 * 3_600_000);
    const guess = { email: 'target@example.com', password: 'wrong wrong wrong' };
    const page = await open();
    await page.call('account.show');
    const guesses = Array.from({ length: 30 }, () => page.call('sign-in.begin', guess));
    const replies = await Promise.all(guesses);
    const throttled = replies.filter(({ code }) => code === 'session.throttled');
    // Two are free, and waits that double let few more through, however slow the machine is.
    expect(throttled.length).toBeGreaterThan(20);
    for (const { headers } of throttled)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  itInTime(
    'ends with the session, idle after twelve hours, and for all others with a new password',
    async () => {
      server.clock.advance(25 * 3_600_000);
      expect((await owner.call('account.show')).code).toBe('session.required');
      const [first, second] = [await open(), await open()];
      await signIn(first);
      await first.do('sign-in.code', { code: await nextCode() });
      await signIn(second);
      await second.do('sign-in.code', { code: await nextCode() });
      const listed =
        await first.do<readonly { session: number; is_own: boolean }[]>('account.sessions');
      const other = listed.find(({ is_own }) => !is_own);
      server.clock.advance(11 * 60_000);
      const needsFactor = {
        'account.sign-out': { session: other?.session },
        'account.password': { password, next },
        'account.authenticator-begin': {},
        'account.authenticator-confirm': { offer: '', code: '000000' },
        'account.authenticator-remove': {},
        'account.recovery-codes': {},
        'account.passkey-options': {},
        'account.passkey-add': { response: {}, name: 'Laptop' },
        'account.passkey-remove': { passkey: 1 },
      };
      for (const [name, input] of Object.entries(needsFactor))
        expect((await first.call(name, input)).code, name).toBe('session.second_factor_stale');
      expect((await second.call('account.show')).status).toBe(200);
      await first.do('sign-in.code', { code: await nextCode() });
      await first.do('account.sign-out', { session: other?.session });
      expect((await second.call('account.show')).code).toBe('session.required');
      const third = await open();
      await signIn(third);
      const wrong = await first.call('account.password', { password: 'wrong wrong', next });
      expect(wrong.status).toBe(422);
      await first.do('account.password', { password, next });
      expect((await third.call('account.show')).code).toBe('session.required');
      expect((await first.call('account.show')).code).toBe('session.required');
      expect((await signIn(await open())).code).toBe('session.sign_in_failed');
      const again = await open();
      expect((await signIn(again, { password: next })).status).toBe(200);
      await again.do('sign-in.code', { code: await nextCode() });
      await again.do('account.sign-out');
      expect((await again.call('account.show')).code).toBe('session.required');
    },
  );

  itInTime('ends seven days after it began, however it was used', async () => {
    const page = await open();
    await signIn(page, { password: next });
    await page.do('sign-in.code', { code: await nextCode() });
    for (let hours = 11; hours < 7 * 24; hours += 11) {
      server.clock.advance(11 * 3_600_000);
      expect((await page.call('account.show')).status, `${hours} h`).toBe(200);
    }
    await page.do('sign-in.code', { code: await nextCode() });
    server.clock.advance(2.9 * 3_600_000);
    expect((await page.call('account.show')).status).toBe(200);
    server.clock.advance(0.1 * 3_600_000);
    expect((await page.call('account.show')).code).toBe('session.required');
  });

  itInTime(
    'ends with a clock that is set back, as it would last until it is there again',
    async () => {
      const page = await open();
      server.clock.advance(400 * 86_400_000);
      await signIn(page, { password: next });
      await page.do('sign-in.code', { code: await nextCode() });
      const member = await page.do<{ link: string }>('member.invite', {
        email: 'nora@example.com',
        role: 'viewer',
      });
      const { path } = await page.do<{ path: string }>('export.contacts');
      server.clock.advance(-4 * 60_000);
      expect(await page.do('account.show')).toMatchObject({ is_fresh: true });
      server.clock.advance(-30 * 60_000);
      expect((await page.call('account.show')).code).toBe('session.required');
      const [, token] = member.link.split('#');
      const other = await open();
      expect((await other.call('link.show', { token })).code).toBe('session.link_ended');
      expect((await fetch(server.authUrl + path)).status).toBe(401);
      server.clock.advance(-400 * 86_400_000 + 34 * 60_000);
    },
  );

  itInTime('is written into the audit log without a secret', async () => {
    const { database } = server;
    const rows = await database.read((tx) =>
      tx.db.selectFrom('audit_log').selectAll().where('actor', 'like', 'member:%').execute(),
    );
    expect(new Set(rows.map(({ operation }) => operation))).toEqual(
      new Set([
        'link.take',
        'sign-in.begin',
        'sign-in.recovery',
        'account.authenticator-confirm',
        'account.recovery-codes',
        'account.password',
        'member.invite',
        'export.contacts',
      ]),
    );
    // The second in a session that had shown a factor already.
    expect(rows.filter(({ operation }) => operation === 'sign-in.recovery')).toHaveLength(2);
    const ofAccount = rows.filter(({ operation }) => !/^(?:member|export)\./.test(operation));
    expect(ofAccount.every(({ input }) => input === '{}')).toBe(true);
    expect(rows.every(({ address }) => address === '127.0.0.1')).toBe(true);
  });
});

function nowOf({ database }: TestServer): Promise<Instant> {
  return database.read(async (tx) => tx.now);
}

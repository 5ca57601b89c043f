import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsolePage } from '../../support/console-page.ts';
import { isOnPostgres } from '../../support/test-config.ts';
import { memberPage } from '../../support/member-page.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const call = 'organiser.show';
const Made = Type.Object({ reference: Type.String() });

describe('a request to the console', () => {
  let server: TestServer;
  let page: ConsolePage;
  let thief: ConsolePage;
  beforeAll(async () => {
    server = await startTestServer();
    const { reference } = await server.make(Made, 'organiser create --name Hall');
    page = await memberPage(server, { organiser: reference, role: 'viewer' });
    expect((await page.call(call)).status).toBe(200);
    thief = await ConsolePage.open(server.authUrl);
    thief.token = page.token;
    thief.nonce = page.nonce;
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const proofs: readonly [string, () => Promise<string | null>, string][] = [
    ['no proof', async () => null, 'session.proof_invalid'],
    ['a proof of something else', async () => 'a.b.c', 'session.proof_invalid'],
    [
      'a proof for another method',
      () => page.prove(call, { method: 'GET' }),
      'session.proof_invalid',
    ],
    ['a proof for another call', () => page.prove('account.show'), 'session.proof_invalid'],
    [
      'a proof for another host',
      () => page.prove(call, { url: `http://evil.example/console/api/${call}` }),
      'session.proof_invalid',
    ],
    ['a proof for another token', () => page.prove(call, { token: 'x' }), 'session.proof_invalid'],
    ['a proof for no token', () => page.prove(call, { token: null }), 'session.proof_invalid'],
    ["a proof with another page's key", () => thief.prove(call), 'session.required'],
    ['a proof without a nonce', () => page.prove(call, { nonce: null }), 'session.nonce_required'],
    [
      'a proof with a nonce of its own making',
      () => page.prove(call, { nonce: `${page.nonce?.split('.')[0]}.${'A'.repeat(43)}` }),
      'session.nonce_required',
    ],
  ];
  it.each(proofs)('is refused with %s', async (_case, prove, code) => {
    expect((await page.send(call, {}, await prove())).code).toBe(code);
  });

  it('is refused with a proof that was used, also at the same moment', async () => {
    const proof = await page.prove(call);
    const replies = await Promise.all(Array.from({ length: 8 }, () => page.send(call, {}, proof)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await page.send(call, {}, proof)).code).toBe('session.proof_invalid');
  });

  it.each([40, -40, 5 * 3_600, -5 * 3_600, -2_000_000_000])(
    'is accepted from a page whose clock is %i s ahead: the nonce is the server’s',
    async (seconds) => {
      const iat = Math.floor(Date.now() / 1_000) + seconds;
      expect((await page.send(call, {}, await page.prove(call, { iat }))).status).toBe(200);
    },
  );

  // PostgreSQL has a clock of its own, which no test moves.
  it.skipIf(isOnPostgres)(
    'is refused with a nonce that is older than five minutes, and says a new one',
    async () => {
      const proof = await page.prove(call);
      server.clock.advance(301_000);
      expect((await page.send(call, {}, proof)).code).toBe('session.nonce_required');
      expect((await page.call(call)).status).toBe(200);
    },
  );

  it.each([
    [{ origin: 'http://evil.example' }, 'session.origin_refused'],
    [{ origin: 'http://127.0.0.1:1' }, 'session.origin_refused'],
    [{ origin: 'null' }, 'session.origin_refused'],
    [{ 'sec-fetch-site': 'cross-site' }, 'session.origin_refused'],
    [{ 'sec-fetch-site': 'same-site' }, 'session.origin_refused'],
    [{ 'sec-fetch-site': 'same-origin' }, null],
    [{ authorization: 'Bearer x' }, 'session.required'],
    [{ 'content-type': 'text/plain' }, 'request.unsupported_media_type'],
    [{ 'gatehouse-organiser': 'org_01kyvbnvq0g7m3x9r2c5t8w4ez' }, 'role.insufficient'],
  ])('with %j answers %s', async (headers, code) => {
    expect((await page.call(call, {}, headers)).code).toBe(code);
  });

  it('finds no call of another name', async () => {
    expect((await page.call('organiser.destroy')).code).toBe('route.not_found');
    expect((await page.call('constructor')).code).toBe('route.not_found');
  });
});

import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBody, TokenBody } from '../support/read-body.ts';
import {
  makeDoor,
  requestToken,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../support/test-server.ts';

let host: TestServer;
let client: TestClient;
beforeAll(async () => {
  host = await startTestServer();
  ({ client } = await makeDoor(host));
});
afterAll(() => host[Symbol.asyncDispose]());

function ask(body: BodyInit | null, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${host.server.authUrl}/oauth/token`, { method: 'POST', body, headers });
}

const grant = () => ({
  grant_type: 'client_credentials',
  client_id: client.clientId,
  client_secret: client.clientSecret,
});
const json = { 'content-type': 'application/json' };
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

const padding = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_value, index) => [`p${index}`, '']));

describe('POST /oauth/token', () => {
  it.each([
    ['client_secret_post', () => oauth.ClientSecretPost(client.clientSecret)],
    ['client_secret_basic', () => oauth.ClientSecretBasic(client.clientSecret)],
  ])('gives an independent client library a token by %s', async (_method, authentication) => {
    const server = {
      issuer: host.server.authUrl,
      token_endpoint: `${host.server.authUrl}/oauth/token`,
    };
    const party = { client_id: client.clientId };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      party,
      authentication(),
      { scope: 'events:read tickets:read' },
      { [oauth.allowInsecureRequests]: true },
    );
    const token = await oauth.processClientCredentialsResponse(server, party, response);
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    const me = await oauth.protectedResourceRequest(
      token.access_token,
      'GET',
      new URL(`${host.server.baseUrl}/integration/me`),
      new Headers(),
      null,
      { [oauth.allowInsecureRequests]: true },
    );
    expect(me.status).toBe(200);
  });

  it('takes a form or JSON and is never stored by caches', async () => {
    for (const response of [
      await ask(new URLSearchParams(grant())),
      await ask(JSON.stringify(grant()), json),
    ]) {
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({
        token_type: 'Bearer',
        expires_in: 3600,
        access_token: expect.stringMatching(/^gat_/),
      });
    }
  });

  it('answers an unknown client and a wrong secret alike', async () => {
    const bodies = [];
    for (const wrong of [
      { ...grant(), client_secret: 'wrong' },
      { ...grant(), client_id: 'gci_unknown' },
    ]) {
      const response = await ask(new URLSearchParams(wrong));
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBeNull();
      expect(response.headers.get('cache-control')).toBe('no-store');
      const body = await response.text();
      bodies.push(body.replace(/"request_id":"req_[-\w]+"/, ''));
    }
    expect(bodies[0]).toEqual(bodies[1]);
    expect(JSON.parse(bodies[0]?.replace(/,}$/, '}') ?? '')).toMatchObject({
      error: 'invalid_client',
      error_description: expect.any(String),
      message: expect.any(String),
      code: 'oauth.invalid_client',
    });
  });

  it.each([
    ['no body', null, {}, 400, 'invalid_request'],
    ['an empty form', new URLSearchParams(), {}, 400, 'invalid_request'],
    ['a JSON list', '[]', json, 400, 'invalid_request'],
    ['broken JSON', '{', json, 400, 'invalid_request'],
    ['numbers for text', '{"grant_type":1}', json, 400, 'invalid_request'],
    ['another grant', 'grant_type=password', 'form', 400, 'unsupported_grant_type'],
    ['plain text', 'grant_type=x', { 'content-type': 'text/plain' }, 415, 'invalid_request'],
  ] as const)('answers %s per RFC 6749', async (_case, body, headers, status, error) => {
    const sent =
      headers === 'form' ? { 'content-type': 'application/x-www-form-urlencoded' } : headers;
    const response = await ask(body, sent);
    expect(await response.json()).toMatchObject({ error });
    expect(response.status).toBe(status);
  });

  it('names the scheme to a client that tried Basic', async () => {
    const response = await ask(
      new URLSearchParams({ grant_type: 'client_credentials' }),
      basic(client.clientId, 'wrong'),
    );
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
  });

  it('refuses more parameters, or more bytes, than any grant has', async () => {
    const most = { ...grant(), ...padding(17) };
    const more = { ...grant(), ...padding(18) };
    expect((await ask(new URLSearchParams(most))).status).toBe(200);
    expect((await ask(JSON.stringify(most), json)).status).toBe(200);
    for (const refused of [
      await ask(new URLSearchParams(more)),
      await ask(JSON.stringify(more), json),
    ]) {
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { error: 'invalid_request' },
      ]);
    }
    const large = await ask(new URLSearchParams({ ...grant(), p: 'x'.repeat(8192) }));
    expect([large.status, await large.json()]).toMatchObject([413, { code: 'request.too_large' }]);
  });

  it('refuses credentials sent both ways, and parameters sent twice', async () => {
    const both = await ask(
      new URLSearchParams(grant()),
      basic(client.clientId, client.clientSecret),
    );
    expect([both.status, await both.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    const twice = new URLSearchParams(grant());
    twice.append('client_id', 'x');
    const repeated = await ask(twice);
    expect([repeated.status, await repeated.json()]).toMatchObject([
      400,
      { error: 'invalid_request' },
    ]);
  });

  it.each(['events:admin', 'events:read nope', '*'])('refuses the scope %s', async (scope) => {
    const response = await ask(new URLSearchParams({ ...grant(), scope }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_scope' });
  });

  it('stores no token and logs no secret', async () => {
    const response = await ask(new URLSearchParams(grant()));
    const { access_token } = await readBody(response, TokenBody);
    await fetch(`${host.server.baseUrl}/integration/contacts?email=ada%40example.org`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const log = host.log.join('');
    for (const secret of [access_token, client.clientSecret, 'ada@', 'ada%40']) {
      expect(log).not.toContain(secret);
    }
    const stored = await host.database.read((tx) =>
      tx.db.selectFrom('access_tokens').selectAll().execute(),
    );
    expect(JSON.stringify(stored)).not.toContain(access_token);
    expect(log).toContain('request completed');
  });

  it('throttles refused credentials per address, but not the right ones', async () => {
    await using other = await startTestServer();
    const door = await makeDoor(other);
    const url = `${other.server.authUrl}/oauth/token`;
    const wrong = new URLSearchParams({ ...grant(), client_secret: 'wrong' });
    const statuses: number[] = [];
    for (let count = 0; count < 32; count += 1) {
      statuses.push((await fetch(url, { method: 'POST', body: wrong })).status);
    }
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
    expect(statuses.slice(30)).toEqual([429, 429]);
    const refused = await fetch(url, { method: 'POST', body: wrong });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const right = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: door.client.clientId,
      client_secret: door.client.clientSecret,
    });
    expect((await fetch(url, { method: 'POST', body: right })).status).toBe(200);
  });

  it('lets nobody who merely knows a client id use up what its owner may ask for', async () => {
    await using other = await startTestServer();
    const { client: owner } = await makeDoor(other);
    const statuses = new Set<number>();
    for (let count = 0; count < 700; count += 1) {
      const wrong = await requestToken(other.server, { id: owner.clientId, secret: 'wrong' });
      statuses.add(wrong.status);
      await wrong.arrayBuffer();
    }
    expect([...statuses]).toEqual([401, 429]);
    const right = { id: owner.clientId, secret: owner.clientSecret };
    expect((await requestToken(other.server, right)).status).toBe(200);
  });
});

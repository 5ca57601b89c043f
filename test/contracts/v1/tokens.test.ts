import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKENS_PER_MINUTE } from '../../../shared/contract/rate-limits.ts';
import { isOnPostgres } from '../../support/test-config.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { addClient, askToken, connect, type ApiClient } from '../../support/v1/api-client.ts';
import { organiserOf } from '../../support/v1/programme.ts';
import { refusedToken } from '../../support/v1/refused-token.ts';
import { Identity, Wrapped } from '../../support/v1/shapes.ts';

/** Section 4.2: the token endpoint. */
let gatehouse: TestServer;
let client: ApiClient;

beforeAll(async () => {
  gatehouse = await startTestServer();
  client = await integratorOf(gatehouse);
});
afterAll(() => gatehouse[Symbol.asyncDispose]());

async function integratorOf(server: TestServer): Promise<ApiClient> {
  return addClient(server, await organiserOf(server).addOrganiser());
}

const credentials = () => ({ client_id: client.client_id, client_secret: client.client_secret });
const grant = () => ({ grant_type: 'client_credentials', ...credentials() });
const grantOf = ({ client_id, client_secret }: ApiClient) => ({
  grant_type: 'client_credentials',
  client_id,
  client_secret,
});
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${btoa(`${id}:${secret}`)}`,
});
const padding = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_value, index) => [`p${index}`, '']));

function askJson(body: unknown): Promise<Response> {
  return fetch(`${gatehouse.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  });
}

describe('The token endpoint', () => {
  it('answers with exactly what RFC 6749 says, and is not cached', async () => {
    const answer = await askToken(gatehouse, grant());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const body = await answer.json();
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(body).toHaveProperty('access_token', expect.stringMatching(/^\S{32,}$/));
  });

  it('accepts JSON, and Basic authentication instead of credentials in the body', async () => {
    const json = await askJson(grant());
    expect(json.status).toBe(200);
    const { client_id, client_secret } = client;
    const parameters = { grant_type: 'client_credentials' };
    const header = basic(client_id, client_secret);
    expect((await askToken(gatehouse, parameters, header)).status).toBe(200);
    const lower = { authorization: header.authorization.replace('Basic', 'basic') };
    expect((await askToken(gatehouse, { ...parameters, client_id }, lower)).status).toBe(200);
  });

  it('is found by a client that knows only the address of the server (RFC 8414)', async () => {
    const issuer = new URL(gatehouse.authUrl);
    const insecure = { [oauth.allowInsecureRequests]: true };
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    expect(server.grant_types_supported).toEqual(['client_credentials']);
    const { client_id, client_secret } = client;
    for (const method of [oauth.ClientSecretBasic, oauth.ClientSecretPost]) {
      const authentication = method(client_secret);
      const answer = await oauth.clientCredentialsGrantRequest(
        server,
        { client_id },
        authentication,
        { scope: server.scopes_supported?.[0] ?? '' },
        insecure,
      );
      const token = await oauth.processClientCredentialsResponse(server, { client_id }, answer);
      expect(token.scope).toBe('events:read');
      const refused = await oauth.clientCredentialsGrantRequest(
        server,
        { client_id },
        method('wrong'),
        {},
        insecure,
      );
      // Only a client that tried Basic gets a challenge; for the others libraries read the error from the body.
      const isChallenged = method === oauth.ClientSecretBasic;
      expect(refused.headers.has('www-authenticate')).toBe(isChallenged);
      const reading = oauth.processClientCredentialsResponse(server, { client_id }, refused);
      await expect(reading).rejects.toBeInstanceOf(
        isChallenged ? oauth.WWWAuthenticateChallengeError : oauth.ResponseBodyError,
      );
    }
  });

  it('refuses both at once, and repeated parameters', async () => {
    const { client_id, client_secret } = client;
    const both = askToken(gatehouse, grant(), basic(client_id, client_secret));
    await refusedToken(both, 400, 'invalid_request');
    const twice = fetch(`${gatehouse.authUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${new URLSearchParams(grant()).toString()}&client_id=${client_id}`,
    });
    await refusedToken(twice, 400, 'invalid_request');
  });

  it.each([
    [{ grant_type: '' }, 400, 'invalid_request'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, 400, 'unsupported_grant_type'],
    [{ client_id: '' }, 400, 'invalid_request'],
    [{ client_secret: '' }, 401, 'invalid_client'],
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ client_id: 'gci_unknown' }, 401, 'invalid_client'],
    [{ client_id: 'gci_\0' }, 401, 'invalid_client'],
    [{ scope: 'events:write' }, 400, 'invalid_scope'],
    [{ scope: 'events:read scanner:sync' }, 400, 'invalid_scope'],
    [{ scope: 'events:read,orders:read' }, 400, 'invalid_scope'],
    [{ scope: 'events:read nope' }, 400, 'invalid_scope'],
    [{ scope: '*' }, 400, 'invalid_scope'],
  ])('refuses %j with %i %s', async (change, status, error) => {
    await refusedToken(askToken(gatehouse, { ...grant(), ...change }), status, error);
  });

  it('does not reveal whether the client or the secret is wrong', async () => {
    const wrong = await refusedToken(
      askToken(gatehouse, { ...grant(), client_secret: 'wrong' }),
      401,
      'invalid_client',
    );
    const unknown = await refusedToken(
      askToken(gatehouse, { ...grant(), client_id: 'gci_unknown' }),
      401,
      'invalid_client',
    );
    expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    expect(wrong.headers.get('www-authenticate')).toBeNull();
    const parameters = { grant_type: 'client_credentials' };
    const tried = await askToken(gatehouse, parameters, basic(client.client_id, 'wrong'));
    expect(tried.headers.get('www-authenticate')).toMatch(/^Basic\b/);
  });

  it('refuses other bodies and methods in the same shape', async () => {
    const at = `${gatehouse.authUrl}/oauth/token`;
    const send = (type: string, body: string) =>
      fetch(at, { method: 'POST', headers: { 'content-type': type }, body });
    expect((await send('text/plain', 'grant_type=client_credentials')).status).toBe(415);
    expect((await send('application/json', '{')).status).toBe(400);
    expect((await send('application/json', '[]')).status).toBe(400);
    expect((await send('application/json', '{"grant_type":7}')).status).toBe(400);
    await refusedToken(fetch(at, { method: 'POST' }), 400, 'invalid_request');
    const get = await fetch(at);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(`${gatehouse.baseUrl}/oauth/token`, { method: 'POST' })).status).toBe(404);
  });

  it("grants the requested scopes, and by default all of the client's", async () => {
    const narrow = await connect(gatehouse, client, 'events:read  orders:read events:read');
    const { data } = await narrow.read(Wrapped(Identity), '/integration/me');
    expect(data.client.scopes.toSorted()).toEqual(['events:read', 'orders:read']);
    const all = (await client.read(Wrapped(Identity), '/integration/me')).data.client.scopes;
    expect(all).toHaveLength(8);
    expect(all).not.toContain('scanner:sync');
    const blank = await connect(gatehouse, client, ' ');
    expect((await blank.read(Wrapped(Identity), '/integration/me')).data.client.scopes).toEqual(
      all,
    );
  });

  it.each([
    ['client_secret_post', () => oauth.ClientSecretPost(client.client_secret)],
    ['client_secret_basic', () => oauth.ClientSecretBasic(client.client_secret)],
  ])('gives an independent client library a token by %s', async (_method, authentication) => {
    const server = {
      issuer: gatehouse.authUrl,
      token_endpoint: `${gatehouse.authUrl}/oauth/token`,
    };
    const insecure = { [oauth.allowInsecureRequests]: true };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      { client_id: client.client_id },
      authentication(),
      { scope: 'events:read tickets:read' },
      insecure,
    );
    const token = await oauth.processClientCredentialsResponse(
      server,
      { client_id: client.client_id },
      response,
    );
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    const me = new URL(`${gatehouse.baseUrl}/integration/me`);
    const answer = await oauth.protectedResourceRequest(
      token.access_token,
      'GET',
      me,
      new Headers(),
      null,
      insecure,
    );
    expect(answer.status).toBe(200);
  });

  it('refuses more parameters, or more bytes, than any grant has', async () => {
    const most = { ...grant(), ...padding(17) };
    const more = { ...grant(), ...padding(18) };
    expect((await askToken(gatehouse, most)).status).toBe(200);
    expect((await askJson(most)).status).toBe(200);
    await refusedToken(askToken(gatehouse, more), 400, 'invalid_request');
    await refusedToken(askJson(more), 400, 'invalid_request');
    const large = await askToken(gatehouse, { ...grant(), p: 'x'.repeat(8192) });
    expect([large.status, await large.json()]).toMatchObject([413, { code: 'request.too_large' }]);
  });

  it('stores no token and logs no secret', async () => {
    const { token } = await connect(gatehouse, client);
    await fetch(`${gatehouse.baseUrl}/integration/contacts?email=ada%40example.org`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const log = gatehouse.log.join('');
    for (const secret of [token, client.client_secret, 'ada@', 'ada%40']) {
      expect(log).not.toContain(secret);
    }
    const stored = await gatehouse.database.read((tx) =>
      tx.db.selectFrom('access_tokens').selectAll().execute(),
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(log).toContain('request completed');
  });

  it('throttles refused credentials per address for a while, but not the right ones', async () => {
    await using other = await startTestServer();
    const owner = await integratorOf(other);
    const right = { ...grant(), client_id: owner.client_id, client_secret: owner.client_secret };
    const wrong = { ...right, client_secret: 'wrong' };
    const statuses: number[] = [];
    for (let count = 0; count < 700; count += 1) {
      const answer = await askToken(other, wrong);
      statuses.push(answer.status);
      await answer.arrayBuffer();
    }
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([401]));
    expect(new Set(statuses.slice(30))).toEqual(new Set([429]));
    const refused = await askToken(other, wrong);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    // Wrong secrets for a known client id do not use up its owner's attempts.
    expect((await askToken(other, right)).status).toBe(200);
    other.clock.advance(seconds * 1000);
    expect((await askToken(other, wrong)).status).toBe(401);
  });

  it('gives a client so many tokens a minute, and counts only requests with its secret', async () => {
    await using other = await startTestServer();
    const owner = await integratorOf(other);
    const neighbour = await integratorOf(other);
    await askToken(other, { ...grantOf(owner), client_secret: 'wrong' });
    // Its first token came with `integratorOf`.
    for (let count = 1; count < TOKENS_PER_MINUTE; count += 1) {
      const answer = await askToken(other, grantOf(owner));
      expect([count, answer.status]).toEqual([count, 200]);
      await answer.body?.cancel();
    }
    const refused = await askToken(other, grantOf(owner));
    const seconds = Number(refused.headers.get('retry-after'));
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'rate.limited' }]);
    expect((await askToken(other, grantOf(neighbour))).status).toBe(200);
    if (isOnPostgres) return;
    other.clock.advance(seconds * 1000);
    expect((await askToken(other, grantOf(owner))).status).toBe(200);
  });
});

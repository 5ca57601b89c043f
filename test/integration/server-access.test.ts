import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NumberedList } from '../../shared/contract/lists.ts';
import { Identity, Ticket, TicketWithEvent } from '../../shared/contract/resources.ts';
import { scopes, type Scope } from '../../shared/contract/scopes.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { changeEvents, changeScopes, revokeClient } from '../../src-server/services/clients.ts';
import { changePlan } from '../../src-server/services/organisers.ts';
import {
  clientWith,
  makeClient,
  makeDoor,
  makeEvent,
  makeOrder,
  makeOrganiser,
  makeTicketType,
  requestToken,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../support/test-server.ts';
import { readBody, TokenBody } from '../support/read-body.ts';
import { Numbered, readPage } from '../support/walk-list.ts';

const Me = Compile(Type.Object({ data: Identity }));
const UNKNOWN = 'evt_01kyvbnvq0g7m3x9r2c5t8w4ez';

let host: TestServer;
beforeAll(async () => {
  host = await startTestServer();
});
afterAll(() => host[Symbol.asyncDispose]());

async function bodyWithoutId(response: Response): Promise<string> {
  const text = await response.text();
  const request_id = response.headers.get('x-request-id') ?? 'none';
  expect(text).toContain(`"request_id":"${request_id}"`);
  return text.replace(request_id, '');
}

describe('tokens', () => {
  it.each([
    ['no header', undefined],
    ['another scheme', 'Basic abc'],
    ['an empty token', 'Bearer '],
    ['a token nobody issued', `Bearer gat_${'A'.repeat(43)}`],
    ['two tokens', 'Bearer a b'],
    ['a very long token', `Bearer ${'x'.repeat(8000)}`],
  ])('answer 401 with a challenge for %s', async (_case, authorization) => {
    const init = authorization === undefined ? {} : { headers: { authorization } };
    const response = await fetch(`${host.server.baseUrl}/integration/me`, init);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer error="invalid_token"');
  });

  it('stop at once when their client is revoked', async () => {
    const { client } = await makeDoor(host);
    expect((await client.get('/integration/me')).status).toBe(200);
    await host.database.write((tx) => revokeClient(tx, client.clientId));
    const refused = await client.get('/integration/me');
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: 'auth.token_invalid' });
    const again = { id: client.clientId, secret: client.clientSecret };
    expect((await requestToken(host.server, again)).status).toBe(401);
  });

  it('stop when they expire', async () => {
    await using short = await startTestServer({ tokenTtlSeconds: 0 });
    const { client } = await makeDoor(short);
    expect((await client.get('/integration/me')).status).toBe(401);
  });

  it('lose and regain scopes with their client', async () => {
    const { client, event } = await makeDoor(host);
    const path = `/integration/events/${event}/orders`;
    expect((await client.get(path)).status).toBe(200);
    await host.database.write((tx) => changeScopes(tx, client.clientId, ['events:read']));
    const refused = await client.get(path);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    expect(Me.Parse(await (await client.get('/integration/me')).json()).data.client.scopes).toEqual(
      ['events:read'],
    );
    await host.database.write((tx) => changeScopes(tx, client.clientId, scopes));
    expect((await client.get(path)).status).toBe(200);
  });

  it('hold only the scopes that they were requested with', async () => {
    const { client } = await makeDoor(host);
    const credentials = { id: client.clientId, secret: client.clientSecret };
    const response = await requestToken(host.server, { ...credentials, scope: 'events:read' });
    const { access_token: token } = await readBody(response, TokenBody);
    const narrow = clientWith(host.server, { ...credentials, token });
    expect((await narrow.get('/integration/events')).status).toBe(200);
    expect((await narrow.get('/integration/orders')).status).toBe(403);
  });
});

describe('plan', () => {
  it('below Pro refuses calls before scopes are looked at, and tokens', async () => {
    const { client, organiser } = await makeDoor(host);
    await host.database.write((tx) => changePlan(tx, organiser, 'free'));
    const refused = await client.get('/integration/me');
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'plan.required' });
    const credentials = { id: client.clientId, secret: client.clientSecret };
    const token = await requestToken(host.server, credentials);
    expect(token.status).toBe(400);
    expect(await token.json()).toMatchObject({ error: 'unauthorized_client' });
  });
});

describe('scopes', () => {
  const operations: [string, Scope[]][] = [
    ['/integration/events', ['events:read']],
    ['/integration/events/gala', ['events:read']],
    ['/integration/events/gala/orders', ['orders:read']],
    ['/integration/orders', ['orders:read']],
    ['/integration/events/gala/tickets', ['tickets:read', 'scanner:sync']],
    ['/integration/tickets/{ticket}', ['tickets:read', 'scanner:sync']],
    ['/integration/contacts', ['contacts:read']],
    ['/integration/events/gala/scans', ['scans:read', 'scanner:sync']],
    ['/scanner/events/gala/setup', ['scanner:sync']],
  ];

  it.each(operations)('%s needs %s', async (template, needed) => {
    const { organiser, event } = await makeDoor(host);
    const [ticket = ''] = await ticketsOf(host, event);
    const path = template.replace('{ticket}', ticket);
    for (const scope of scopes) {
      const client = await makeClient(host, organiser, { scopes: [scope] });
      expect((await client.get(path)).status).toBe(needed.includes(scope) ? 200 : 403);
      expect((await client.get('/integration/me')).status).toBe(200);
    }
  });

  it('of a station show names of holders, but no emails', async () => {
    const { organiser, event } = await makeDoor(host);
    const path = `/integration/events/${event}/tickets`;
    const contactIn = async (granted: Scope[]) => {
      const client = await makeClient(host, organiser, { scopes: granted });
      const list = await readBody(await client.get(path), NumberedList(Ticket));
      return list.data.data[0]?.contact;
    };
    const names = { first_name: 'Ada', last_name: 'Lovelace' };
    expect(await contactIn(['scanner:sync'])).toMatchObject({ ...names, email: null });
    for (const scope of ['tickets:read', 'contacts:read'] as const) {
      expect(await contactIn(['scanner:sync', scope])).toMatchObject({
        ...names,
        email: 'ada@example.org',
      });
    }
  });

  it('of a station show one ticket as the list does: without email and answers', async () => {
    const { organiser, event } = await makeDoor(host);
    const [reference = ''] = await ticketsOf(host, event);
    const read = async (granted: Scope[]) => {
      const client = await makeClient(host, organiser, { scopes: granted });
      const answer = await client.get(`/integration/tickets/${reference}`);
      return (await readBody(answer, Type.Object({ data: TicketWithEvent }))).data;
    };
    const shown = await read(['events:read', 'scanner:sync', 'scans:write']);
    expect(shown).toMatchObject({ reference, event, contact: { first_name: 'Ada', email: null } });
    expect(shown).not.toHaveProperty('answers');
    const whole = await read(['tickets:read']);
    expect(whole).toMatchObject({ contact: { email: 'ada@example.org' }, answers: [] });
  });
});

async function prepare() {
  const organiser = await makeOrganiser(host);
  const [granted, hidden] = [
    await makeEvent(host, organiser, 'granted'),
    await makeEvent(host, organiser, 'hidden'),
  ];
  const orders = new Map<string, string>();
  for (const event of [granted, hidden]) {
    const ticketType = await makeTicketType(host, event);
    orders.set(event, await makeOrder(host, { event, ticketType }));
  }
  const foreign = await makeDoor(host);
  const client = await makeClient(host, organiser, { events: [granted] });
  return { organiser, granted, hidden, orders, foreign, client };
}

describe('a client limited to events', () => {
  it('sees and counts its events only, in every list', async () => {
    const { client, granted, orders } = await prepare();
    for (const mode of ['', '?updated_since=1970-01-01T00:00:00Z']) {
      const events = await (await client.get(`/integration/events${mode}`)).text();
      expect(events).toContain(granted);
      expect(events).not.toContain('hidden');
      const list = await (await client.get(`/integration/orders${mode}`)).text();
      expect(list).toContain(orders.get(granted));
      expect([...list.matchAll(/"reference":"ord_/g)]).toHaveLength(1);
    }
    const page = Numbered.Parse(await (await client.get('/integration/events')).json());
    expect(page.data.total).toBe(1);
  });

  it('gets the same 404 for hidden, foreign, archived-looking and unknown events, everywhere', async () => {
    const { client, hidden, foreign } = await prepare();
    for (const path of [
      (key: string) => `/integration/events/${key}`,
      (key: string) => `/integration/events/${key}/orders`,
      (key: string) => `/integration/events/${key}/tickets`,
      (key: string) => `/integration/events/${key}/tickets?order=ord_x&status=bad`,
      (key: string) => `/integration/events/${key}/scans?updated_since=bad`,
      (key: string) => `/scanner/events/${key}/setup`,
    ]) {
      const bodies = new Set<string>();
      for (const key of [hidden, 'hidden', foreign.event, 'gala', UNKNOWN, 'unknown', '%00']) {
        const response = await client.get(path(key));
        expect(response.status).toBe(404);
        bodies.add(await bodyWithoutId(response));
      }
      expect(bodies.size).toBe(1);
    }
  });

  it('gets 404 for single orders and tickets of events it may not see', async () => {
    const { client, granted, hidden, orders, foreign } = await prepare();
    const [seen = ''] = await ticketsOf(host, granted);
    const [unseen = ''] = await ticketsOf(host, hidden);
    const [other = ''] = await ticketsOf(host, foreign.event);
    expect((await client.get(`/integration/tickets/${seen}`)).status).toBe(200);
    expect((await client.get(`/integration/orders/${orders.get(granted)}`)).status).toBe(200);
    for (const path of [
      `/integration/tickets/${unseen}`,
      `/integration/tickets/${other}`,
      `/integration/tickets/${other}?include_deleted=1`,
      `/integration/orders/${orders.get(hidden)}`,
      `/integration/orders/${foreign.order}`,
      `/integration/events/${granted}/tickets?order=${orders.get(hidden)}`,
      `/integration/events/${granted}/tickets?order=${foreign.order}`,
      `/integration/events/${granted}/tickets?order=nonsense`,
    ]) {
      expect((await client.get(path)).status, path).toBe(404);
    }
  });

  it('sees what it is granted at once, and no longer what it was', async () => {
    const { client, granted, hidden } = await prepare();
    await host.database.write((tx) => changeEvents(tx, client.clientId, [hidden]));
    expect((await client.get(`/integration/events/${hidden}`)).status).toBe(200);
    expect((await client.get(`/integration/events/${granted}`)).status).toBe(404);
    await host.database.write((tx) => changeEvents(tx, client.clientId, 'all'));
    expect((await client.get(`/integration/events/${granted}`)).status).toBe(200);
  });

  it('cannot go on with a cursor from before an event was taken away', async () => {
    const { client, granted } = await prepare();
    const path = `/integration/events?updated_since=1970-01-01T00:00:00Z&per_page=1`;
    await host.database.write((tx) => changeEvents(tx, client.clientId, 'all'));
    const first = await readPage(client, path);
    await host.database.write((tx) => changeEvents(tx, client.clientId, []));
    const rest = await (await client.get(first.data.next_page_url ?? '')).text();
    expect(rest).not.toContain('evt_');
    expect(rest).not.toContain(granted);
  });
});

describe('order of checks', () => {
  const headers = { 'idempotency-key': randomUUID() };

  it('is token, plan, scope, idempotency key, body, resource in the body', async () => {
    const organiser = await makeOrganiser(host, 'free');
    await host.database.write((tx) => changePlan(tx, organiser, 'pro'));
    const client = await makeClient(host, organiser, { scopes: ['events:read'] });
    const bad = { ticket: 7 };
    const anonymous = clientWith(host.server, { id: '', secret: '', token: 'none' });
    expect((await anonymous.post('/integration/scans', bad)).status).toBe(401);
    await host.database.write((tx) => changePlan(tx, organiser, 'free'));
    const planned = await client.post('/integration/scans', bad);
    expect(await planned.json()).toMatchObject({ code: 'plan.required' });
    await host.database.write((tx) => changePlan(tx, organiser, 'pro'));
    const scoped = await client.post('/integration/scans', bad);
    expect(await scoped.json()).toMatchObject({ code: 'auth.scope_missing' });
    await host.database.write((tx) => changeScopes(tx, client.clientId, ['scans:write']));
    const full = await makeClient(host, organiser, { scopes: ['scans:write'] });
    const keyless = await full.post('/integration/scans', bad);
    expect(await keyless.json()).toMatchObject({ code: 'idempotency.key_missing' });
    expect((await full.post('/integration/scans', bad, headers)).status).toBe(422);
    const unknown = { ticket: 'tkt_01kyvbnvq0g7m3x9r2c5t8w4ez' };
    expect((await full.post('/integration/scans', unknown, headers)).status).toBe(404);
  });
});

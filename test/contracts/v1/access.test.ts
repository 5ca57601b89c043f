import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addClient,
  askToken,
  connect,
  freshKey,
  walk,
  walkChanges,
} from '../../support/v1/api-client.ts';
import type { ApiClient } from '../../support/v1/api-client.ts';
import { startTestServer } from '../../support/test-server.ts';
import type { Gatehouse } from '../../support/v1/gatehouse.ts';
import { organiserOf } from '../../support/v1/programme.ts';
import { shaped } from '../../support/v1/shaped.ts';
import {
  Changes,
  Contact,
  EntryScan,
  ErrorBody,
  Event,
  EventDetails,
  exact,
  Identity,
  List,
  Made,
  NewSubscription,
  OrderDetails,
  Placed,
  Ticket,
  Wrapped,
} from '../../support/v1/shapes.ts';

/** Sections 4.2 and 5: tokens, scopes, plans, and who sees what of several organisers and events. */
let gatehouse: Gatehouse;
let home: Awaited<ReturnType<typeof fill>>;
let away: Awaited<ReturnType<typeof fill>>;
let client: ApiClient;
let limited: ApiClient;

/** Two organisers with the same slugs, each with an event of two orders. */
async function fill(email: string) {
  const { addOrganiser, addEvent, addType } = organiserOf(gatehouse);
  const organiser = await addOrganiser();
  const [gala, ball] = await Promise.all([
    addEvent(organiser, 'gala'),
    addEvent(organiser, 'ball'),
  ]);
  const [first, second] = await Promise.all([addType(gala), addType(ball)]);
  const order = (event: string, type: string, who: string) =>
    gatehouse.make(
      Placed,
      `order create --event ${event} --ticket-type ${type} --quantity 2 --email ${who}`,
    );
  const [ofGala, ofBall] = await Promise.all([
    order(gala, first, email),
    order(ball, second, `ball-${email}`),
  ]);
  return { organiser, gala, ball, ofGala, ofBall };
}

beforeAll(async () => {
  gatehouse = await startTestServer({ webhookAllow: ['127.0.0.0/8'] });
  [home, away] = await Promise.all([fill('ada@example.org'), fill('ada@example.org')]);
  [client, limited] = await Promise.all([
    addClient(gatehouse, home.organiser),
    addClient(gatehouse, home.organiser, { flags: `--events ${home.gala}` }),
  ]);
});
afterAll(() => gatehouse[Symbol.asyncDispose]());

const RefusedToken = exact({
  ...ErrorBody.properties,
  error: Type.String(),
  error_description: Type.String({ minLength: 1 }),
});

async function refusedToken(answer: Promise<Response>, status: number, error: string) {
  const response = await answer;
  const body: unknown = await response.json();
  expect({ status: response.status, body }).toMatchObject({ status, body: { error } });
  expect(response.headers.get('cache-control')).toContain('no-store');
  return { body: shaped(RefusedToken, body), headers: response.headers };
}

const credentials = () => ({ client_id: client.client_id, client_secret: client.client_secret });
const grant = () => ({ grant_type: 'client_credentials', ...credentials() });
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${btoa(`${id}:${secret}`)}`,
});
const reference = (row: { readonly reference: string }) => row.reference;
const bodyOf = async (answer: Response) => {
  const body = shaped(ErrorBody, await answer.json());
  return JSON.stringify({ ...body, request_id: '' });
};

describe('4.2: the token endpoint', () => {
  it('answers with exactly what RFC 6749 says, and is not cached', async () => {
    const answer = await askToken(gatehouse, grant());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const body = await answer.json();
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(body).toHaveProperty('access_token', expect.stringMatching(/^\S{32,}$/));
  });

  it('takes JSON, and Basic in the place of the body', async () => {
    const json = await fetch(`${gatehouse.authUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(grant()),
    });
    expect(json.status).toBe(200);
    const { client_id, client_secret } = client;
    const parameters = { grant_type: 'client_credentials' };
    const header = basic(client_id, client_secret);
    expect((await askToken(gatehouse, parameters, header)).status).toBe(200);
    const lower = { authorization: header.authorization.replace('Basic', 'basic') };
    expect((await askToken(gatehouse, { ...parameters, client_id }, lower)).status).toBe(200);
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
    [{ scope: 'events:write' }, 400, 'invalid_scope'],
    [{ scope: 'events:read scanner:sync' }, 400, 'invalid_scope'],
    [{ scope: 'events:read,orders:read' }, 400, 'invalid_scope'],
    [{ scope: '*' }, 400, 'invalid_scope'],
  ])('refuses %j with %i %s', async (change, status, error) => {
    await refusedToken(askToken(gatehouse, { ...grant(), ...change }), status, error);
  });

  it('does not say whether the client or the secret is unknown', async () => {
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

  it('grants what was asked for, and all of the client when nothing was', async () => {
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
});

describe('5: a token', () => {
  it.each([
    [undefined],
    [''],
    ['Bearer'],
    ['Bearer '],
    ['Bearer gat_wrong'],
    [`Bearer ${'a'.repeat(5000)}`],
    ['Basic Zm9vOmJhcg=='],
    ['Token abc'],
    ['Bearer a b'],
  ])('%s is refused with 401 and a challenge', async (authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await fetch(`${gatehouse.baseUrl}/integration/me`, { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(shaped(ErrorBody, await answer.json()).code).toMatch(/^auth\./);
  });

  it('is read whatever the letter case of its scheme', async () => {
    const headers = { authorization: `bearer ${client.token}` };
    expect((await fetch(`${gatehouse.baseUrl}/integration/me`, { headers })).status).toBe(200);
  });

  it('reaches what its scopes name, and nothing else', async () => {
    const needs: readonly [string, string, string][] = [
      ['GET', '/integration/events', 'events:read'],
      ['GET', '/integration/events/gala', 'events:read'],
      ['GET', '/integration/events/gala/orders', 'orders:read'],
      ['GET', '/integration/orders', 'orders:read'],
      ['GET', `/integration/orders/${home.ofGala.reference}`, 'orders:read'],
      ['GET', '/integration/events/gala/tickets', 'tickets:read'],
      ['GET', `/integration/tickets/${home.ofGala.tickets[0]?.reference}`, 'tickets:read'],
      ['GET', '/integration/events/gala/scans', 'scans:read'],
      ['GET', '/integration/contacts', 'contacts:read'],
      ['GET', '/integration/contacts/con_x', 'contacts:read'],
      ['POST', '/integration/contacts', 'contacts:write'],
      ['POST', '/integration/scans', 'scans:write'],
      ['GET', '/integration/webhooks', 'webhooks:write'],
      ['POST', '/integration/webhooks', 'webhooks:write'],
      ['DELETE', '/integration/webhooks/whk_x', 'webhooks:write'],
    ];
    for (const scope of new Set(needs.map(([, , needed]) => needed))) {
      const narrow = await connect(gatehouse, client, scope);
      expect((await narrow.call('/integration/me')).status).toBe(200);
      for (const [method, path, needed] of needs) {
        const answer = await narrow.call(path, { method });
        if (needed === scope) {
          expect([scope, path, answer.status]).not.toEqual([scope, path, 403]);
        } else {
          expect([scope, path, answer.status]).toEqual([scope, path, 403]);
          expect(shaped(ErrorBody, await answer.json()).code).toBe('auth.scope_missing');
          expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
        }
      }
    }
  });
});

describe('5: organisers', () => {
  it('with equal slugs each see their own', async () => {
    const theirs = await addClient(gatehouse, away.organiser);
    const mine = await client.read(Wrapped(EventDetails), '/integration/events/gala');
    const others = await theirs.read(Wrapped(EventDetails), '/integration/events/gala');
    expect([mine.data.reference, others.data.reference]).toEqual([home.gala, away.gala]);
    const rows = await walk(theirs, Ticket, '/integration/events/gala/tickets');
    expect(rows.map(reference).toSorted()).toEqual(away.ofGala.tickets.map(reference).toSorted());
    const orders = await walk(theirs, OrderDetails, '/integration/orders');
    expect(orders.map(reference).toSorted()).toEqual(
      [away.ofGala, away.ofBall].map(reference).toSorted(),
    );
    const [ada] = await walk(client, Contact, '/integration/contacts?email=ada@example.org');
    const [other] = await walk(theirs, Contact, '/integration/contacts?email=ada@example.org');
    expect(ada?.reference).not.toBe(other?.reference);
    await theirs.refused(404, `/integration/contacts/${ada?.reference}`);
    await theirs.refused(404, `/integration/orders/${home.ofGala.reference}`);
    await theirs.refused(404, `/integration/tickets/${home.ofGala.tickets[0]?.reference}`);
    await theirs.refused(404, `/integration/events/gala/tickets?order=${home.ofGala.reference}`);
    const body = { ticket: home.ofGala.tickets[0]?.reference };
    expect((await theirs.post('/integration/scans', body, freshKey())).status).toBe(404);
    const { rows: scans } = await walkChanges(
      theirs,
      EntryScan,
      '/integration/events/gala/scans?updated_since=1970-01-01',
    );
    expect(scans).toEqual([]);
    const pinned = { url: 'http://127.0.0.1:9/', events: ['order.created'], event: home.gala };
    expect((await theirs.post('/integration/webhooks', pinned)).status).toBe(404);
  });
});

function subscribe(event?: string) {
  return limited.post('/integration/webhooks', {
    url: 'http://127.0.0.1:9/',
    events: ['order.created'],
    ...(event === undefined ? {} : { event }),
  });
}

describe('5: a client limited to events', () => {
  it('cannot tell unknown, foreign and out of scope apart', async () => {
    for (const tail of ['', '/orders', '/tickets', '/scans', '/tickets?status=x&per_page=0']) {
      const bodies: string[] = [];
      for (const key of ['evt_01arz3ndektsv4rrffq69g5fav', away.gala, home.ball, 'ball', 'none']) {
        const answer = await limited.call(`/integration/events/${key}${tail}`);
        expect(answer.status).toBe(404);
        bodies.push(await bodyOf(answer));
      }
      expect(new Set(bodies).size).toBe(1);
    }
  });

  it('has lists, counts and walks of its events only', async () => {
    const events = await limited.read(List(Event), '/integration/events');
    expect(events.data).toMatchObject({ total: 1, data: [{ reference: home.gala }] });
    const orders = await limited.read(List(OrderDetails), '/integration/orders');
    expect(orders.data).toMatchObject({ total: 1, data: [{ reference: home.ofGala.reference }] });
    const since = 'updated_since=1970-01-01';
    const walked = await walkChanges(limited, OrderDetails, `/integration/orders?${since}`);
    expect(walked.rows.map(reference)).toEqual([home.ofGala.reference]);
    const changes = await limited.read(Changes(Event), `/integration/events?${since}`);
    expect(changes.data.data.map(reference)).toEqual([home.gala]);
    const { data } = await limited.read(Wrapped(Identity), '/integration/me');
    expect(data.client.all_events).toBe(false);
  });

  it('finds no order, ticket, filter or check-in of another event', async () => {
    const ticket = home.ofBall.tickets[0]?.reference;
    await limited.refused(404, `/integration/orders/${home.ofBall.reference}`);
    await limited.refused(404, `/integration/tickets/${ticket}`);
    await limited.refused(404, `/integration/events/gala/tickets?order=${home.ofBall.reference}`);
    const foreign = await limited.post('/integration/scans', { ticket }, freshKey());
    const unknown = await limited.post(
      '/integration/scans',
      { ticket: 'tkt_01arz3ndektsv4rrffq69g5fav' },
      freshKey(),
    );
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(await bodyOf(foreign)).toBe(await bodyOf(unknown));
    expect(await walk(client, EntryScan, '/integration/events/ball/scans')).toEqual([]);
  });

  it('must pin a subscription to one of its events', async () => {
    const free = await subscribe();
    expect(free.status).toBe(422);
    expect(shaped(ErrorBody, await free.json()).errors).toHaveProperty('event');
    const bodies = await Promise.all(
      [home.ball, away.gala, 'evt_01arz3ndektsv4rrffq69g5fav'].map(async (event) => {
        const answer = await subscribe(event);
        expect(answer.status).toBe(404);
        return bodyOf(answer);
      }),
    );
    expect(new Set(bodies).size).toBe(1);
    expect((await subscribe(home.gala)).status).toBe(201);
  });

  it('is re-scoped at once, on the token that it has', async () => {
    const since = '/integration/orders?updated_since=1970-01-01&per_page=1';
    await gatehouse.make(
      Type.Object({}),
      `client events ${limited.client_id} ${home.gala},${home.ball}`,
    );
    expect((await limited.call('/integration/events/ball')).status).toBe(200);
    const page = await limited.read(Changes(OrderDetails), since);
    expect((await limited.read(List(OrderDetails), '/integration/orders')).data.total).toBe(2);
    await gatehouse.make(Type.Object({}), `client events ${limited.client_id} ${home.ball}`);
    await limited.refused(404, '/integration/events/gala');
    const list = await limited.read(List(OrderDetails), '/integration/orders');
    expect(list.data).toMatchObject({ total: 1, data: [{ reference: home.ofBall.reference }] });
    // Inside a walk, too, nothing of an event that was taken away is seen.
    const rest = await limited.read(Changes(OrderDetails), page.data.next_page_url ?? '');
    expect(rest.data.data.map(reference)).not.toContain(home.ofGala.reference);
    await gatehouse.make(Type.Object({}), `client events ${limited.client_id} all`);
    expect((await limited.read(List(Event), '/integration/events')).data.total).toBe(2);
    const { data } = await limited.read(Wrapped(Identity), '/integration/me');
    expect(data.client.all_events).toBe(true);
  });
});

describe('5: a live token', () => {
  it('loses and regains scopes with its client at once', async () => {
    const subject = await addClient(gatehouse, home.organiser, {
      scopes: 'events:read orders:read',
    });
    const line = `client scopes ${subject.client_id}`;
    await gatehouse.make(Type.Object({}), line, 'orders:read tickets:read');
    await subject.refused(403, '/integration/events');
    expect((await subject.call('/integration/orders')).status).toBe(200);
    // The token was never given this one.
    await subject.refused(403, '/integration/events/gala/tickets');
    const { data } = await subject.read(Wrapped(Identity), '/integration/me');
    expect(data.client.scopes).toEqual(['orders:read']);
    await gatehouse.make(Type.Object({}), line, 'events:read');
    expect((await subject.call('/integration/events')).status).toBe(200);
  });

  it('ends with its client, whose subscriptions end too', async () => {
    const subject = await addClient(gatehouse, home.organiser);
    const created = await subject.post('/integration/webhooks', {
      url: 'http://127.0.0.1:9/',
      events: ['order.created'],
    });
    const hook = shaped(Wrapped(NewSubscription), await created.json()).data.reference;
    await gatehouse.make(Type.Object({}), `client revoke ${subject.client_id}`);
    const body = await subject.refused(401, '/integration/me');
    expect(body.code).toBe('auth.token_invalid');
    const { client_id, client_secret } = subject;
    const asked = askToken(gatehouse, {
      grant_type: 'client_credentials',
      client_id,
      client_secret,
    });
    await refusedToken(asked, 401, 'invalid_client');
    const listed = await gatehouse.make(
      Type.Object({ data: Type.Array(Type.Object({ reference: Type.String() })) }),
      `webhook list --organiser ${home.organiser}`,
    );
    expect(listed.data.find(({ reference: name }) => name === hook)).toMatchObject({
      is_active: false,
      disabled_reason: expect.stringMatching(/revoked/),
    });
  });

  it('is worth nothing while the plan does not include the API', async () => {
    const theirs = await addClient(gatehouse, away.organiser);
    await gatehouse.make(Made, `organiser plan ${away.organiser} free`);
    expect((await theirs.refused(403, '/integration/me')).code).toBe('plan.required');
    expect((await theirs.refused(403, '/integration/events')).code).toBe('plan.required');
    const { client_id, client_secret } = theirs;
    const asked = { grant_type: 'client_credentials', client_id, client_secret };
    await refusedToken(askToken(gatehouse, asked), 400, 'unauthorized_client');
    await gatehouse.make(Made, `organiser plan ${away.organiser} enterprise`);
    expect((await theirs.call('/integration/me')).status).toBe(200);
  });
});

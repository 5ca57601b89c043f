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
import { refusedToken } from '../../support/v1/refused-token.ts';
import { shaped } from '../../support/v1/shaped.ts';
import {
  Changes,
  Contact,
  EntryScan,
  ErrorBody,
  Event,
  EventDetails,
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

const reference = (row: { readonly reference: string }) => row.reference;
const bodyOf = async (answer: Response) => {
  const body = shaped(ErrorBody, await answer.json());
  return JSON.stringify({ ...body, request_id: '' });
};

describe('A request (5)', () => {
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
  ])('with the Authorization %s is refused with 401 and a challenge', async (authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await fetch(`${gatehouse.baseUrl}/integration/me`, { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(shaped(ErrorBody, await answer.json()).code).toMatch(/^auth\./);
  });

  it('may write the scheme of its token in any letter case', async () => {
    const headers = { authorization: `bearer ${client.token}` };
    expect((await fetch(`${gatehouse.baseUrl}/integration/me`, { headers })).status).toBe(200);
  });

  it('reaches what the scopes of its token allow, and nothing else', async () => {
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

describe('Organisers (5)', () => {
  it('with equal slugs each find their own event', async () => {
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

describe('A client limited to events (5)', () => {
  it('gets the same response for unknown, foreign and out of scope', async () => {
    for (const tail of [
      '',
      '/orders',
      '/tickets',
      '/scans',
      '/tickets?status=x&per_page=0',
      '/scans?updated_since=bad',
    ]) {
      const bodies: string[] = [];
      for (const key of [
        'evt_01arz3ndektsv4rrffq69g5fav',
        away.gala,
        home.ball,
        'ball',
        'none',
        '%00',
      ]) {
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
    const foreignTicket = away.ofGala.tickets[0]?.reference;
    await limited.refused(404, `/integration/tickets/${foreignTicket}?include_deleted=1`);
    await limited.refused(404, `/integration/events/gala/tickets?order=${away.ofGala.reference}`);
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
    // A walk that has already begun shows nothing of a withdrawn event either.
    const rest = await limited.read(Changes(OrderDetails), page.data.next_page_url ?? '');
    expect(rest.data.data.map(reference)).not.toContain(home.ofGala.reference);
    await gatehouse.make(Type.Object({}), `client events ${limited.client_id} all`);
    expect((await limited.read(List(Event), '/integration/events')).data.total).toBe(2);
    const { data } = await limited.read(Wrapped(Identity), '/integration/me');
    expect(data.client.all_events).toBe(true);
  });
});

describe('A live token (5)', () => {
  it('loses and regains scopes with its client at once', async () => {
    const subject = await addClient(gatehouse, home.organiser, {
      scopes: 'events:read orders:read',
    });
    const line = `client scopes ${subject.client_id}`;
    await gatehouse.make(Type.Object({}), line, 'orders:read tickets:read');
    await subject.refused(403, '/integration/events');
    expect((await subject.call('/integration/orders')).status).toBe(200);
    // The token was issued without this scope.
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

  it('is refused while the plan does not include the API', async () => {
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

import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  RotatedWebhookSecret,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from '../../../shared/resources/webhooks.ts';
import { WebhookDelivery } from '../../../shared/resources/webhook-deliveries.ts';
import { MAX_SUBSCRIPTIONS } from '../../../shared/contract/limits.ts';
import { changeEvents } from '../../../src-server/domain/access/clients.ts';
import { recordDispute } from '../../../src-server/domain/sales/disputes.ts';
import { createOrganiser } from '../../../src-server/domain/access/organisers.ts';
import { verifyWebhook } from '../../../src-server/webhooks/verify-webhook.ts';
import { ErrorBody } from '../../../shared/contract/errors.ts';
import { readBody } from '../../support/read-body.ts';
import {
  makeClient,
  makeEvent,
  makeOrder,
  makeTicketType,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';
import { Envelope, expectPayload } from '../../support/v1/payloads.ts';
import { shaped } from '../../support/v1/shaped.ts';
import {
  answerStatus,
  openReceiver,
  type Answer,
  type ReceivedRequest,
  type Receiver,
} from '../../support/webhooks/receiver.ts';

/** Managing subscriptions over the API: what an integrator does after a failure. */
const WEBHOOKS = '/integration/webhooks';
const One = Type.Object({ data: WebhookSubscription });
const Created = Type.Object({ data: WebhookSubscriptionWithSecret });
const Rotated = Type.Object({ data: RotatedWebhookSecret });
const Delivery = Type.Object({ data: WebhookDelivery });
const Log = Type.Object({
  data: Type.Object({
    data: Type.Array(WebhookDelivery),
    total: Type.Integer(),
    next_page_url: Type.Union([Type.String(), Type.Null()]),
  }),
});
const stripe = new Stripe('sk_test_none');

let host: TestServer;
let organiser: string;
let event: string;
let ticketType: string;
let client: TestClient;
let open: Receiver[];

beforeEach(async () => {
  open = [];
  host = await startTestServer({ webhookAllow: ['127.0.0.0/8'], webhookSchedule: '0.2' });
  const row = await host.database.write((tx) =>
    createOrganiser(tx, { name: 'Kulturhaus', plan: 'pro', email: null }),
  );
  organiser = row.reference;
  event = await makeEvent(host, organiser, 'gala');
  ticketType = await makeTicketType(host, event);
  client = await makeClient(host, organiser);
});
afterEach(async () => {
  await host[Symbol.asyncDispose]();
  for (const receiver of open) await receiver.close();
});

async function receiver(answer?: Answer): Promise<Receiver> {
  const opened = await openReceiver(answer);
  open.push(opened);
  return opened;
}

async function subscribe(url: string, of: TestClient = client, more: object = {}) {
  const events = ['order.created', 'charge.disputed'];
  const { data } = await readBody(await of.post(WEBHOOKS, { url, events, ...more }), Created);
  return { ...data, path: `${WEBHOOKS}/${data.reference}` };
}

const key = () => ({ 'idempotency-key': randomUUID() });

function patch(path: string, body: unknown, of: TestClient = client): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return of.call(path, { method: 'PATCH', body: JSON.stringify(body), headers });
}

function dispute(amount = 1) {
  const unknown = { dispute: null, charge: null, amount, reason: null };
  return host.database.write((tx) => recordDispute(tx, { organiser, ...unknown }));
}

async function logOf(path: string): Promise<readonly WebhookDelivery[]> {
  return (await readBody(await client.get(`${path}/deliveries`), Log)).data.data;
}

/** The log, once its newest delivery has reached its final state. */
async function settledLog(path: string): Promise<readonly WebhookDelivery[]> {
  return expect
    .poll(() => logOf(path), { timeout: 10_000 })
    .toSatisfy((log: readonly WebhookDelivery[]) => log[0]?.status !== 'pending')
    .then(() => logOf(path));
}

async function errorOf(response: Response | Promise<Response>, status: number) {
  const answer = await response;
  expect(answer.status).toBe(status);
  return shaped(ErrorBody, await answer.json());
}

/** The secrets that each way of checking accepts. */
function accepted(request: ReceivedRequest | undefined, secrets: readonly string[]) {
  if (request === undefined) throw new Error('expected a request');
  const { body, headers } = request;
  const header = String(headers['x-service-signature']);
  const standard = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(headers[name]),
    ]),
  );
  const nowSeconds = Number(headers['webhook-timestamp']);
  return secrets.map((secret) => [
    verifyWebhook({ secret, header, body, nowSeconds }).kind === 'genuine',
    passes(() => stripe.webhooks.constructEvent(body, header, secret, 1e9)),
    passes(() => new Webhook(secret).verify(body, standard)),
  ]);
}

function passes(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

const all = [true, true, true];
const none = [false, false, false];

describe('A subscription', () => {
  it("is readable by its client only: another client's, the console's and an unknown one are 404", async () => {
    const { path, reference, secret, ...created } = await subscribe('http://127.0.0.1:9/hook');
    const { data } = await readBody(await client.get(path), One);
    expect(data).toEqual({ reference, ...created });
    expect(JSON.stringify(data)).not.toContain(secret);
    const other = await makeClient(host, organiser);
    const line = `webhook create --organiser ${organiser} --url http://127.0.0.1:9/ --events order.created`;
    const console = await host.make(Type.Object({ reference: Type.String() }), line);
    const calls: readonly [TestClient, string][] = [
      [other, path],
      [client, `${WEBHOOKS}/${console.reference}`],
      [client, `${WEBHOOKS}/whk_01arz3ndektsv4rrffq69g5fav`],
      [client, `${WEBHOOKS}/%00`],
    ];
    const bodies: string[] = [];
    for (const [of, at] of calls) {
      for (const answer of [
        of.get(at),
        patch(at, { is_active: 7 }, of),
        of.post(`${at}/rotate-secret`, { overlap_seconds: -1 }),
        of.post(`${at}/test`, { event_name: 'no' }),
        of.get(`${at}/deliveries?per_page=0`),
        of.call(`${at}/deliveries/whd_x/redeliver`, { method: 'POST' }),
      ]) {
        bodies.push(JSON.stringify({ ...(await errorOf(answer, 404)), request_id: '' }));
      }
    }
    expect(new Set(bodies).size).toBe(1);
  });

  it('changes the fields that are sent and leaves the others', async () => {
    const { path, ...before } = await subscribe('http://127.0.0.1:9/hook');
    const events = ['ticket.scanned', 'ticket.scanned', 'order.created'];
    const { data } = await readBody(await patch(path, { events, unknown: 1 }), One);
    expect(data).toMatchObject({ url: before.url, events: ['ticket.scanned', 'order.created'] });
    const url = 'http://127.0.0.1:9/other';
    expect((await readBody(await patch(path, { url }), One)).data).toEqual({ ...data, url });
    expect((await readBody(await patch(path, {}), One)).data).toEqual({ ...data, url });
  });

  it('names every wrong field of a change, and changes nothing', async () => {
    const { path } = await subscribe('http://127.0.0.1:9/hook');
    const before = await (await client.get(path)).text();
    const body = { url: 'http://10.0.0.1/', events: ['order.*'], is_active: 'yes' };
    const { errors } = await errorOf(patch(path, body), 422);
    expect(Object.keys(errors ?? {}).toSorted()).toEqual(['events.0', 'is_active', 'url']);
    await errorOf(patch(path, { events: ['order.created'], is_active: null }), 422);
    expect(await (await client.get(path)).text()).toBe(before);
  });

  it('is switched off together with its pending deliveries, and gets new events once it is switched on', async () => {
    const endpoint = await receiver(answerStatus(500));
    const hook = await subscribe(endpoint.url);
    await dispute();
    await endpoint.received(1);
    const off = await readBody(await patch(hook.path, { is_active: false }), One);
    expect(off.data).toMatchObject({
      is_active: false,
      disabled_reason: 'Switched off over the API.',
    });
    host.clock.advance(60_000);
    await dispute();
    const [cancelled, ...others] = await logOf(hook.path);
    expect([cancelled?.status, others]).toEqual(['cancelled', []]);
    const made = endpoint.requests.length;
    const on = await readBody(await patch(hook.path, { is_active: true }), One);
    expect(on.data).toMatchObject({ is_active: true, disabled_reason: null });
    await dispute(7);
    await endpoint.received(made + 1);
    expect(endpoint.requests[made]?.body).toContain('"amount":7');
  });

  it('that was disabled after failures can be enabled by its client, with its failures reset', async () => {
    const endpoint = await receiver(answerStatus(500));
    const hook = await subscribe(endpoint.url);
    await dispute();
    const [failed] = await settledLog(hook.path);
    expect(failed).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(failed?.attempts).toHaveLength(2);
    const { data } = await readBody(await client.get(hook.path), One);
    expect(data.disabled_reason).toMatch(/^Repeated failures/);
    const answer = await readBody(await patch(hook.path, { is_active: true }), One);
    expect(answer.data).toMatchObject({ is_active: true, disabled_reason: null });
    const again = await readBody(await patch(hook.path, { is_active: true }), One);
    expect(again.data.is_active).toBe(true);
  });

  it('sends pending deliveries to its new url', async () => {
    const dead = await receiver(answerStatus(500));
    const hook = await subscribe(dead.url);
    await dispute(3);
    await dead.received(1);
    const endpoint = await receiver();
    expect((await patch(hook.path, { url: endpoint.url })).status).toBe(200);
    host.clock.advance(1_000);
    const [request] = await endpoint.received(1);
    expect(request?.headers['x-service-delivery']).toBe(
      dead.requests[0]?.headers['x-service-delivery'],
    );
  });
});

describe('Creating a subscription', () => {
  const url = 'http://127.0.0.1:9/hook';
  const events = ['order.created'];

  it('with an Idempotency-Key is done once: a repetition returns the same answer, including the secret', async () => {
    const header = key();
    const first = await client.post(WEBHOOKS, { url, events }, header);
    const again = await client.post(WEBHOOKS, { events, url }, header);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await client.post(WEBHOOKS, { url, events: ['ticket.scanned'] }, header);
    expect((await errorOf(other, 409)).code).toBe('idempotency.key_reused');
    const bad = client.post(WEBHOOKS, { url: 'no', events }, header);
    expect((await errorOf(bad, 409)).code).toBe('idempotency.key_reused');
    expect(await (await client.get(WEBHOOKS)).json()).toMatchObject({ data: { total: 1 } });
  });

  it('with one key in concurrent requests is done once', async () => {
    const header = key();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post(WEBHOOKS, { url, events }, header)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(await (await client.get(WEBHOOKS)).json()).toMatchObject({ data: { total: 1 } });
  });

  it('without a key is done every time; an empty or too long key is refused', async () => {
    await client.post(WEBHOOKS, { url, events });
    await client.post(WEBHOOKS, { url, events });
    for (const bad of ['', 'k'.repeat(201)]) {
      await errorOf(client.post(WEBHOOKS, { url, events }, { 'idempotency-key': bad }), 400);
    }
    expect(await (await client.get(WEBHOOKS)).json()).toMatchObject({ data: { total: 2 } });
  });

  it('is refused once its client has as many as it may have, until it deletes one', async () => {
    const other = await makeClient(host, organiser);
    const url = 'http://127.0.0.1:9/';
    const hooks = [];
    // The same address may be subscribed more than once: to other events, or pinned to another.
    for (let count = 0; count < MAX_SUBSCRIPTIONS; count += 1) hooks.push(await subscribe(url));
    const ask = () => client.post(WEBHOOKS, { url, events: ['order.created'] });
    const refused = await ask();
    expect(refused.status).toBe(422);
    const { errors } = await readBody(refused, ErrorBody);
    expect(errors?.['url']?.[0]).toContain(`${MAX_SUBSCRIPTIONS} webhook subscriptions`);
    await subscribe(url, other);
    await client.call(hooks[0]?.path ?? '', { method: 'DELETE' });
    expect((await ask()).status).toBe(201);
  });

  it('with an invalid body leaves the key unused', async () => {
    const header = key();
    await errorOf(client.post(WEBHOOKS, { url: 'no', events }, header), 422);
    expect((await client.post(WEBHOOKS, { url, events }, header)).status).toBe(201);
  });

  it('names every wrong field at once', async () => {
    const body = { url: 'foo', events: ['nope', 'order.created', 7], event: 'x' };
    const { message, errors = {} } = await errorOf(client.post(WEBHOOKS, body), 422);
    expect(Object.keys(errors).toSorted()).toEqual(['event', 'events.0', 'events.2', 'url']);
    expect(errors['events.0']?.[0]).toContain('order.created, order.refunded');
    expect(errors['event']?.[0]).toContain('evt_');
    expect(message).toMatch(/\(and 3 more errors\)$/);
    const limited = await makeClient(host, organiser, { events: [event] });
    const unpinned = await errorOf(limited.post(WEBHOOKS, { url: 'foo', events: [] }), 422);
    expect(Object.keys(unpinned.errors ?? {}).toSorted()).toEqual(['event', 'events', 'url']);
  });
});

describe('A test delivery', () => {
  it('is an example of the event, marked as a test, signed and logged', async () => {
    const endpoint = await receiver();
    const hook = await subscribe(endpoint.url);
    const answer = await client.post(`${hook.path}/test`, { event_name: 'ticket.scanned' });
    expect(answer.status).toBe(202);
    const { data } = await readBody(answer, Delivery);
    expect(data).toMatchObject({ event: 'ticket.scanned', status: 'pending', attempts: [] });
    const [request] = await endpoint.received(1);
    expect(accepted(request, [hook.secret, 'whsec_b3RoZXI='])).toEqual([all, none]);
    expect(request?.headers).toMatchObject({
      'x-service-event': 'ticket.scanned',
      'x-service-delivery': data.reference,
    });
    const { test, ...body } = JSON.parse(request?.body ?? '');
    expect(test).toBe(true);
    expectPayload('ticket.scanned', Object(shaped(Envelope, body).data));
    const [logged] = await settledLog(hook.path);
    expect(logged).toMatchObject({ reference: data.reference, status: 'delivered' });
    expect(logged?.attempts).toMatchObject([{ number: 1, response_code: 200 }]);
  });

  it('needs no body, and then uses the first event of the subscription', async () => {
    const endpoint = await receiver();
    const hook = await subscribe(endpoint.url);
    const answer = await client.call(`${hook.path}/test`, { method: 'POST' });
    expect((await readBody(answer, Delivery)).data.event).toBe('order.created');
    await endpoint.received(1);
  });

  it('that fails is not retried, and changes nothing else', async () => {
    const endpoint = await receiver(answerStatus(500));
    const hook = await subscribe(endpoint.url);
    await client.post(`${hook.path}/test`, {});
    const [logged] = await settledLog(hook.path);
    expect(logged).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(logged?.attempts).toMatchObject([{ status: 'failed', response_code: 500 }]);
    host.clock.advance(600_000);
    await dispute();
    await endpoint.received(2);
    expect(endpoint.requests[1]?.headers['x-service-event']).toBe('charge.disputed');
    expect((await readBody(await client.get(hook.path), One)).data.is_active).toBe(true);
  });

  it('is sent even if the subscription is switched off or its client has since been limited', async () => {
    const endpoint = await receiver();
    const hook = await subscribe(endpoint.url);
    await patch(hook.path, { is_active: false });
    await client.post(`${hook.path}/test`, {});
    await endpoint.received(1);
    await host.database.write((tx) => changeEvents(tx, client.clientId, [event]));
    await client.post(`${hook.path}/test`, { event_name: 'charge.disputed' });
    await endpoint.received(2);
    expect((await readBody(await client.get(hook.path), One)).data.is_active).toBe(false);
  });

  it('with an Idempotency-Key is made once', async () => {
    const endpoint = await receiver();
    const hook = await subscribe(endpoint.url);
    const other = await subscribe(endpoint.url);
    const header = key();
    const answers = [
      await client.post(`${hook.path}/test`, {}, header),
      await client.post(`${hook.path}/test`, {}, header),
    ];
    const [first, again] = await Promise.all(answers.map((answer) => answer.text()));
    expect(again).toBe(first);
    await errorOf(client.post(`${other.path}/test`, {}, header), 409);
    await settledLog(hook.path);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('of an unknown event is refused with the list of events', async () => {
    const hook = await subscribe('http://127.0.0.1:9/hook');
    const { errors } = await errorOf(
      client.post(`${hook.path}/test`, { event_name: 'ticket.deleted' }),
      422,
    );
    expect(errors?.['event_name']?.[0]).toContain('order.created');
  });
});

describe('The delivery log', () => {
  it('is paged like every list, newest first', async () => {
    const endpoint = await receiver();
    const hook = await subscribe(endpoint.url);
    for (const amount of [1, 2, 3]) await dispute(amount);
    await endpoint.received(3);
    await makeOrder(host, { event, ticketType });
    await endpoint.received(4);
    const first = await readBody(await client.get(`${hook.path}/deliveries?per_page=3`), Log);
    expect(first.data.total).toBe(4);
    expect(first.data.data.map((delivery) => delivery.event)).toEqual([
      'order.created',
      'charge.disputed',
      'charge.disputed',
    ]);
    const second = await readBody(await client.get(first.data.next_page_url ?? ''), Log);
    expect(second.data.data).toHaveLength(1);
    const references = [...first.data.data, ...second.data.data].map(({ reference }) => reference);
    expect(references.toSorted()).toEqual(
      endpoint.requests.map(({ headers }) => String(headers['x-service-delivery'])).toSorted(),
    );
  });

  it('shows only deliveries of its subscription', async () => {
    const hooks = [
      await subscribe((await receiver()).url),
      await subscribe((await receiver()).url, client, { event }),
    ];
    await dispute();
    await open[0]?.received(1);
    expect(await Promise.all(hooks.map(async ({ path }) => (await logOf(path)).length))).toEqual([
      1, 0,
    ]);
  });
});

describe('A redelivery', () => {
  it('has the same reference and body and the current secret, also while switched off', async () => {
    let status = 500;
    const endpoint = await receiver((request, response) => answerStatus(status)(request, response));
    const hook = await subscribe(endpoint.url);
    await dispute();
    const [failed] = await settledLog(hook.path);
    status = 200;
    const rotated = await readBody(
      await client.post(`${hook.path}/rotate-secret`, { overlap_seconds: 0 }),
      Rotated,
    );
    const made = endpoint.requests.length;
    const path = `${hook.path}/deliveries/${failed?.reference}/redeliver`;
    const answer = await client.call(path, { method: 'POST' });
    expect(answer.status).toBe(202);
    expect((await readBody(answer, Delivery)).data.reference).toBe(failed?.reference);
    const request = (await endpoint.received(made + 1))[made];
    expect(request?.body).toBe(endpoint.requests[0]?.body);
    expect(request?.headers['x-service-delivery']).toBe(failed?.reference);
    expect(accepted(request, [rotated.data.secret, hook.secret])).toEqual([all, none]);
    await expect.poll(async () => (await logOf(hook.path))[0]?.status).toBe('delivered');
    expect((await readBody(await client.get(hook.path), One)).data.is_active).toBe(false);
  });

  it("of another subscription's delivery is 404", async () => {
    const endpoint = await receiver();
    const hook = await subscribe(endpoint.url);
    const other = await subscribe('http://127.0.0.1:9/hook');
    await dispute();
    await endpoint.received(1);
    const [delivery] = await logOf(hook.path);
    for (const at of [other.path, hook.path.replace(hook.reference, `whk_${'0'.repeat(26)}`)]) {
      const path = `${at}/deliveries/${delivery?.reference}/redeliver`;
      await errorOf(client.call(path, { method: 'POST' }), 404);
    }
    await errorOf(client.call(`${hook.path}/deliveries/whd_no/redeliver`, { method: 'POST' }), 404);
  });
});

describe('A rotation of the secret', () => {
  it('signs with both secrets during the overlap, and with the new one alone after it', async () => {
    const endpoint = await receiver();
    const hook = await subscribe(endpoint.url);
    const answer = await client.post(`${hook.path}/rotate-secret`, { overlap_seconds: 240 });
    const { data } = await readBody(answer, Rotated);
    expect(data).toMatchObject({ reference: hook.reference, is_active: true });
    expect(data.secret).toMatch(/^whsec_/);
    expect(data.secret).not.toBe(hook.secret);
    const secrets = [data.secret, hook.secret];
    await dispute();
    const [during] = await endpoint.received(1);
    expect(during?.headers['x-service-signature']).toMatch(/^t=\d+(?:,v1=[0-9a-f]{64}){2}$/);
    expect(String(during?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(accepted(during, [...secrets, 'whsec_b3RoZXI='])).toEqual([all, all, none]);
    const until = Date.parse(data.former_secrets_until ?? '');
    expect(Math.abs(until - Date.now() - 240_000)).toBeLessThan(60_000);
    host.clock.advance(240_000);
    await dispute();
    const [, after] = await endpoint.received(2);
    expect(accepted(after, secrets)).toEqual([all, none]);
    expect(after?.headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  });

  it('overlaps for a day unless asked otherwise, and 0 ends every former secret at once', async () => {
    const endpoint = await receiver();
    const hook = await subscribe(endpoint.url);
    const first = await readBody(
      await client.call(`${hook.path}/rotate-secret`, { method: 'POST' }),
      Rotated,
    );
    const until = Date.parse(first.data.former_secrets_until ?? '');
    expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000);
    const last = await readBody(
      await client.post(`${hook.path}/rotate-secret`, { overlap_seconds: 0 }),
      Rotated,
    );
    expect(last.data.former_secrets_until).toBeNull();
    await dispute();
    const [request] = await endpoint.received(1);
    const secrets = [last.data.secret, first.data.secret, hook.secret];
    expect(accepted(request, secrets)).toEqual([all, none, none]);
  });

  it('whose answer was lost can be repeated with its key; without a key the first secret still signs', async () => {
    const endpoint = await receiver();
    const hook = await subscribe(endpoint.url);
    const path = `${hook.path}/rotate-secret`;
    const header = key();
    const answers = [
      await (await client.post(path, {}, header)).text(),
      await (await client.post(path, {}, header)).text(),
    ];
    expect(answers[1]).toBe(answers[0]);
    await client.post(path, {});
    await dispute();
    const [request] = await endpoint.received(1);
    expect(accepted(request, [hook.secret])).toEqual([all]);
  });

  it('is refused once six secrets would sign, until the overlap is over', async () => {
    const hook = await subscribe('http://127.0.0.1:9/hook');
    const path = `${hook.path}/rotate-secret`;
    for (let count = 0; count < 5; count += 1) {
      expect((await client.post(path, {})).status).toBe(200);
    }
    const { errors } = await errorOf(client.post(path, {}), 422);
    expect(Object.keys(errors ?? {})).toEqual(['overlap_seconds']);
    expect((await client.post(path, { overlap_seconds: 0 })).status).toBe(200);
    expect((await client.post(path, {})).status).toBe(200);
  });

  it.each([-1, 604_801, 1.5, '1', null])('does not overlap for %j', async (overlap_seconds) => {
    const hook = await subscribe('http://127.0.0.1:9/hook');
    const { errors } = await errorOf(
      client.post(`${hook.path}/rotate-secret`, { overlap_seconds }),
      422,
    );
    expect(Object.keys(errors ?? {})).toEqual(['overlap_seconds']);
  });
});

describe('Own headers of a subscription', () => {
  const token = 'Bearer s3cret-of-the-endpoint';
  const headers = { Authorization: token, 'X-Tenant': 'hall 7' };

  it('come with every request, and are shown nowhere, not even where the endpoint repeats them', async () => {
    const echo = await receiver(({ headers: got }, response) => {
      response.end(`you sent ${got.authorization}`);
    });
    const { path, ...created } = await subscribe(echo.url, client, { headers });
    await dispute();
    const [request] = await echo.received(1);
    expect(request?.headers).toMatchObject({ authorization: token, 'x-tenant': 'hall 7' });
    const [delivery] = await settledLog(path);
    expect(delivery?.attempts[0]?.response_body).toBe('you sent …');
    const read = await (await client.get(path)).text();
    const listed = await (await client.get(WEBHOOKS)).text();
    const rows = await host.database.read(async (tx) => [
      await tx.db.selectFrom('webhook_subscriptions').selectAll().execute(),
      await tx.db.selectFrom('webhook_attempts').selectAll().execute(),
      await tx.db.selectFrom('idempotency_keys').selectAll().execute(),
    ]);
    for (const text of [JSON.stringify(created), read, listed, ...rows.map(binaryText)]) {
      expect(text).not.toContain('s3cret');
    }
  });

  it('are replaced as a whole, removed by null, and do not follow to another origin', async () => {
    const [first, second] = [await receiver(), await receiver()];
    const { path } = await subscribe(first.url, client, { headers });
    const sent = async (to: Receiver, count: number) => {
      await dispute();
      const { authorization, 'x-tenant': tenant } =
        (await to.received(count)).at(-1)?.headers ?? {};
      await settledLog(path);
      return [authorization, tenant];
    };
    await patch(path, { headers: { 'X-Tenant': 'hall 8' } });
    expect(await sent(first, 1)).toEqual([undefined, 'hall 8']);
    await patch(path, { url: `${first.url}/elsewhere` });
    expect(await sent(first, 2)).toEqual([undefined, 'hall 8']);
    await patch(path, { url: second.url });
    expect(await sent(second, 1)).toEqual([undefined, undefined]);
    await patch(path, { headers });
    expect(await sent(second, 2)).toEqual([token, 'hall 7']);
    await patch(path, { headers: null });
    expect(await sent(second, 3)).toEqual([undefined, undefined]);
  });

  it.each([
    { Host: 'evil.example' },
    { 'Content-Length': '0' },
    { 'X-': 'nothing' },
    { 'X-Line': 'one\r\nX-Two: two' },
    { 'X-Blank': ' ' },
    { 'X-Long': 'x'.repeat(1_025) },
    { 'X-Twice': 'a', 'x-twice': 'b' },
    Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`X-H${index}`, 'a'])),
  ])('are refused if they would be %j', async (wrong) => {
    const { url } = await receiver();
    const response = await client.post(WEBHOOKS, {
      url,
      events: ['charge.disputed'],
      headers: wrong,
    });
    expect(response.status).toBe(422);
    const { errors } = await readBody(response, ErrorBody);
    expect(Object.keys(errors ?? {})).toEqual(['headers']);
  });

  it('never replace what a delivery says of itself', async () => {
    const { url, received } = await receiver();
    await subscribe(url, client, {
      headers: { 'X-Service-Signature': 'forged', 'x-service-event': 'forged' },
    });
    await dispute();
    const [request] = await received(1);
    expect(request?.headers['x-service-event']).toBe('charge.disputed');
    expect(request?.headers['x-service-signature']).toMatch(/^t=\d+,v1=/);
  });
});

describe('What a subscription missed', () => {
  it('is listed, and sent again in a range once it is switched on', async () => {
    let isDown = true;
    const flaky = await receiver((_request, response) => {
      response.writeHead(isDown ? 503 : 200).end();
    });
    const { path } = await subscribe(flaky.url);
    await dispute(1);
    await expect
      .poll(async () => (await readBody(await client.get(path), One)).data.is_active, {
        timeout: 10_000,
      })
      .toBe(false);
    await dispute(2);
    const between = (await logOf(path))[0]?.created_at ?? '';
    await dispute(3);
    const missed = async (query = '') =>
      (await readBody(await client.get(`${path}/missed${query}`), Log)).data;
    expect((await missed()).data.map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
      'failed',
    ]);
    expect((await missed(`?since=${between}`)).total).toBe(2);
    const send = (body: object = {}) => client.post(`${path}/missed/send`, body, key());
    expect((await send()).status).toBe(422);

    isDown = false;
    await patch(path, { is_active: true });
    const before = flaky.requests.length;
    const part = await (await send({ until: between })).json();
    expect(part).toEqual({ data: { deliveries: 1, is_complete: true } });
    await flaky.received(before + 1);
    const rest = await (await send({ since: between })).json();
    expect(rest).toEqual({ data: { deliveries: 2, is_complete: true } });
    const sent = (await flaky.received(before + 3)).slice(before);
    const amounts = sent.map(({ body }): number => JSON.parse(body).data.amount);
    expect(new Set(amounts)).toEqual(new Set([1, 2, 3]));
    expect(amounts[0]).toBe(1);
    await expect.poll(async () => (await missed()).total, { timeout: 10_000 }).toBe(0);
  });

  it('is not what happened after its client switched it off, and nobody else sees it', async () => {
    const { path } = await subscribe((await receiver()).url);
    await patch(path, { is_active: false });
    await dispute();
    expect((await readBody(await client.get(`${path}/missed`), Log)).data.total).toBe(0);
    const other = await makeClient(host, organiser);
    expect((await other.get(`${path}/missed`)).status).toBe(404);
    expect((await other.post(`${path}/missed/send`, {}, key())).status).toBe(404);
    const wrong = await client.get(`${path}/missed?since=yesterday`);
    expect(wrong.status).toBe(422);
  });
});

/** Of rows, with what is binary in them as text. */
function binaryText(rows: unknown): string {
  return JSON.stringify(rows, (_name, value: unknown) => {
    const bytes = Object(value);
    return bytes.type === 'Buffer' ? Buffer.from(bytes.data).toString('latin1') : value;
  });
}

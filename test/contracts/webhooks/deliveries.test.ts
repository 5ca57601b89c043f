import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebhookSubscriptionWithSecret } from '../../../shared/resources/webhooks.ts';
import { runCommandLine } from '../../../src-server/cli/run-command-line.ts';
import type { EventGrant } from '../../../src-server/domain/access/clients.ts';
import { changeEvents, revokeClient } from '../../../src-server/domain/access/clients.ts';
import { recordDispute } from '../../../src-server/domain/sales/disputes.ts';
import { createOrganiser, updateOrganiser } from '../../../src-server/domain/access/organisers.ts';
import { findSubscription, listDeliveries } from '../../support/webhooks/read-webhooks.ts';
import {
  createConsoleSubscription,
  enableSubscription,
} from '../../../src-server/webhooks/management/webhook-subscriptions.ts';
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
import {
  answerOk,
  answerStatus,
  openReceiver,
  openRequestCounter,
  type Answer,
  type Receiver,
} from '../../support/webhooks/receiver.ts';

const Created = Type.Object({ data: WebhookSubscriptionWithSecret });
const stripe = new Stripe('sk_test_none');

let host: TestServer;
let organiser: string;
let event: string;
let ticketType: string;
let open: Pick<Receiver, 'close'>[];

beforeEach(async () => {
  open = [];
  host = await startTestServer({ webhookAllow: ['127.0.0.0/8'], webhookSchedule: '0.2,0.3' });
  const row = await host.database.write((tx) =>
    createOrganiser(tx, { name: 'Kulturhaus', plan: 'pro', email: 'desk@kulturhaus.example' }),
  );
  organiser = row.reference;
  event = await makeEvent(host, organiser, 'gala');
  ticketType = await makeTicketType(host, event);
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

async function subscribe(client: TestClient, url: string, more: object = {}) {
  const events = ['order.created', 'charge.disputed'];
  const response = await client.post('/integration/webhooks', { url, events, ...more });
  return (await readBody(response, Created)).data;
}

function consoleHook(url: string) {
  const input = { endpoint: { url }, events: ['order.created'], event: null } as const;
  return host.database.write((tx) => createConsoleSubscription(tx, organiser, input));
}

/** Creates an order over the second connection, as the command line does beside a running server. */
const order = (of = { event, ticketType }) =>
  makeOrder(host, of.event === event ? { event, ticketType } : of);

function dispute() {
  const unknown = { dispute: null, charge: null, amount: 1, reason: null };
  return host.database.write((tx) => recordDispute(tx, { organiser, ...unknown }));
}

const logOf = (reference: string) => host.database.read((tx) => listDeliveries(tx, reference));

const stateOf = (reference: string) => host.database.read((tx) => findSubscription(tx, reference));

function clientOf(events: EventGrant = 'all'): Promise<TestClient> {
  return makeClient(host, organiser, { events });
}

describe('A subscription made over the API', () => {
  it('receives a signed delivery of what another process did, verified by independent libraries', async () => {
    const endpoint = await receiver();
    const { secret } = await subscribe(await clientOf(), endpoint.url);
    const made = await order();
    const [request] = await endpoint.received(1);
    if (request === undefined) throw new Error('expected a request');
    const header = String(request.headers['x-service-signature']);
    expect(stripe.webhooks.constructEvent(request.body, header, secret)).toMatchObject({
      event: 'order.created',
      data: { order: made },
    });
    const { headers } = request;
    const standard = {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    };
    expect(new Webhook(secret).verify(request.body, standard)).toMatchObject({
      data: { order: made },
    });
    expect(headers['x-service-delivery']).toMatch(/^whd_/);
    expect(headers['x-service-event']).toBe('order.created');
  });

  it('receives nothing after it was deleted, not even retries', async () => {
    const endpoint = await receiver(answerStatus(500));
    const client = await clientOf();
    const hook = await subscribe(client, endpoint.url);
    await order();
    await endpoint.received(1);
    const response = await client.call(`/integration/webhooks/${hook.reference}`, {
      method: 'DELETE',
    });
    expect(response.status).toBe(200);
    const made = endpoint.requests.length;
    const other = await receiver();
    await consoleHook(other.url);
    host.clock.advance(60_000);
    for (const count of [1, 2]) {
      await order();
      await other.received(count);
    }
    expect(endpoint.requests).toHaveLength(made);
  });

  it('is deactivated with a reason when its client is revoked', async () => {
    const endpoint = await receiver();
    const other = await receiver();
    const client = await clientOf();
    const hook = await subscribe(client, endpoint.url);
    await consoleHook(other.url);
    await host.database.write((tx) => revokeClient(tx, client.clientId));
    await order();
    await other.received(1);
    expect(await stateOf(hook.reference)).toMatchObject({
      is_active: false,
      disabled_reason: 'The API client was revoked.',
    });
    expect(await logOf(hook.reference)).toEqual([]);
  });

  it('of a client that was limited later receives only deliveries of its events, and none without an event', async () => {
    const other = await makeEvent(host, organiser, 'other');
    const otherType = await makeTicketType(host, other);
    const client = await clientOf();
    const endpoint = await receiver();
    await subscribe(client, endpoint.url);
    await host.database.write((tx) => changeEvents(tx, client.clientId, [event]));
    await dispute();
    await order({ event: other, ticketType: otherType });
    const mine = await order();
    await endpoint.received(1);
    await host.database.write((tx) => changeEvents(tx, client.clientId, [other]));
    await order();
    const theirs = await order({ event: other, ticketType: otherType });
    await endpoint.received(2);
    const orders = endpoint.requests.map(({ body }): unknown => JSON.parse(body).data.order);
    expect(orders).toEqual([mine, theirs]);
  });

  it('that is pinned to an event receives only that event', async () => {
    const other = await makeEvent(host, organiser, 'other');
    const otherType = await makeTicketType(host, other);
    const endpoint = await receiver();
    await subscribe(await clientOf([event]), endpoint.url, { event });
    await dispute();
    await order({ event: other, ticketType: otherType });
    const mine = await order();
    await endpoint.received(1);
    expect(endpoint.requests.map(({ body }): unknown => JSON.parse(body).data.order)).toEqual([
      mine,
    ]);
  });

  it('keeps receiving when the plan lapses', async () => {
    const endpoint = await receiver();
    await subscribe(await clientOf(), endpoint.url);
    await host.database.write((tx) => updateOrganiser(tx, organiser, { plan: 'free' }));
    await order();
    await endpoint.received(1);
  });

  it.each([
    ['http://10.0.0.1/', 'public'],
    ['http://[::1]/', 'public'],
    ['http://169.254.169.254/latest', 'public'],
    ['https://user:pass@127.0.0.1/', 'credentials'],
    ['ftp://127.0.0.1/', 'http'],
    ['http://no-such-host.invalid/', 'no address'],
  ])('is refused for %s', async (url, reason) => {
    const client = await clientOf();
    const response = await client.post('/integration/webhooks', { url, events: ['order.created'] });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: 'validation.failed',
      errors: { url: [expect.stringContaining(reason)] },
    });
  });
});

describe('An endpoint that fails', () => {
  it('is retried with the same id and bytes and a fresh signature, then deactivated, and the organiser is informed', async () => {
    const endpoint = await receiver(
      answerStatus(302, { Location: 'https://hooks.example/secret-target' }),
    );
    const hook = await consoleHook(`${endpoint.url}/secret-path`);
    await order();
    await endpoint.received(3);
    await expect
      .poll(() => stateOf(hook.reference), { timeout: 20_000 })
      .toMatchObject({ is_active: false });
    const same = endpoint.requests.map(({ headers, body }) =>
      [headers['x-service-delivery'], body].join(),
    );
    expect(new Set(same).size).toBe(1);
    const [entry] = await logOf(hook.reference);
    expect(entry).toMatchObject({ status: 'failed', next_attempt_at: null });
    const redirected = {
      response_code: 302,
      response_body: 'status 302',
      error: expect.stringMatching(/^redirect: .* https:\/\/hooks\.example\/secret-target$/),
    };
    expect(entry?.attempts).toMatchObject([redirected, redirected, redirected]);
    const folder = join(host.data, 'mail');
    const mails = () => {
      try {
        return readdirSync(folder).filter((name) => name.endsWith('.eml'));
      } catch {
        return [];
      }
    };
    await expect.poll(mails, { timeout: 20_000 }).toHaveLength(1);
    const mail = readFileSync(join(folder, mails()[0] ?? ''), 'utf8');
    expect(mail).toContain('To: desk@kulturhaus.example');
    expect(mail).toContain(hook.reference);
    expect(mail).toContain('status 302');
    expect(mail).not.toContain('secret-');
  });

  it('is logged whatever its bytes are, and has its event once it has said 200', async () => {
    const answers = ['\0\u0001\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na\0b'];
    const endpoint = await openRequestCounter((socket, number) =>
      socket.end(answers[number - 1] ?? ''),
    );
    open.push(endpoint);
    const hook = await consoleHook(endpoint.url);
    await order();
    const delivered = async () => (await logOf(hook.reference))[0];
    await expect.poll(delivered, { timeout: 20_000 }).toMatchObject({
      status: 'delivered',
      attempts: [
        { status: 'failed', error: expect.stringMatching(/^response\.malformed: .*\\u0000/) },
        {
          status: 'delivered',
          response_code: 200,
          response_body: 'a\uFFFDb',
          error: 'response.incomplete: The response stopped after 3 of 9 bytes.',
        },
      ],
    });
    expect(endpoint.requests()).toBe(2);
  });

  it('resumes for new events after it was re-enabled', async () => {
    let status = 500;
    const endpoint = await receiver((request, response) => answerStatus(status)(request, response));
    const hook = await consoleHook(endpoint.url);
    const missed = await order();
    await expect
      .poll(() => stateOf(hook.reference), { timeout: 20_000 })
      .toMatchObject({ is_active: false });
    status = 200;
    await host.database.write((tx) => enableSubscription(tx, hook.reference));
    const before = endpoint.requests.length;
    const fresh = await order();
    await endpoint.received(before + 1);
    const orders = endpoint.requests
      .slice(before)
      .map(({ body }): unknown => JSON.parse(body).data.order);
    expect(orders).toEqual([fresh]);
    expect(fresh).not.toBe(missed);
  });
});

describe('100 endpoints that hang', () => {
  it('do not delay one that works', { tags: ['long'] }, async () => {
    const dead = await receiver(() => undefined);
    const hooks: Awaited<ReturnType<typeof consoleHook>>[] = [];
    for (let index = 0; index < 100; index += 1)
      hooks.push(await consoleHook(`${dead.url}/${index}`));
    const live = await receiver(answerOk);
    await consoleHook(live.url);
    const endedAttempts = async () => {
      const logs = await Promise.all(hooks.map(({ reference }) => logOf(reference)));
      return logs.flatMap((log) => log.flatMap(({ attempts }) => attempts)).length;
    };
    let rounds = 0;
    // As many as a machine gets done, of 20, before the requests that hang end by their time-out of 15 seconds.
    for (; rounds < 20 && (await endedAttempts()) === 0; rounds += 1) {
      await order();
      await live.received(rounds + 1);
    }
    expect(rounds).toBeGreaterThan(2);
    await dead.received(100);
    expect(host.log.filter((line) => line.includes('deactivated'))).toEqual([]);
  });
});

async function run(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(words, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    environment: host.environment,
    flushed: () => Promise.resolve(),
    stopRequested: () => Promise.resolve(),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('the command line', () => {
  it('creates, lists, redelivers and enables subscriptions, and shows their logs', async () => {
    let status = 500;
    const endpoint = await receiver((request, response) => answerStatus(status)(request, response));
    const flags = ['--organiser', organiser, '--url', endpoint.url, '--events', 'order.created'];
    const created = JSON.parse((await run('webhook', 'create', ...flags, '--json')).out);
    expect(created).toMatchObject({ is_active: true, secret: expect.stringMatching(/^whsec_/) });
    await order();
    await expect
      .poll(() => stateOf(created.reference), { timeout: 20_000 })
      .toMatchObject({ is_active: false });
    const listed = await run('webhook', 'list', '--organiser', organiser);
    expect(listed.out).toContain(created.reference);
    expect(listed.out).toContain('inactive');
    const log = JSON.parse((await run('webhook', 'deliveries', created.reference, '--json')).out);
    expect(log).toMatchObject({ data: [{ event: 'order.created', status: 'failed' }] });
    expect(log.data[0].attempts).toHaveLength(3);
    status = 204;
    await run('webhook', 'redeliver', log.data[0].reference);
    await endpoint.received(4);
    await expect
      .poll(() => logOf(created.reference), { timeout: 20_000 })
      .toMatchObject([{ status: 'delivered', attempts: [{}, {}, {}, { response_code: 204 }] }]);
    const table = await run('webhook', 'deliveries', created.reference);
    expect(table.out.split('\n')).toHaveLength(5);
    expect(await run('webhook', 'enable', created.reference)).toMatchObject({ code: 0 });
    expect(await stateOf(created.reference)).toMatchObject({ is_active: true });
  });

  it('rotates the secret of a subscription', async () => {
    const hook = await consoleHook('http://127.0.0.1:9/');
    const rotated = await run('webhook', 'rotate-secret', hook.reference, '--json');
    const { reference, secret, former_secrets_until } = JSON.parse(rotated.out);
    expect(reference).toBe(hook.reference);
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(hook.secret);
    const day = Date.parse(former_secrets_until) - Date.now();
    expect(Math.abs(day - 86_400_000)).toBeLessThan(60_000);
    const ended = await run('webhook', 'rotate-secret', hook.reference, '--overlap', '0', '--json');
    expect(JSON.parse(ended.out)).toMatchObject({ former_secrets_until: null });
    const long = await run('webhook', 'rotate-secret', hook.reference, '--overlap', '604801');
    expect(long).toMatchObject({ code: 2, err: expect.stringContaining('from 0 to 604800') });
  });

  it('reports errors in a sentence', async () => {
    const create = (url: string, events: string) =>
      run('webhook', 'create', '--organiser', organiser, '--url', url, '--events', events);
    expect(await create('http://10.0.0.1/', 'order.created')).toMatchObject({
      code: 1,
      err: expect.stringContaining('not a public address'),
    });
    expect(await create('http://127.0.0.1/', 'order.*')).toMatchObject({
      code: 1,
      err: expect.stringContaining('order.*'),
    });
    const unknown = await run('webhook', 'redeliver', 'whd_01kyvbnvq0g7m3x9r2c5t8w4ez');
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('no webhook delivery') });
  });
});

it('metrics of the queue and of attempts are exported', async () => {
  const endpoint = await receiver();
  const hook = await consoleHook(endpoint.url);
  await order();
  await endpoint.received(1);
  await expect
    .poll(() => logOf(hook.reference), { timeout: 20_000 })
    .toMatchObject([{ status: 'delivered' }]);
  const text = await (await fetch(`${host.server.authUrl}/metrics`)).text();
  expect(text).toContain('gatehouse_webhook_queue_depth 0\n');
  expect(text).toContain('gatehouse_webhook_oldest_due_seconds 0\n');
  expect(text).toContain('gatehouse_webhook_attempts_total{outcome="delivered"} 1\n');
  expect(text).toContain('gatehouse_webhook_attempt_seconds_count 1\n');
});

it('an allow list is logged', () => {
  expect(host.log.some((line) => line.includes('an allow list is set'))).toBe(true);
});

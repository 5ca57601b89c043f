import { randomUUID } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorBody } from '../../../shared/contract/errors.ts';
import { heartbeat } from '../../../src-server/examples/stations.ts';
import { exampleCall } from '../../../src-server/examples/calls.ts';
import { errorStatuses } from '../../../src-server/docs/responses.ts';
import { operations, routeTable, type OperationId } from '../../../shared/resources/route-table.ts';
import type { RouteContract } from '../../../shared/resources/route-contract.ts';
import { readEnrolmentCode } from '../../../shared/ticket-code/enrolment-code.ts';
import { enrolStation } from '../../../src-server/domain/access/enrol-station.ts';
import { createQuestion } from '../../../src-server/domain/events/questions.ts';
import { createLocation } from '../../../src-server/domain/events/locations.ts';
import { createSession } from '../../../src-server/domain/events/sessions.ts';
import { formatInstant, instantFromMillis } from '../../../shared/instant.ts';
import { AdmissionVerdict } from '../../../shared/resources/scans.ts';
import { readBody, TokenBody } from '../../support/read-body.ts';
import {
  clientWith,
  makeDoor,
  makeOrder,
  requestToken,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../../support/test-server.ts';

let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let tickets: string[];

beforeAll(async () => {
  host = await startTestServer({
    webhookAllow: ['127.0.0.0/8'],
    smtpUrl: 'smtp://127.0.0.1:9',
  });
  door = await makeDoor(host, 3);
  const { event, ticketType } = door;
  const now = instantFromMillis(Date.now());
  await host.database.write(async (tx) => {
    await createLocation(tx, { event, name: 'North Gate' });
    await createQuestion(tx, {
      event,
      key: 'diet',
      label: 'Diet?',
      type: 'multiselect',
      options: ['Vegan', 'Halal'],
    });
    const times = { starts_at: now, ends_at: instantFromMillis(Date.now() + 3_600_000) };
    await createSession(tx, event, { name: 'Evening', ...times });
  });
  await makeOrder(host, { event, ticketType, quantity: 2, email: 'grace@example.org' });
  tickets = await ticketsOf(host, event);
});
afterAll(() => host[Symbol.asyncDispose]());

const key = () => ({ 'idempotency-key': randomUUID() });
const SINCE = 'updated_since=1970-01-01T00:00:00Z&per_page=1';

/** Each operation's answers, one call per kind of answer. */
const calls: Record<OperationId, () => Promise<Response>[]> = {
  readIdentity: () => [door.client.get('/integration/me')],
  listEvents: () => lists('/integration/events'),
  readEvent: () => [
    door.client.get(`/integration/events/${door.event}`),
    door.client.get('/integration/events/gala'),
  ],
  listEventOrders: () => lists(`/integration/events/${door.event}/orders`),
  listOrders: () => lists('/integration/orders'),
  readOrder: () => [door.client.get(`/integration/orders/${door.order}`)],
  placeOrder: () => [
    door.client.post(
      '/integration/events/gala/orders',
      {
        ticket_type: door.ticketType,
        email: 'new@example.org',
        last_name: 'New',
        payment_method: 'cash',
      },
      key(),
    ),
  ],
  sendOrder: () => [door.client.post(`/integration/orders/${door.order}/send`, {})],
  cancelOrder: () => [
    freshOrder().then((order) =>
      door.client.post(`/integration/orders/${order}/cancel`, { reason: 'Rain' }, key()),
    ),
  ],
  refundOrder: () => [
    freshOrder().then((order) =>
      door.client.post(`/integration/orders/${order}/refund`, { amount: 1 }, key()),
    ),
  ],
  updateTicket: () => [
    door.client.call(`/integration/tickets/${tickets[1]}`, {
      method: 'PATCH',
      body: JSON.stringify({ seat_label: 'C 3', holder: { email: 'other@example.org' } }),
      headers: { 'content-type': 'application/json' },
    }),
  ],
  reissueTicket: () => [
    door.client.call(`/integration/tickets/${tickets[1]}/reissue`, {
      method: 'POST',
      headers: key(),
    }),
  ],
  readTicketPdf: () => [door.client.get(`/integration/tickets/${tickets[1]}/ticket.pdf`)],
  readTicketQrImage: () => [door.client.get(`/integration/tickets/${tickets[1]}/qr.png`)],
  readTicketQrDrawing: () => [door.client.get(`/integration/tickets/${tickets[1]}/qr.svg`)],
  listTickets: () => [
    ...lists(`/integration/events/${door.event}/tickets`),
    ...lists(`/integration/events/${door.event}/tickets?include=answers&order=${door.order}`),
  ],
  readTicket: () => [door.client.get(`/integration/tickets/${tickets[0]}`)],
  listScans: () => lists(`/integration/events/${door.event}/scans`),
  listReleases: () => lists(`/integration/events/${door.event}/releases`),
  listDoorAnswers: () => lists(`/scanner/events/${door.event}/answers`),
  readAttendance: () => [door.client.get(`/integration/events/${door.event}/attendance`)],
  releaseScan: () => [releaseLast()],
  uploadReleases: () => [
    door.client.post('/scanner/releases', { items: [released(tickets[1] ?? ''), { nonsense: 1 }] }),
  ],
  listContacts: () => [
    ...lists('/integration/contacts'),
    ...lists('/integration/contacts?email=ADA%40Example.org'),
  ],
  readContact: () => [readFirstContact()],
  upsertContact: () => [upsert('new@example.org'), upsert('ada@example.org')],
  checkIn: () => [checkInTwice()],
  listWebhooks: () => [door.client.get('/integration/webhooks')],
  createWebhook: () => [createWebhook()],
  readWebhook: () => [webhook().then((path) => door.client.get(path))],
  updateWebhook: () => [
    webhook().then((path) =>
      door.client.call(path, {
        method: 'PATCH',
        body: JSON.stringify({ is_active: false, events: ['order.created'] }),
        headers: { 'content-type': 'application/json' },
      }),
    ),
  ],
  rotateWebhookSecret: () => [
    webhook().then((path) => door.client.post(`${path}/rotate-secret`, {})),
    webhook().then((path) => door.client.post(`${path}/rotate-secret`, { overlap_seconds: 0 })),
  ],
  testWebhook: () => [webhook().then((path) => door.client.post(`${path}/test`, {}))],
  listWebhookDeliveries: () => [testedWebhook().then((path) => door.client.get(path))],
  listMissedDeliveries: () => [webhook().then((path) => door.client.get(`${path}/missed`))],
  sendMissedDeliveries: () => [
    webhook().then((path) => door.client.post(`${path}/missed/send`, { until: null })),
  ],
  redeliverWebhook: () => [redeliver()],
  deleteWebhook: () => [deleteWebhook()],
  completeEnrolment: () => [enrolled()],
  readSetup: () => [door.client.get('/scanner/events/gala/setup'), rereadSetup()],
  uploadScans: () => [
    door.client.post('/scanner/scans', { items: [uploaded(tickets[1] ?? ''), { nonsense: 1 }] }),
  ],
  readSnapshot: () => [door.client.get('/scanner/events/gala/snapshot')],
  followEvent: () => [
    followWhile(() => door.client.post('/integration/scans', { ticket: tickets[2] }, key())),
  ],
  listSessions: () => lists('/scanner/events/gala/sessions'),
  listAddOnLines: () => lists('/scanner/events/gala/order-lines'),
  uploadRedemptions: () => [door.client.post('/scanner/redemptions', { items: [{ nonsense: 1 }] })],
  listConflicts: () => lists('/scanner/events/gala/conflicts?state=open'),
  readConflict: () => [conflict().then((reference) => door.client.get(reference))],
  resolveConflict: () => [
    conflict().then((reference) => door.client.post(`${reference}/resolve`, { note: 'Seen.' })),
  ],
  sendHeartbeat: () => [door.client.post('/scanner/heartbeat', heartbeat)],
  listStations: () => [door.client.get('/scanner/stations')],
};

const freshOrder = () => makeOrder(host, { event: door.event, ticketType: door.ticketType });

/** A station that takes its secret. */
async function enrolled(): Promise<Response> {
  const server = { url: host.baseUrl, certificate: null };
  const { organiser } = door;
  const { client, code } = await host.database.write((tx) =>
    enrolStation(tx, { organiser, name: 'North', events: 'all', location: null, server }),
  );
  const secret = readEnrolmentCode(code)?.client_secret ?? '';
  const asked = { id: client.client_id, secret };
  const { access_token: token } = await readBody(await requestToken(host.server, asked), TokenBody);
  return clientWith(host.server, { ...asked, token }).call('/scanner/enrolment', {
    method: 'POST',
  });
}

/** The address of a conflict: a ticket that two stations admitted. */
async function conflict(): Promise<string> {
  const ticket = tickets[0] ?? '';
  const items = [1, 2].map((number) => ({
    ...uploaded(ticket),
    reference: `scn_01kyvbnvq0g7m3x9r2c5t8w4e${number}`,
    sequence: number,
  }));
  await door.client.post('/scanner/scans', { items });
  const listed = await (await door.client.get('/scanner/events/gala/conflicts')).text();
  return `/scanner/conflicts/${listed.match(/cfl_\w+/)?.[0]}`;
}

/** The first event on the stream after `change`. */
async function followWhile(change: () => Promise<Response>): Promise<Response> {
  const stream = await door.client.call('/scanner/events/gala/stream', {});
  const reader = stream.body?.getReader();
  await reader?.read();
  await change();
  const told = Buffer.from((await reader?.read())?.value ?? []).toString();
  await reader?.cancel();
  return new Response(/^data: (.*)$/m.exec(told)?.[1]);
}

function lists(path: string): Promise<Response>[] {
  const joined = path.includes('?') ? '&' : '?';
  return [door.client.get(path), door.client.get(path + joined + SINCE)];
}

async function readFirstContact(): Promise<Response> {
  const page: unknown = await (await door.client.get('/integration/contacts')).json();
  const [reference] = JSON.stringify(page).match(/con_\w+/) ?? [];
  return door.client.get(`/integration/contacts/${reference}`);
}

function upsert(email: string): Promise<Response> {
  return door.client.post('/integration/contacts', { email, mobile: '+49 1' }, key());
}

async function checkInTwice(): Promise<Response> {
  const body = { ticket: tickets[0] };
  const admitted = await door.client.post('/integration/scans', body, key());
  expectAnswer('checkIn', admitted, await admitted.json());
  return door.client.post('/integration/scans', body, key());
}

function createWebhook(): Promise<Response> {
  const url = 'http://127.0.0.1:9/hook';
  return door.client.post('/integration/webhooks', { url, events: ['order.created'] });
}

/** The path of a new subscription. */
async function webhook(): Promise<string> {
  const created = await (await createWebhook()).text();
  return `/integration/webhooks/${created.match(/whk_\w+/)?.[0]}`;
}

/** The path of the delivery log of a subscription with a test delivery. */
async function testedWebhook(): Promise<string> {
  const path = await webhook();
  await door.client.post(`${path}/test`, {});
  return `${path}/deliveries`;
}

async function redeliver(): Promise<Response> {
  const path = await testedWebhook();
  const log = await (await door.client.get(path)).text();
  return door.client.call(`${path}/${log.match(/whd_\w+/)?.[0]}/redeliver`, { method: 'POST' });
}

async function deleteWebhook(): Promise<Response> {
  return door.client.call(await webhook(), { method: 'DELETE' });
}

async function rereadSetup(): Promise<Response> {
  const first = await door.client.get('/scanner/events/gala/setup');
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  return door.client.call('/scanner/events/gala/setup', { headers });
}

/** Of a guest who came in a moment ago. */
async function releaseLast(): Promise<Response> {
  const admitted = await door.client.post('/integration/scans', { ticket: tickets[2] }, key());
  const { scan } = await readBody(admitted, AdmissionVerdict);
  const path = `/integration/scans/${scan.reference}/release`;
  return door.client.post(path, { kind: 'mistake', note: 'The wrong twin' }, key());
}

function released(ticket: string) {
  return {
    reference: 'rel_01kyvbnvq0g7m3x9r2c5t8w4ez',
    ticket,
    scan: null,
    kind: 'exit',
    released_at: formatInstant(instantFromMillis(Date.now())),
    clock_offset_ms: 0,
    sequence: 2,
  };
}

function uploaded(ticket: string) {
  return {
    reference: 'scn_01kyvbnvq0g7m3x9r2c5t8w4ez',
    ticket,
    result: 'allowed',
    reason: 'scanning.allowed',
    scanned_at: formatInstant(instantFromMillis(Date.now())),
    clock_offset_ms: 0,
    sequence: 1,
    snapshot: { watermark: null },
  };
}

function expectAnswer(operation: OperationId, response: Response, body: unknown): void {
  const route: RouteContract = routeTable[operation];
  const schema = route.responses[response.status];
  expect(schema, `${operation} ${response.status} ${JSON.stringify(body)}`).not.toBeUndefined();
  if (schema === null || schema === undefined) return;
  const validator = Compile(schema);
  expect(validator.Errors(body), JSON.stringify(body)).toEqual([]);
}

describe('The operation', () => {
  it.each(Object.entries(calls))('%s answers as the route table says', async (name, make) => {
    const operation = Object.keys(routeTable).find(
      (known): known is OperationId => known === name && known in routeTable,
    );
    if (operation === undefined) throw new TypeError(`no operation ${name}`);
    for (const answer of make()) {
      const response = await answer;
      const text = await response.text();
      const { file }: RouteContract = routeTable[operation];
      if (file !== undefined) {
        expect(response.headers.get('content-type')).toBe(file);
        expectAnswer(operation, response, null);
        continue;
      }
      const isLines = response.headers.get('content-type')?.startsWith('application/x-ndjson');
      for (const line of isLines === true ? text.trimEnd().split('\n') : [text]) {
        expectAnswer(operation, response, line === '' ? null : JSON.parse(line));
      }
    }
  });

  it.each(Object.entries<RouteContract>(routeTable))(
    '%s refuses without a token, and with nonsense for a resource, in the error shape',
    async (_name, route) => {
      const path = route.path.replaceAll(/\{\w+\}/g, 'nonsense');
      const anonymous = await fetch(host.server.baseUrl + path, { method: route.method });
      expect(anonymous.status).toBe(401);
      const known = await door.client.call(path, { method: route.method, headers: key() });
      const body: unknown = await known.json();
      if (known.status < 400) return;
      expect(errorStatuses(route)).toContain(known.status);
      expect(Compile(ErrorBody).Errors(body)).toEqual([]);
    },
  );
});

describe('examples', () => {
  it.each(operations)('of %s exist for every body, and are valid', (operation) => {
    const { request, responses }: RouteContract = routeTable[operation];
    const { request: sent, answers } = exampleCall(operation, 'https://example.org/v1');
    if (request === null) expect(sent).toBeNull();
    else expect(Compile(request).Errors(sent)).toEqual([]);
    for (const [status, schema] of Object.entries(responses)) {
      const bodies = Object.values(answers[Number(status)] ?? {});
      if (schema === null) expect(bodies).toEqual([]);
      else expect(bodies).not.toEqual([]);
      for (const body of bodies) expect(Compile(schema ?? {}).Errors(body)).toEqual([]);
    }
  });
});

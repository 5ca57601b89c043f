import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Ticket } from '../../../shared/resources/tickets.ts';
import { findEvent } from '../../../src-server/store/events.ts';
import { createOrder } from '../../../src-server/domain/sales/create-order.ts';
import type { TicketDetails } from '../../../src-server/domain/sales/ticket-details.ts';
import { currentCodeKey } from '../../../src-server/domain/tickets/code-keys.ts';
import { issueCode } from '../../../src-server/domain/tickets/issue-code.ts';
import { transferTicket } from '../../../src-server/domain/tickets/change-ticket.ts';
import { reissueTicket } from '../../../src-server/domain/tickets/reissue-ticket.ts';
import {
  makeClient,
  makeEvent,
  makeOrganiser,
  makeTicketType,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';

/** Tickets that were sold elsewhere: what /v1 says of them, and how they are checked in by their codes. */
const Listed = Compile(Type.Object({ data: Type.Object({ data: Type.Array(Ticket) }) }));
const Read = Compile(Type.Object({ data: Ticket }));
const Orders = Compile(
  Type.Object({
    data: Type.Object({ data: Type.Array(Type.Object({ reference: Type.String() })) }),
  }),
);

let host: TestServer;
let client: TestClient;
let organiser: string;
let event: string;
let type: string;

beforeAll(async () => {
  host = await startTestServer();
  organiser = await makeOrganiser(host);
  event = await makeEvent(host, organiser, 'gala');
  type = await makeTicketType(host, event);
  client = await makeClient(host, organiser);
});
afterAll(() => host[Symbol.asyncDispose]());

/** The ticket of a new order. */
async function sell(ticket: TicketDetails, external_id: string | null = null): Promise<Ticket> {
  const order = await host.database.write((tx) =>
    createOrder(tx, {
      event,
      lines: [{ sellable: type, quantity: 1, tickets: [ticket] }],
      contact: null,
      answers: {},
      status: 'confirmed',
      external_id,
    }),
  );
  const listed = await client.get(`/integration/events/${event}/tickets?order=${order.reference}`);
  const [only] = Listed.Parse(await listed.json()).data.data;
  if (only === undefined) throw new Error('expected a ticket');
  return only;
}

const read = async (reference: string): Promise<Ticket> => {
  const response = await client.get(`/integration/tickets/${reference}?include_deleted=1`);
  return Read.Parse(await response.json()).data;
};

const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });

const checkIn = async (code: string, more: object = { event }) => {
  const response = await client.post('/integration/scans', { code, ...more }, newKey());
  return { status: response.status, body: await response.json() };
};

const ordersOf = async (path: string) => {
  const listed = Orders.Parse(await (await client.get(`/integration/${path}`)).json());
  return listed.data.data.map(({ reference }) => reference);
};

/** Its signed code, as mailed and printed. */
const signedCode = (ticket: Ticket, of = event) =>
  host.database.write(async (tx) => {
    const row = await findEvent(tx, of);
    if (row === undefined) throw new Error('expected an event');
    return issueCode(ticket, of, await currentCodeKey(tx, row.organiser_id));
  });

describe('A ticket that was sold elsewhere', () => {
  it('has its code, its number and its order number there; the order has its own', async () => {
    const ticket = await sell({ code: 'XK204931', external_id: 'T-1' }, '#1001');
    expect(ticket).toMatchObject({
      code: 'XK204931',
      external_id: 'T-1',
      order_external_id: '#1001',
    });
    const order = await client.get(`/integration/orders/${ticket.order}`);
    expect(await order.json()).toMatchObject({ data: { external_id: '#1001' } });
  });

  it('is in the order that is listed by its number there: of one event, and of all', async () => {
    const { order } = await sell({}, '#2001');
    await sell({}, '#20011');
    for (const of of [`events/${event}/orders`, 'orders'])
      for (const mode of ['', '&updated_since=2020-01-01'])
        expect(await ordersOf(`${of}?external_id=%232001${mode}`)).toEqual([order]);
    expect(await ordersOf('orders?external_id=2001')).toEqual([]);
    expect(
      await ordersOf(
        `events/${await makeEvent(host, organiser, 'ball')}/orders?external_id=%232001`,
      ),
    ).toEqual([]);
  });

  it('is checked in once by its code, with what a scanner adds to it', async () => {
    const { reference } = await sell({ code: '7749201833520112' });
    expect(await checkIn(']C1x7749201833520112y\r')).toMatchObject({ status: 200 });
    expect(await checkIn('7749201833520112')).toMatchObject({
      status: 422,
      body: { reason: 'scanning.already_scanned' },
    });
    const scans = await client.get(`/integration/events/${event}/scans`);
    expect(await scans.json()).toMatchObject({
      data: { data: [{ ticket: reference }, { ticket: reference }] },
    });
  });

  it('is not found by a part of its code, by that of several, or without the event', async () => {
    await sell({ code: 'AB999111' });
    await sell({ code: 'ab999111' });
    for (const code of ['AB99911', 'xAB999111', 'aB999111']) {
      expect(await checkIn(code)).toMatchObject({
        status: 404,
        body: { code: 'resource.not_found' },
      });
    }
    expect(await checkIn('AB999111', {})).toMatchObject({
      status: 422,
      body: { code: 'validation.failed' },
    });
  });

  it('is not named by its code in place of its reference, and the answer says where the code belongs', async () => {
    await sell({ code: '5521007' });
    const response = await client.post('/integration/scans', { ticket: '5521007' }, newKey());
    const error = await response.json();
    expect(error).toMatchObject({ code: 'validation.failed' });
    expect(JSON.stringify(error)).toContain('is the code, and needs the event');
  });

  it('is listed by its code, with what a scanner adds to it, alone or not at all', async () => {
    const { reference } = await sell({ code: 'LI-204931' });
    await sell({ code: 'LI-2049311' });
    const listed = async (code: string, more = '') => {
      const query = `code=${encodeURIComponent(code)}${more}`;
      const response = await client.get(`/integration/events/${event}/tickets?${query}`);
      return Listed.Parse(await response.json()).data.data.map((ticket) => ticket.reference);
    };
    expect(await listed(']C1li-204931\r')).toEqual([reference]);
    expect(await listed('LI-204931', '&updated_since=1970-01-01T00:00:00Z')).toEqual([reference]);
    expect(await listed('li 204 931')).toEqual([reference]);
    expect(await listed('LI-204931', '&status=refunded')).toEqual([]);
    expect(await listed('0LI-2049311')).toEqual([]);
    expect(await listed('LI-9')).toEqual([]);
    const blank = await client.get(`/integration/events/${event}/tickets?code=%20`);
    expect(await blank.json()).toMatchObject({ errors: { code: [expect.any(String)] } });
  });

  it('is refused by its code once that was replaced, and says which it was', async () => {
    const { reference } = await sell({ code: 'RE-4711-1' });
    await host.database.write((tx) => reissueTicket(tx, reference));
    expect(await read(reference)).toMatchObject({
      code: null,
      code_issue: 2,
      ended_code: 'RE-4711-1',
    });
    expect(await checkIn('RE-4711-1')).toMatchObject({
      status: 422,
      body: { reason: 'scanning.ticket_cancelled' },
    });
  });

  it('is refused by its code once it was transferred; the new one keeps its number', async () => {
    const { reference } = await sell({ code: 'TR-4711-1', external_id: 'T-9' });
    const issued = await host.database.write((tx) =>
      transferTicket(tx, reference, { email: 'bo@example.org' }),
    );
    const { code, external_id } = await read(issued.reference);
    expect([code, external_id]).toEqual([issued.reference, 'T-9']);
    expect(await checkIn('TR-4711-1')).toMatchObject({
      status: 422,
      body: { reason: 'scanning.ticket_cancelled' },
    });
  });
});

describe('A code that the server made', () => {
  it('checks its ticket in, signed or plain, with or without the event, once', async () => {
    const signed = await signedCode(await sell({}));
    expect(await checkIn(`${signed}\r`, {})).toMatchObject({ status: 200 });
    expect(await checkIn(signed)).toMatchObject({
      status: 422,
      body: { reason: 'scanning.already_scanned' },
    });
    const { reference } = await sell({});
    expect(await checkIn(reference.toUpperCase(), {})).toMatchObject({ status: 200 });
    expect(await checkIn(reference)).toMatchObject({ status: 422 });
  });

  it('is refused once it was replaced, also by the plain reference', async () => {
    const ticket = await sell({});
    const former = await signedCode(ticket);
    await host.database.write((tx) => reissueTicket(tx, ticket.reference));
    for (const code of [former, ticket.reference]) {
      expect(await checkIn(code, {})).toMatchObject({
        status: 422,
        body: { reason: 'scanning.ticket_cancelled' },
      });
    }
    const current = await signedCode(await read(ticket.reference));
    expect(await checkIn(current, {})).toMatchObject({ status: 200 });
  });

  it('names no ticket if it is forged, of another event, or of another organiser', async () => {
    const ticket = await sell({});
    const signed = await signedCode(ticket);
    const [header, payload] = signed.split('.');
    const forged = `${header}.${payload}.${'A'.repeat(86)}`;
    const other = await makeEvent(host, organiser, 'matinee');
    const stranger = await makeClient(host, await makeOrganiser(host));
    const byStranger = await stranger.post(
      '/integration/scans',
      { code: signed },
      { 'Idempotency-Key': crypto.randomUUID() },
    );
    expect(byStranger.status).toBe(404);
    for (const [code, more] of [
      [forged, {}],
      [forged, { event }],
      [signed, { event: other }],
      [ticket.reference, { event: other }],
    ] as const) {
      expect(await checkIn(code, more)).toMatchObject({
        status: 404,
        body: { code: 'resource.not_found' },
      });
    }
    expect(await checkIn(signed, { ticket: ticket.reference })).toMatchObject({
      status: 422,
      body: { errors: { ticket: ['Expected either ticket or code.'] } },
    });
    expect(await checkIn(signed, {})).toMatchObject({ status: 200 });
  });
});

import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ErrorBody } from '../../../shared/contract/errors.ts';
import { queryParameters } from '../../../shared/contract/query.ts';
import { operations, routeTable, type OperationId } from '../../../shared/resources/route-table.ts';
import type { RouteContract } from '../../../shared/resources/route-contract.ts';
import { exampleCall } from '../../../src-server/examples/calls.ts';
import { commandTable } from '../../../src-server/cli/command-table.ts';
import { createAddOn } from '../../../src-server/domain/events/add-ons.ts';
import { createLocation } from '../../../src-server/domain/events/locations.ts';
import { createOrder } from '../../../src-server/domain/sales/create-order.ts';
import { createSession } from '../../../src-server/domain/events/sessions.ts';
import { readBody } from '../../support/read-body.ts';
import { acceptedValues, farValues, fieldsOf, withField } from '../../support/far-values.ts';
import {
  makeClient,
  makeDoor,
  startTestServer,
  ticketsOf,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';
import { instantFromMillis } from '../../../shared/instant.ts';

/** Times and numbers at the ends of their types and beyond, in every field in which a request or a command can have one. */
let host: TestServer;
let client: TestClient;
let event: string;
let organiser: string;
let session: string;
let ticketType: string;
/** References of this server, by prefix. */
let known: Readonly<Record<string, string>>;

const routeOf = (operation: OperationId): RouteContract => routeTable[operation];
/** A stream of events has no end to wait for. */
const ends = (operation: OperationId) => routeOf(operation).streams !== 'text/event-stream';
const Problem = Compile(ErrorBody);
const Made = Type.Object({ data: Type.Object({ reference: Type.String() }) });
const Lines = Type.Object({ data: Type.Object({ data: Type.Array(Made.properties.data) }) });

beforeAll(async () => {
  host = await startTestServer({ webhookAllow: ['127.0.0.0/8'] });
  const door = await makeDoor(host, 2);
  ({ event, organiser, ticketType } = door);
  client = await makeClient(host, organiser);
  const [tkt = ''] = await ticketsOf(host, event);
  const made = await host.database.write(async (tx) => {
    const location = await createLocation(tx, { event, name: 'North Gate' });
    const times = { starts_at: instantFromMillis(0), ends_at: instantFromMillis(1) };
    const { reference } = await createSession(tx, event, { name: 'First night', ...times });
    const addOn = await createAddOn(tx, event, { name: 'Cloakroom', price: 300, total: null });
    await createOrder(tx, {
      event,
      lines: [{ sellable: addOn.reference, quantity: 2 }],
      contact: null,
      answers: {},
      status: 'confirmed',
    });
    return { loc: location.reference, ses: reference };
  });
  session = made.ses;
  const lines = await client.get(`/scanner/events/${event}/order-lines`);
  const webhook = await client.post(
    '/integration/webhooks',
    { url: 'http://127.0.0.1:9/', events: ['order.created'] },
    { 'idempotency-key': randomUUID() },
  );
  known = {
    evt: event,
    tkt,
    loc: made.loc,
    oln: (await readBody(lines, Lines)).data.data[0]?.reference ?? '',
    whk: (await readBody(webhook, Made)).data.reference,
  };
});
afterAll(() => host[Symbol.asyncDispose]());

/** The example's references are replaced by those of this server; a scan is another one each time. */
function ownReferences(text: string): string {
  return text.replaceAll(
    /\b([a-z]{2,3})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g,
    (given, prefix: string) =>
      prefix === 'scn' ? `scn_${ulid().toLowerCase()}` : (known[prefix] ?? given),
  );
}

function addressOf(operation: OperationId): string {
  const { path } = routeOf(operation);
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'eventKey'
      ? event
      : ownReferences(exampleCall(operation, 'https://example.org/v1').path[name] ?? ''),
  );
}

async function send(operation: OperationId, body: unknown): Promise<Response> {
  const { method, idempotent } = routeOf(operation);
  return client.call(addressOf(operation), {
    method,
    headers: {
      'content-type': 'application/json',
      ...(idempotent ? { 'idempotency-key': randomUUID() } : {}),
    },
    body: JSON.stringify(body),
  });
}

/** Answered as asked, or refused with a problem. */
async function isAnswered(what: unknown, response: Response): Promise<void> {
  const text = await response.text();
  expect({ what, status: response.status, text }).toSatisfy(
    ({ status }: { status: number }) => status < 500,
  );
  if (response.status >= 400) expect([what, Problem.Errors(JSON.parse(text))]).toEqual([what, []]);
}

const writing = operations.flatMap((operation) => {
  const { request } = routeOf(operation);
  return request === null
    ? []
    : fieldsOf(request).map((field) => ({ operation, ...field, request }));
});

describe('a time or a number at an end of its type', () => {
  it.each(writing)(
    'in $path of $operation is taken or refused',
    async ({ operation, path, kind, request }) => {
      for (const far of farValues[kind]) {
        const sent: unknown = JSON.parse(
          ownReferences(JSON.stringify(exampleCall(operation, 'https://example.org/v1').request)),
        );
        const body = withField(request, sent, (field) => (field.path === path ? far : undefined));
        expect(JSON.stringify(body)).toContain(JSON.stringify(far));
        await isAnswered([path, far], await send(operation, body));
      }
    },
  );

  const asking = operations.filter(
    (operation) => routeOf(operation).query.length > 0 && ends(operation),
  );
  it.each(asking)('in the query of %s is taken or refused', async (operation) => {
    for (const name of routeOf(operation).query) {
      const isNumber = fieldsOf(queryParameters[name].schema).length > 0;
      const values = isNumber ? farValues.number : farValues.time;
      for (const far of values) {
        const query = new URLSearchParams({ [name]: String(far) });
        await isAnswered(
          [name, far],
          await client.get(`${addressOf(operation)}?${query.toString()}`),
        );
      }
    }
  });

  it('that was taken is read again by whoever reads', async () => {
    const reading = operations.filter((operation) => {
      return routeOf(operation).method === 'GET' && ends(operation);
    });
    for (const operation of reading) {
      const { responses, streams, file } = routeOf(operation);
      const response = await client.get(addressOf(operation));
      const text = await response.text();
      expect([operation, response.status]).toSatisfy(
        ([, status]) => status === 200 || status === 404,
      );
      if (response.status !== 200 || file !== undefined) continue;
      const bodies = streams === undefined ? [text] : text.trim().split('\n');
      for (const body of bodies) {
        expect(Compile(responses[200] ?? {}).Errors(JSON.parse(body))).toEqual([]);
      }
    }
  });
});

describe('a time of the command line at an end of its type', () => {
  const times = '--starts-at 2026-01-01 --ends-at 2026-01-02';
  /** What each command that takes times needs besides. */
  const lines: Readonly<Record<string, () => string>> = {
    'event create': () =>
      `--organiser ${organiser} --name Gala --slug g${ulid()} --currency EUR --timezone Asia/Kolkata`,
    'event update': () => event,
    'session create': () => `--event ${event} ${times}`,
    'session update': () => session,
    'ticket-type create': () => `--event ${event} --name ${ulid()} --price 1`,
    'ticket-type update': () => ticketType,
  };
  const local = [
    '1684-07-28 00:12:26',
    '1684-07-29',
    '2255-06-05 23:47:34',
    '0001-01-01',
    '9999-12-31 23:59',
  ];

  it('is taken or refused in a sentence by every command', async () => {
    const groups = commandTable.flatMap(({ entries }) => entries);
    for (const group of groups) {
      for (const command of group.kind === 'group' ? await group.load() : [await group.load()]) {
        const flags = Object.entries(command.flags).filter(([, { kind }]) => kind === 'time');
        for (const [flag] of flags) {
          const option = `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
          for (const far of [...local, ...acceptedValues.time]) {
            const name = `${group.name} ${command.name}`;
            const ran = await host.run(
              `${name} ${lines[name]?.() ?? 'needs a line here'}`,
              option,
              String(far),
            );
            expect({ name, option, far, ...ran }).toSatisfy(
              ({ err }: typeof ran) =>
                !err.includes('Something went wrong') && !err.includes('Usage'),
            );
          }
        }
      }
    }
  });
});

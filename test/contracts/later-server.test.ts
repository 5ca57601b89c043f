import { createServer } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHttpRemote } from '../../src-main/adapters/remote/http-remote.ts';
import { deviceClock } from '../../src-main/adapters/system/device-clock.ts';
import type { Remote, RemoteResult } from '../../src-main/ports/remote.ts';
import { exampleCall } from '../../src-server/examples/calls.ts';
import { heartbeat } from '../../src-server/examples/stations.ts';
import { sealingKey, signingKey } from '../../shared/contract/okp-key.ts';
import type { OperationId } from '../../shared/resources/route-table.ts';

/** What a station reads of answers that say more than this version knows (§9). */
const EVENT = 'winter-gala';
const query = { event: EVENT, updated_since: '1970-01-01T00:00:00Z', next_url: null };
const guest = {
  ticket_type: 'tt_x',
  first_name: 'Ada',
  last_name: 'Byron',
  payment_method: 'cash',
} as const;
const X = 'u3Zk8pWq1sXv5Yb0hCr2TnGf7LjE4aJ9oMd6iBtKwPc';
const keys = { organiser_keys: { statements: signingKey(X), sealing: sealingKey(X) } };

let answer: { readonly status: number; readonly body: unknown } = { status: 200, body: {} };
const server = createServer((request, response) => {
  const isToken = request.url === '/oauth/token';
  const token = { access_token: 't', token_type: 'Bearer', expires_in: 3600 };
  response.writeHead(isToken ? 200 : answer.status, { 'content-type': 'application/json' });
  request.resume().on('end', () => response.end(JSON.stringify(isToken ? token : answer.body)));
});
let remote: Remote;
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  remote = openHttpRemote({ server_url: url, client_id: 'cli', client_secret: 's' }, deviceClock);
});
afterAll(async () => {
  await remote.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Call {
  readonly ask: () => Promise<RemoteResult<unknown>>;
  readonly status?: number;
  /** Which example of the operation; the first, if left out. */
  readonly example?: string;
}

const calls = {
  readIdentity: { ask: () => remote.identify() },
  completeEnrolment: { ask: () => remote.completeEnrolment() },
  listEvents: { ask: () => remote.listEvents(null) },
  readSetup: { ask: () => remote.readSetup(EVENT, null) },
  readEvent: { ask: () => remote.readTypesForSale(EVENT) },
  listTickets: { ask: () => remote.listTickets(query), example: 'incremental' },
  listScans: { ask: () => remote.listScans(query), example: 'incremental' },
  listReleases: { ask: () => remote.listReleases(query), example: 'incremental' },
  listAddOnLines: { ask: () => remote.listOrderLines(query), example: 'incremental' },
  listDoorAnswers: { ask: () => remote.listAnswers(query), example: 'incremental' },
  readTicket: { ask: () => remote.findTicket('tkt_x', 5_000) },
  uploadScans: { ask: () => remote.uploadScans([]) },
  uploadReleases: { ask: () => remote.uploadReleases([]) },
  uploadRedemptions: { ask: () => remote.uploadRedemptions([]) },
  placeOrder: { ask: () => remote.placeOrder(EVENT, guest, 'key'), status: 201 },
  sendOrder: { ask: () => remote.sendOrder('ord_x') },
  listConflicts: { ask: () => remote.listConflicts(EVENT, 'open', null) },
  resolveConflict: { ask: () => remote.resolveConflict('cfl_x', 'note') },
  sendHeartbeat: { ask: () => remote.sendHeartbeat(heartbeat) },
  listStations: { ask: () => remote.listStations() },
} as const satisfies Partial<Record<OperationId, Call>>;
type CallId = keyof typeof calls;
const callIds = Object.keys(calls).filter((id): id is CallId => id in calls);

/** The body of the contract's example, with the optional parts that it leaves out. */
function exampleOf(id: CallId): unknown {
  const { status = 200, example }: Call = calls[id];
  const bodies = exampleCall(id, `${url}/v1`).answers[status] ?? {};
  const body = example === undefined ? Object.values(bodies)[0] : bodies[example];
  return id === 'readIdentity' ? changed(body, ['data'], (data) => ({ ...data, ...keys })) : body;
}

async function read(id: CallId, body: unknown): Promise<unknown> {
  const { status = 200, ask }: Call = calls[id];
  answer = { status, body };
  const result = await ask();
  if (result.kind === 'failed') throw new Error(`${id}: ${result.failure.message}`);
  return result.value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy in which each object has one more field. */
function withMore(value: unknown, more: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withMore(item, more));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, part]) => [name, withMore(part, more)]);
  return { ...Object.fromEntries(fields), said_later: more };
}

/** A copy with another value at the place; `*` is every item of a list. */
function changed(
  value: unknown,
  [first, ...rest]: readonly string[],
  change: (before: object) => unknown,
): unknown {
  if (first === undefined) return change(isObject(value) ? value : {});
  if (first === '*') {
    if (!Array.isArray(value)) throw new Error('expected a list');
    return value.map((item: unknown) => changed(item, rest, change));
  }
  if (!isObject(value)) throw new Error(`expected an object with ${first}`);
  return { ...value, [first]: changed(value[first], rest, change) };
}

function at(value: unknown, places: readonly string[]): unknown {
  return places.reduce(
    (part, place) => changed(part, place.split('.'), () => 'not compared'),
    value,
  );
}

/** Additive parts of answers, and where what is read of them stands. */
const parts: readonly (readonly [CallId, string, readonly string[]])[] = [
  ['readIdentity', 'data.organiser_keys', ['organiser_keys']],
  ['readIdentity', 'data.organiser_keys.sealing', ['organiser_keys']],
  ['readSetup', 'data.policy', ['policy', 'unreadable']],
  ['readSetup', 'data.policy.capacity', ['policy.capacity', 'unreadable']],
  ['readSetup', 'data.policy.undo_minutes', ['policy.undo_minutes', 'unreadable']],
  ['readSetup', 'data.policy.overrule', ['policy.overrule', 'unreadable']],
  ['readSetup', 'data.ticket_types.*.re_entry', ['ticket_types.*.re_entry', 'unreadable']],
  ['readSetup', 'data.scanner_locations.*.direction', ['locations.*.direction', 'unreadable']],
  ['listConflicts', 'data.data.*.kind', ['conflicts.*.kind']],
  ['listStations', 'data.*.heartbeat.peers', ['*.heartbeat.peers']],
  ['listStations', 'data.*.heartbeat.peer_addresses', ['*.heartbeat.peer_addresses']],
];

describe('of a later server a station reads', () => {
  it('the same, whatever fields any part of an answer has besides', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...callIds),
      fc.jsonValue(),
      async (id, more) => {
        const example = exampleOf(id);
        expect(await read(id, withMore(example, more)), id).toMatchObject(
          Object(await read(id, example)),
        );
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('all of the rest, whatever an additive part says', async () => {
    const later = fc.constantFrom<unknown>('later', 7.5, true, null, [], ['later'], {}, { x: 1 });
    const property = fc.asyncProperty(
      fc.constantFrom(...parts),
      later,
      async ([id, place, readAt], value) => {
        const example = exampleOf(id);
        const body = changed(example, place.split('.'), () => value);
        if (place.endsWith('kind') && typeof value !== 'string') return;
        expect(at(await read(id, body), readAt), place).toEqual(
          at(await read(id, example), readAt),
        );
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('why an order was refused, for a reason that it does not know', async () => {
    const message = 'Too late.';
    const problem = { type: 't', title: message, status: 422, detail: message, request_id: 'r' };
    answer = { status: 422, body: { message, code: 'orders.too_late', ...problem } };
    expect(await remote.placeOrder(EVENT, guest, 'key')).toMatchObject({
      kind: 'ok',
      value: { kind: 'refused', code: 'orders.too_late' },
    });
  });

  it('the ticket types that it can sell, beside one that it cannot', async () => {
    const body = changed(exampleOf('readEvent'), ['data', 'ticket_types'], () => [
      { reference: 'tt_1', name: 'By auction', price: null, is_active: true },
      {
        reference: 'tt_2',
        name: 'Stalls',
        price: 1,
        currency: 'EUR',
        is_active: true,
        total: null,
        sold: null,
      },
    ]);
    expect(await read('readEvent', body)).toMatchObject([{ name: 'Stalls', left: null }]);
  });
});

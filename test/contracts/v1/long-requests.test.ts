import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Type } from 'typebox';
import { operations, routeTable, type OperationId } from '../../../shared/resources/route-table.ts';
import type { RouteContract } from '../../../shared/resources/route-contract.ts';
import { MAX_UPLOAD_ITEMS } from '../../../shared/contract/limits.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { WriteTransaction } from '../../../src-server/database/transaction.ts';
import {
  changeEvents,
  changeScopes,
  revokeClient,
} from '../../../src-server/domain/access/clients.ts';
import { ITEMS_PER_TURN } from '../../../src-server/api/scanner/uploads.ts';
import { archiveEvent } from '../../../src-server/domain/events/events.ts';
import { updateOrganiser } from '../../../src-server/domain/access/organisers.ts';
import { checkInTicket } from '../../../src-server/domain/scans/check-in.ts';
import { exampleCall } from '../../../src-server/examples/calls.ts';
import { deleteClientTokens, findClient } from '../../../src-server/store/access/clients.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { readBody } from '../../support/read-body.ts';
import { isOnPostgres } from '../../support/test-config.ts';
import {
  makeClient,
  makeDoor,
  makeEvent,
  startTestServer,
  ticketsOf,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';

/** Requests that outlive a transaction: whoever loses access meanwhile (5) gets nothing more, and changes nothing more. */
let host: TestServer;
beforeAll(async () => {
  host = await startTestServer({ webhookAllow: ['127.0.0.0/8'] });
});
afterAll(() => host[Symbol.asyncDispose]());

/** More than fit into a few parts of a snapshot, and into an upload. */
const TICKETS = 2_000;

interface Door {
  readonly organiser: string;
  readonly event: string;
  readonly elsewhere: string;
  readonly tickets: readonly string[];
  /** The caller, limited to the event or not. */
  readonly client: TestClient;
}

async function openDoor(isLimited: boolean, tickets: number): Promise<Door> {
  const { organiser, event } = await makeDoor(host, tickets);
  const elsewhere = await makeEvent(host, organiser, 'elsewhere');
  const events = isLimited ? [event] : 'all';
  const client = await makeClient(host, organiser, { events });
  return { organiser, event, elsewhere, tickets: await ticketsOf(host, event), client };
}

/** What a caller can lose. `status` is the answer to its next request. */
interface Loss {
  readonly isLimited?: true;
  readonly status: number;
  readonly happens: (tx: WriteTransaction, door: Door) => Promise<unknown>;
}

const losses: Readonly<Record<string, Loss>> = {
  'is revoked': {
    status: 401,
    happens: (tx, { client }) => revokeClient(tx, client.clientId),
  },
  'loses its token': {
    status: 401,
    happens: async (tx, { client }) => {
      const row = await findClient(tx, client.clientId);
      await deleteClientTokens(tx, row?.id ?? 0);
    },
  },
  'loses its scopes': {
    status: 403,
    happens: (tx, { client }) => changeScopes(tx, client.clientId, ['orders:read']),
  },
  'loses its plan': {
    status: 403,
    happens: (tx, { organiser }) => updateOrganiser(tx, organiser, { plan: 'free' }),
  },
  'is limited to another event': {
    status: 404,
    happens: (tx, { client, elsewhere }) => changeEvents(tx, client.clientId, [elsewhere]),
  },
  'loses the event from its list': {
    isLimited: true,
    status: 404,
    happens: (tx, { client, elsewhere }) => changeEvents(tx, client.clientId, [elsewhere]),
  },
};
/** What ends access to anything at all. */
const completeLosses = Object.entries(losses).filter(([, { status }]) => status !== 404);

function checkIn({ client, tickets }: Door): Promise<unknown> {
  return host.database.write(async (tx) => {
    const row = await findClient(tx, client.clientId);
    const scanner = {
      organiserId: row?.organiser_id ?? 0,
      clientRowId: row?.id ?? 0,
      allEvents: true,
    };
    const input = { ticket: tickets[0] ?? '', scanner_location: null, session: null };
    return checkInTicket(tx, scanner, { ...input, locale: 'en' });
  });
}

type Streaming = {
  [Name in OperationId]: (typeof routeTable)[Name] extends { readonly streams: string }
    ? Name
    : never;
}[OperationId];

/** Every operation that streams its answer: how it is read over a loss, and what must not come after it. */
const streaming: Readonly<
  Record<Streaming, (door: Door, lose: () => Promise<unknown>) => Promise<void>>
> = {
  followEvent: async (door, lose) => {
    const stream = await openEventStream(door.client, `/scanner/events/${door.event}/stream`);
    await checkIn(door);
    await stream.nextOf('scan');
    await lose();
    await checkIn(door);
    expect(await stream.next()).toBeNull();
  },
  readSnapshot: async (door, lose) => {
    const path = `/scanner/events/${door.event}/snapshot`;
    const answer = await door.client.call(path, { headers: { 'accept-encoding': 'identity' } });
    const reader = answer.body?.getReader();
    await reader?.read();
    await lose();
    let text = '';
    const readRest = async () => {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return;
        text += Buffer.from(value ?? []).toString();
      }
    };
    await expect(readRest()).rejects.toThrow();
    expect(text).not.toContain('"kind":"end"');
  },
};

describe('A stream to a caller', () => {
  it('is tested here whatever it streams', () => {
    const contracts: Readonly<Record<OperationId, RouteContract>> = routeTable;
    const expected = operations.filter((name) => contracts[name].streams !== undefined);
    expect(Object.keys(streaming).toSorted()).toEqual(expected.toSorted());
  });

  const matrix = Object.entries(streaming).flatMap(([operation, read]) =>
    Object.entries(losses).map(([what, loss]) => ({ operation, read, what, loss })),
  );
  it.each(matrix)('who $what ends: $operation', async ({ operation, read, loss }) => {
    const tickets = operation === 'followEvent' ? 1 : TICKETS;
    const door = await openDoor(loss.isLimited === true, tickets);
    await read(door, () => host.database.write((tx) => loss.happens(tx, door)));
  });

  it.each(Object.entries(streaming))(
    'ends with the archived event: %s',
    async (operation, read) => {
      const door = await openDoor(false, operation === 'followEvent' ? 1 : TICKETS);
      await read(door, () => host.database.write((tx) => archiveEvent(tx, door.event)));
    },
  );
});

const writing = operations.filter((name) => routeTable[name].request !== null);
const hook = { url: 'http://127.0.0.1:9/', events: ['order.created'] };

describe('A body that arrives after its caller', () => {
  it.each(completeLosses)('%s is answered as a new request is', async (_what, loss) => {
    const door = await openDoor(false, 1);
    const made = await readBody(await door.client.post('/integration/webhooks', hook), Made);
    const begun = await Promise.all(
      writing.map(async (operation) => {
        const { method, path } = routeTable[operation];
        const body = operation === 'createWebhook' ? hook : exampleCall(operation, '').request;
        const sent = request(host.baseUrl + path.replaceAll('{reference}', made.data.reference), {
          method,
          headers: {
            authorization: `Bearer ${door.client.token}`,
            'content-type': 'application/json',
            'idempotency-key': ulid(),
            expect: '100-continue',
          },
        });
        const answered = once(sent, 'response');
        sent.flushHeaders();
        // The server has read the headers.
        await once(sent, 'continue');
        return { operation, sent, body: JSON.stringify(body), answered };
      }),
    );
    await host.database.write((tx) => loss.happens(tx, door));
    for (const { operation, sent, body, answered } of begun) {
      sent.end(body);
      const [answer]: IncomingMessage[] = await answered;
      answer?.resume();
      expect([operation, answer?.statusCode]).toEqual([operation, loss.status]);
    }
  });
});

const Made = Type.Object({ data: Type.Object({ reference: Type.String() }) });
const Uploaded = Type.Object({ data: Type.Array(Type.Object({ status: Type.String() })) });

describe('An upload in parts', () => {
  it.each(Object.entries(losses))('stops where its caller %s', async (_what, loss) => {
    const door = await openDoor(loss.isLimited === true, MAX_UPLOAD_ITEMS);
    const items = door.tickets.map((ticket, index) => ({
      reference: `scn_${ulid().toLowerCase()}`,
      ticket,
      result: 'allowed',
      reason: 'scanning.allowed',
      scanned_at: formatInstant(host.clock.now()),
      clock_offset_ms: 0,
      sequence: index + 1,
      snapshot: { watermark: null },
    }));
    const uploading = door.client.post('/scanner/scans', { items });
    const countScans = () =>
      host.database.read(async (tx) => {
        const stored = await tx.db
          .selectFrom('entry_scans')
          .innerJoin('events', 'events.id', 'entry_scans.event_id')
          .select('entry_scans.id')
          .where('events.reference', '=', door.event)
          .execute();
        return stored.length;
      });
    while ((await countScans()) === 0) await nextTurn();
    await host.database.write((tx) => loss.happens(tx, door));
    const recorded = await countScans();
    const answer = await uploading;
    // PostgreSQL may still commit the part that it was recording.
    const part = isOnPostgres ? ITEMS_PER_TURN : 0;
    expect(await countScans()).toBeLessThanOrEqual(recorded + part);
    expect(recorded + part).toBeLessThan(MAX_UPLOAD_ITEMS);
    if (loss.status !== 404) return expect(answer.status).toBe(loss.status);
    const { data } = await readBody(answer, Uploaded);
    expect(data.at(-1)?.status).toBe('rejected');
  });
});

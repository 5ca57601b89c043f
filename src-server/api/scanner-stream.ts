import { Readable } from 'node:stream';
import {
  STREAM_HEARTBEAT_MS,
  type ChangeKind,
  type ChangeNotice,
  type StreamHeartbeat,
} from '../../shared/contract/scanner.ts';
import { addMicros, formatInstant, instantFromMicros, type Instant } from '../../shared/instant.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import type { Call, Operate } from '../http/call.ts';
import type { EventRow } from '../repositories/events.ts';
import { requireEvent } from './events.ts';
import { parseListQuery } from './list-query.ts';
import { readChangedKeys, readChangedPage, type ChangedKey } from './rows.ts';
import { scansOf } from './scans.ts';

/** What the client waits before it connects again. */
const RETRY_MS = 2_000;
/** Streams of one client; a station that lost its connection may have left one behind. */
const MAX_STREAMS = 4;
/** Of more changes of a kind than this, only that there are many is told: the list is quicker. */
const MAX_OF_A_KIND = 200;
/** When to look again for a row that is committed, but stamped later than a transaction that is still open. */
const FIRST_LOOK_MS = 50;
const LAST_LOOK_MS = 1_000;

const POSITION = /^\d{1,16}$/;

/**
 * `GET /scanner/events/{eventKey}/stream`. Ends at once when the token, its scope or the event is taken away, and when the server
 * closes; the client connects again with `Last-Event-ID`.
 */
export const followEvent: Operate = async (call) => {
  const from = await call.database.readBounded(async (tx, bound) => {
    await requireEvent(call, tx);
    parseListQuery(call.query, call.contract.query);
    return positionOf(call.header('last-event-id'), bound);
  });
  const stream = Readable.from(follow(call, from), { objectMode: false });
  call.streams.join(`changes ${call.caller.clientId}`, stream, MAX_STREAMS);
  return {
    status: 200,
    body: stream,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      // Some proxies hold answers back until they have much of them.
      'x-accel-buffering': 'no',
    },
  };
};

async function* follow(call: Call, from: Instant): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\nid: ${from}\n\n`;
  using commits = call.changes.listen();
  let position = from;
  let lookMs = FIRST_LOOK_MS;
  let heartbeatAt = call.clock.monotonicMs() + STREAM_HEARTBEAT_MS;
  while (!call.changes.closed && (await mayFollow(call))) {
    // Before the read: what it does not see was committed later.
    const readAt = call.clock.now();
    const { changes, bound, isBehind } = await readChanges(call, position);
    if (bound > position) position = bound;
    const isDue = call.clock.monotonicMs() >= heartbeatAt;
    const completeAt = isBehind && bound < readAt ? bound : readAt;
    const text = writeChanges(changes, position) + (isDue ? writeHeartbeat(completeAt) : '');
    if (isDue) heartbeatAt = call.clock.monotonicMs() + STREAM_HEARTBEAT_MS;
    if (text !== '') yield text;
    const untilHeartbeat = Math.max(heartbeatAt - call.clock.monotonicMs(), 0);
    await commits.next(isBehind ? Math.min(lookMs, untilHeartbeat) : untilHeartbeat);
    lookMs = isBehind ? Math.min(lookMs * 2, LAST_LOOK_MS) : FIRST_LOOK_MS;
  }
}

interface Change {
  readonly kind: ChangeKind;
  readonly notice: ChangeNotice;
}

interface Changes {
  readonly changes: readonly Change[];
  /** Everything of the event up to here is in `changes`, or was before. */
  readonly bound: Instant;
  /** Whether there are rows above the bound, or may be: they are told once it has passed them. */
  readonly isBehind: boolean;
}

const byEvent = {
  ticket: [{ table: 'tickets' }],
  session: [{ table: 'sessions' }],
  order_line: [{ table: 'order_lines', constant: ['kind', 'add_on'] }],
  setup: [{ table: 'ticket_types' }, { table: 'locations' }, { table: 'add_ons' }],
} as const;

/** What of the event was stamped after `since`. */
function readChanges(call: Call, since: Instant): Promise<Changes> {
  return call.database.readBounded(async (tx, bound) => {
    const event = await requireEvent(call, tx);
    const range = {
      since: addMicros(since, 1),
      // Above the bound as well, to learn whether there is anything.
      upperBound: instantFromMicros(Number.MAX_SAFE_INTEGER),
      perPage: MAX_OF_A_KIND,
    };
    const changed = async (kind: keyof typeof byEvent) => {
      const where = { event_id: event.id };
      const keys: ChangedKey[] = [];
      for (const source of byEvent[kind]) {
        keys.push(...(await readChangedKeys(tx, { source, where }, range)));
      }
      return keys;
    };
    const scans = await readChangedKeys(tx, scansOf(event), range);
    const tickets = await changed('ticket');
    const sessions = await changed('session');
    const lines = await changed('order_line');
    const own = { source: { table: 'events' }, where: { id: event.id } } as const;
    const setup = [...(await readChangedKeys(tx, own, range)), ...(await changed('setup'))];
    const all = [scans, tickets, sessions, lines, setup];
    const changes = [
      ...(await tellScans(tx, event, { keys: scans, since: range.since, bound })),
      ...tell('ticket', tickets, bound),
      ...tell('session', sessions, bound),
      ...tell('order_line', lines, bound),
      ...tell('setup', setup, bound),
    ];
    const isBehind = all.some(
      (keys) => keys.length > MAX_OF_A_KIND || keys.some((key) => key.updated_at > bound),
    );
    return { changes, bound, isBehind };
  });
}

/** A scan is told with its row: the door decides by it before it has read the list. */
async function tellScans(
  tx: ReadTransaction,
  event: EventRow,
  {
    keys,
    since,
    bound,
  }: { readonly keys: readonly ChangedKey[]; readonly since: Instant; readonly bound: Instant },
): Promise<readonly Change[]> {
  const reached = keys.filter((key) => key.updated_at <= bound);
  if (reached.length === 0 || reached.length > MAX_OF_A_KIND) return tell('scan', keys, bound);
  const range = { since, upperBound: bound, perPage: MAX_OF_A_KIND, from: null };
  const { resources } = await readChangedPage(tx, scansOf(event), range);
  return resources.map((scan) => ({
    kind: 'scan',
    notice: { reference: scan.reference, updated_at: scan.updated_at, scan },
  }));
}

function tell(kind: ChangeKind, keys: readonly ChangedKey[], bound: Instant): readonly Change[] {
  const reached = keys.filter((key) => key.updated_at <= bound);
  if (reached.length > MAX_OF_A_KIND) {
    return [{ kind, notice: { reference: null, updated_at: formatInstant(bound) } }];
  }
  return reached.map(({ reference, updated_at }) => ({
    kind,
    notice: { reference, updated_at: formatInstant(updated_at) },
  }));
}

/** The position stands at the last of several changes: whoever was cut off between them is told all of them again. */
function writeChanges(changes: readonly Change[], position: Instant): string {
  return changes
    .map(({ kind, notice }, index) => {
      const id = index === changes.length - 1 ? `id: ${position}\n` : '';
      return `${id}event: ${kind}\ndata: ${JSON.stringify(notice)}\n\n`;
    })
    .join('');
}

/** Keeps the connection, and says until when nothing is missing, however busy the stream is. */
function writeHeartbeat(completeAt: Instant): string {
  const heartbeat: StreamHeartbeat = { server_time: formatInstant(completeAt) };
  return `event: heartbeat\ndata: ${JSON.stringify(heartbeat)}\n\n`;
}

async function mayFollow(call: Call): Promise<boolean> {
  const caller = await call.callerNow();
  return caller?.scopes.includes('scanner:sync') === true;
}

/** Where the client was; now when it says nothing that can be. */
function positionOf(text: string | null, latest: Instant): Instant {
  const position = text !== null && POSITION.test(text) ? Number(text) : Infinity;
  return position < latest ? instantFromMicros(position) : latest;
}

import { Readable } from 'node:stream';
import {
  STREAM_HEARTBEAT_MS,
  type ChangeKind,
  type ChangeNotice,
  type StreamHeartbeat,
} from '../../shared/contract/scanner.ts';
import { addMicros, formatInstant, instantFromMicros, type Instant } from '../../shared/instant.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import type { RequestContext, Handler } from '../http/request-context.ts';
import type { EventRow } from '../store/events.ts';
import { requireEvent } from './events.ts';
import { parseListQuery } from './list-parameters.ts';
import { readChangedKeys, readChangedPage, type ChangedKey } from './list-rows.ts';
import { scansOf } from './scans.ts';

/** How long the client waits before reconnecting. */
const RETRY_MS = 2_000;
/** Open streams per client; a station that lost its connection may have left one open. */
const MAX_STREAMS = 4;
/** Past this many changes of a kind only their number is reported: the list is faster. */
const MAX_OF_A_KIND = 200;
/** When to look again for a committed row whose timestamp is later than a transaction that is still open. */
const FIRST_LOOK_MS = 50;
const LAST_LOOK_MS = 1_000;

const POSITION = /^\d{1,16}$/;

/**
 * `GET /scanner/events/{eventKey}/stream`. Ends at once if the token, its scope or the event is withdrawn, or when the server
 * closes; the client reconnects with `Last-Event-ID`.
 */
export const followEvent: Handler = async (context) => {
  const from = await context.database.readBounded(async (tx, bound) => {
    await requireEvent(context, tx);
    parseListQuery(context.query, context.contract.query);
    return positionOf(context.header('last-event-id'), bound);
  });
  const stream = Readable.from(follow(context, from), { objectMode: false });
  context.streams.join(`changes ${context.caller.clientId}`, stream, MAX_STREAMS);
  return {
    status: 200,
    body: stream,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      // Some proxies buffer responses otherwise.
      'x-accel-buffering': 'no',
    },
  };
};

async function* follow(context: RequestContext, from: Instant): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\nid: ${from}\n\n`;
  using commits = context.changes.listen();
  let position = from;
  let lookMs = FIRST_LOOK_MS;
  let heartbeatAt = context.clock.monotonicMs() + STREAM_HEARTBEAT_MS;
  while (!context.changes.closed && (await mayFollow(context))) {
    const { changes, bound, isBehind, readAt } = await readChanges(context, position);
    if (bound > position) position = bound;
    const isDue = context.clock.monotonicMs() >= heartbeatAt;
    const completeAt = isBehind && bound < readAt ? bound : readAt;
    const text = writeChanges(changes, position) + (isDue ? writeHeartbeat(completeAt) : '');
    if (isDue) heartbeatAt = context.clock.monotonicMs() + STREAM_HEARTBEAT_MS;
    if (text !== '') yield text;
    const untilHeartbeat = Math.max(heartbeatAt - context.clock.monotonicMs(), 0);
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
  /** Every change of the event up to here is in `changes` or in an earlier read. */
  readonly bound: Instant;
  /** What is not in `changes` was committed later. */
  readonly readAt: Instant;
  /** Whether there are, or may be, rows above the bound; they are sent once it has passed them. */
  readonly isBehind: boolean;
}

const byEvent = {
  ticket: [{ table: 'tickets' }],
  session: [{ table: 'sessions' }],
  order_line: [{ table: 'order_lines', constant: ['kind', 'add_on'] }],
  setup: [{ table: 'ticket_types' }, { table: 'locations' }, { table: 'add_ons' }],
} as const;

/** Changes of the event with timestamps after `since`. */
function readChanges(context: RequestContext, since: Instant): Promise<Changes> {
  return context.database.readBounded(async (tx, bound) => {
    const event = await requireEvent(context, tx);
    const range = {
      since: addMicros(since, 1),
      // Also above the bound, to learn whether anything is there.
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
      ...(await describeScans(tx, event, { keys: scans, since: range.since, bound })),
      ...changesOf('ticket', tickets, bound),
      ...changesOf('session', sessions, bound),
      ...changesOf('order_line', lines, bound),
      ...changesOf('setup', setup, bound),
    ];
    const isBehind = all.some(
      (keys) => keys.length > MAX_OF_A_KIND || keys.some((key) => key.updated_at > bound),
    );
    return { changes, bound, isBehind, readAt: tx.now };
  });
}

/** A scan is sent with its row, so that doors can decide by it before they have read the list. */
async function describeScans(
  tx: ReadTransaction,
  event: EventRow,
  {
    keys,
    since,
    bound,
  }: { readonly keys: readonly ChangedKey[]; readonly since: Instant; readonly bound: Instant },
): Promise<readonly Change[]> {
  const reached = keys.filter((key) => key.updated_at <= bound);
  if (reached.length === 0 || reached.length > MAX_OF_A_KIND) return changesOf('scan', keys, bound);
  const range = { since, upperBound: bound, perPage: MAX_OF_A_KIND, from: null };
  const { resources } = await readChangedPage(tx, scansOf(event), range);
  return resources.map((scan) => ({
    kind: 'scan',
    notice: { reference: scan.reference, updated_at: scan.updated_at, scan },
  }));
}

function changesOf(
  kind: ChangeKind,
  keys: readonly ChangedKey[],
  bound: Instant,
): readonly Change[] {
  const reached = keys.filter((key) => key.updated_at <= bound);
  if (reached.length > MAX_OF_A_KIND) {
    return [{ kind, notice: { reference: null, updated_at: formatInstant(bound) } }];
  }
  return reached.map(({ reference, updated_at }) => ({
    kind,
    notice: { reference, updated_at: formatInstant(updated_at) },
  }));
}

/** Only the last of several changes carries the position: a client cut off in between gets all of them again. */
function writeChanges(changes: readonly Change[], position: Instant): string {
  return changes
    .map(({ kind, notice }, index) => {
      const id = index === changes.length - 1 ? `id: ${position}\n` : '';
      return `${id}event: ${kind}\ndata: ${JSON.stringify(notice)}\n\n`;
    })
    .join('');
}

/** Keeps the connection alive and states up to when the stream is complete, however busy it is. */
function writeHeartbeat(completeAt: Instant): string {
  const heartbeat: StreamHeartbeat = { server_time: formatInstant(completeAt) };
  return `event: heartbeat\ndata: ${JSON.stringify(heartbeat)}\n\n`;
}

async function mayFollow(context: RequestContext): Promise<boolean> {
  const caller = await context.callerNow();
  return caller?.scopes.includes('scanner:sync') === true;
}

/** Where the client left off; now if it names no valid position. */
function positionOf(text: string | null, latest: Instant): Instant {
  const position = text !== null && POSITION.test(text) ? Number(text) : Infinity;
  return position < latest ? instantFromMicros(position) : latest;
}

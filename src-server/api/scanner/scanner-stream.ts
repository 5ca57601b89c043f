// Why: docs/decisions/0008-exact-lists.md
import { MAX_STREAMS } from '../../../shared/contract/limits.ts';
import {
  STREAM_HEARTBEAT_MS,
  type StreamHeartbeat,
  type eventStreamRoutes,
} from '../../../shared/resources/event-stream.ts';
import { formatInstant, instantFromMicros, type Instant } from '../../../shared/instant.ts';
import type { EventChange } from '../../http/streams/change-watch.ts';
import { ApiError } from '../../http/errors/api-error.ts';
import type { RequestContext, Handler, HandlersOf } from '../../http/request-context.ts';
import { requireVisibleEvent } from '../resources/events.ts';
import { parseListQuery } from '../lists/list-parameters.ts';

/** How long the client waits before reconnecting. */
const RETRY_MS = 2_000;
/** When to look again for a committed row whose timestamp is later than a transaction that is still open. */
const FIRST_LOOK_MS = 50;
const LAST_LOOK_MS = 1_000;

const POSITION = /^\d{1,16}$/;

interface Followed {
  readonly eventId: number;
  readonly from: Instant;
  readonly ended: AbortSignal;
}

/**
 * `GET /scanner/events/{eventKey}/stream`. Ends immediately if the token, its scope, the event or the plan is withdrawn, or when the server
 * closes; the client reconnects with `Last-Event-ID`.
 */
const followEvent: Handler = async (context) => {
  const owner = `changes ${context.caller.clientId}`;
  const stream = await context.streams.open(owner, MAX_STREAMS, (ended) =>
    context.database.readBounded(async (tx, bound) => {
      const { id: eventId } = await requireVisibleEvent(context, tx);
      parseListQuery(context.query, context.contract.query);
      const from = positionOf(context.header('last-event-id'), bound);
      return follow(context, { eventId, from, ended });
    }),
  );
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

export const eventStreamHandlers: HandlersOf<typeof eventStreamRoutes> = { followEvent };

async function* follow(
  context: RequestContext,
  { eventId, from, ended }: Followed,
): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\nid: ${from}\n\n`;
  using commits = context.changes.follow(eventId, ended);
  let position = from;
  let lookMs = FIRST_LOOK_MS;
  let heartbeatAt = context.clock.monotonicMs() + STREAM_HEARTBEAT_MS;
  let found = await context.changes.readAlone(eventId, position);
  for (;;) {
    if (ended.aborted || context.changes.closed || !(await mayFollow(context, eventId))) return;
    const { changes, bound, isBehind, readAt } = found;
    const unsent = changes.filter((change) => change.updatedAt > position);
    if (bound > position) position = bound;
    const isDue = context.clock.monotonicMs() >= heartbeatAt;
    const completeAt = isBehind && bound < readAt ? bound : readAt;
    const text = writeChanges(unsent, position) + (isDue ? writeHeartbeat(completeAt) : '');
    if (isDue) heartbeatAt = context.clock.monotonicMs() + STREAM_HEARTBEAT_MS;
    if (text !== '') yield text;
    const untilHeartbeat = Math.max(heartbeatAt - context.clock.monotonicMs(), 0);
    await commits.next(isBehind ? Math.min(lookMs, untilHeartbeat) : untilHeartbeat);
    lookMs = isBehind ? Math.min(lookMs * 2, LAST_LOOK_MS) : FIRST_LOOK_MS;
    if (ended.aborted || context.changes.closed) return;
    found = await context.changes.read(eventId, position);
  }
}

/** Checked after each read, right before what was read is sent. */
async function mayFollow(context: RequestContext, eventId: number): Promise<boolean> {
  try {
    const event = await context.database.read((tx) => requireVisibleEvent(context, tx));
    return event.id === eventId;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Only the last of several changes carries the position: a client cut off in between gets all of them again. */
function writeChanges(changes: readonly EventChange[], position: Instant): string {
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

/** Where the client left off; now if it names no valid position. */
function positionOf(text: string | null, latest: Instant): Instant {
  const position = text !== null && POSITION.test(text) ? Number(text) : Infinity;
  return position < latest ? instantFromMicros(position) : latest;
}

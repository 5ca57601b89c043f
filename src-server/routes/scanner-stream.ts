import { Readable } from 'node:stream';
import { STREAM_HEARTBEAT_MS, type StreamHeartbeat } from '../../shared/contract/scanner.ts';
import { formatInstant, instantFromMicros, type Instant } from '../../shared/instant.ts';
import type { Call, Operate } from '../http/call.ts';
import { parseListQuery } from '../http/list-query.ts';
import { readChanges, type Change } from '../services/reads/read-changes.ts';
import { requireEvent } from './visible-event.ts';

/** What the client waits before it connects again. */
const RETRY_MS = 2_000;
/** Streams of one client; a station that lost its connection may have left one behind. */
const MAX_STREAMS = 4;

const POSITION = /^\d{1,16}$/;

/**
 * `GET /scanner/events/{eventKey}/stream`. Ends at once when the token, its scope or the event is taken away, and when the server
 * closes; the client connects again with `Last-Event-ID`.
 */
export const followEvent: Operate = async (call) => {
  const from = await call.database.read(async (tx) => {
    await requireEvent(call, tx);
    parseListQuery(call.query, call.contract.query);
    const latest = await tx.latestStamp();
    return positionOf(call.header('last-event-id'), latest);
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
  let position = from;
  let heartbeatAt = call.clock.monotonicMs() + STREAM_HEARTBEAT_MS;
  while (!call.changes.closed && mayFollow(call)) {
    // Before the read: what it does not see was committed later.
    const readAt = call.clock.now();
    const { changes, position: told } = await call.database.read(async (tx) => {
      const event = await requireEvent(call, tx);
      return readChanges(tx, event, position);
    });
    position = told;
    const isDue = call.clock.monotonicMs() >= heartbeatAt;
    const text = writeChanges(changes, position) + (isDue ? writeHeartbeat(readAt) : '');
    if (isDue) heartbeatAt = call.clock.monotonicMs() + STREAM_HEARTBEAT_MS;
    if (text !== '') yield text;
    await call.changes.changedSince(position, heartbeatAt - call.clock.monotonicMs());
  }
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
function writeHeartbeat(readAt: Instant): string {
  const heartbeat: StreamHeartbeat = { server_time: formatInstant(readAt) };
  return `event: heartbeat\ndata: ${JSON.stringify(heartbeat)}\n\n`;
}

function mayFollow(call: Call): boolean {
  const caller = call.callerNow();
  return caller !== null && caller.scopes.includes('scanner:sync');
}

/** Where the client was; now when it says nothing that can be. */
function positionOf(text: string | null, latest: Instant): Instant {
  const position = text !== null && POSITION.test(text) ? Number(text) : Infinity;
  return position < latest ? instantFromMicros(position) : latest;
}

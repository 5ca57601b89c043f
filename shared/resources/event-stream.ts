import { Type, type Static } from 'typebox';
import { Nullable, Text, Timestamp } from '../contract/fields.ts';
import { MAX_STREAMS } from '../contract/limits.ts';
import { type Routes, read } from './route-contract.ts';
import { Release } from './releases.ts';
import { EntryScan } from './scans.ts';

export const changeKinds = [
  'scan',
  'release',
  'ticket',
  'session',
  'order_line',
  'answers',
  'setup',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * The `data` of a server-sent event; its `event` is the kind of resource, and `id` the position to resume from (`Last-Event-ID`).
 * Only a hint: the lists are authoritative.
 */
export const ChangeNotice = Type.Object({
  /** The changed resource; null if there are so many changes that the list should be read. */
  reference: Nullable(Text()),
  updated_at: Timestamp(),
  /** A scan as in the list, so that every door knows of it immediately. */
  scan: Type.Optional(EntryScan),
  /** A release likewise. */
  release: Type.Optional(Release),
});
export type ChangeNotice = Static<typeof ChangeNotice>;

/**
 * The `data` of the event `heartbeat`, which comes every 15 s. Every change of the event up to `server_time` was sent before it: a
 * client that has fetched those changes has data as of then.
 */
export const StreamHeartbeat = Type.Object({ server_time: Timestamp() });
export type StreamHeartbeat = Static<typeof StreamHeartbeat>;

export const STREAM_HEARTBEAT_MS = 15_000;

export const eventStreamRoutes = {
  followEvent: {
    ...read,
    summary: "Stream an event's changes",
    description: `Server-sent events: what changed, as it happens, until the caller hangs up. \`event\` is ${changeKinds.map((kind) => `\`${kind}\``).join(', ')}, or every ${STREAM_HEARTBEAT_MS / 1_000} seconds \`heartbeat\`, and \`id\` is what \`Last-Event-ID\` goes on from. A client has at most ${MAX_STREAMS} at a server: a further one ends the oldest.`,
    path: '/scanner/events/{eventKey}/stream',
    scopes: ['scanner:sync'],
    query: ['include_deleted'],
    streams: 'text/event-stream',
    responses: { 200: ChangeNotice },
  },
} as const satisfies Routes;

import { Type, type Static } from 'typebox';
import { Nullable, ReferenceTo, Text, Timestamp } from '../contract/fields.ts';
import { AddOnLine } from './add-ons.ts';
import { DoorAnswers } from './door-answers.ts';
import { type Routes, read } from './route-contract.ts';
import { Release } from './releases.ts';
import { EntryScan } from './scans.ts';
import { Ticket } from './tickets.ts';

export const snapshotLists = ['tickets', 'scans', 'releases', 'order_lines', 'answers'] as const;
export type SnapshotList = (typeof snapshotLists)[number];

/**
 * Lines of a snapshot (NDJSON): `start`, then rows of tickets, scans, releases, add-on lines and answers with a `mark` after each few hundred,
 * then `end`. Rows before a mark are complete; an interrupted stream resumes after its last mark with `?cursor=`. Changes made in the meantime
 * arrive with the lists, from the watermark on.
 */
export const SnapshotStart = Type.Object({
  kind: Type.Literal('start'),
  event: ReferenceTo('event'),
  /** The `updated_since` for each of the lists after the snapshot. */
  watermark: Timestamp(),
  /** Approximate number of rows of the whole snapshot, for progress display. */
  counts: Type.Object({
    tickets: Type.Integer(),
    scans: Type.Integer(),
    releases: Type.Integer(),
    order_lines: Type.Integer(),
    answers: Type.Integer(),
  }),
});
export const SnapshotRow = Type.Union([
  Type.Object({ kind: Type.Literal('ticket'), ticket: Ticket }),
  Type.Object({ kind: Type.Literal('scan'), scan: EntryScan }),
  Type.Object({ kind: Type.Literal('release'), release: Release }),
  Type.Object({ kind: Type.Literal('order_line'), order_line: AddOnLine }),
  Type.Object({ kind: Type.Literal('answers'), answers: DoorAnswers }),
]);
export type SnapshotRow = Static<typeof SnapshotRow>;
export const SnapshotMark = Type.Object({
  kind: Type.Enum(['mark', 'end']),
  /** Cursor of the rest; null at the end. */
  cursor: Nullable(Text()),
  /** Row lines of this response so far. */
  count: Type.Integer(),
  /** SHA-256, as hex, of those lines with their line feeds. */
  checksum: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type SnapshotStart = Static<typeof SnapshotStart>;
export type SnapshotMark = Static<typeof SnapshotMark>;

export const snapshotRoutes = {
  readSnapshot: {
    ...read,
    summary: "Stream an event's snapshot",
    description:
      'Everything that a station needs of an event, line by line; after a break it continues behind the last `cursor`. A client reads one at a time from a server: a further one ends the earlier.',
    path: '/scanner/events/{eventKey}/snapshot',
    scopes: ['scanner:sync'],
    query: ['cursor', 'include_deleted'],
    streams: 'application/x-ndjson',
    responses: { 200: Type.Union([SnapshotStart, SnapshotRow, SnapshotMark]) },
  },
} as const satisfies Routes;

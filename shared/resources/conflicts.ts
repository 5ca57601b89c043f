import { Type, type Static } from 'typebox';
import { Nullable, ReferenceTo, Text, Timestamp } from '../contract/fields.ts';
import { MAX_NOTE_LENGTH } from '../contract/limits.ts';
import { listPages } from '../contract/lists.ts';
import { conflictKinds } from '../contract/statuses.ts';
import { reasons } from '../verdict/terms/reason.ts';
import { LocationSummary } from './events.ts';
import { DataOf, ListOf, type Routes, paging, read, write } from './route-contract.ts';
import { admissionSources, scanResults } from './scans.ts';

export type ConflictKind = (typeof conflictKinds)[number];

export const Conflict = Type.Object({
  reference: ReferenceTo('conflict'),
  kind: Type.Enum([...conflictKinds]),
  state: Type.Enum(['open', 'resolved']),
  ticket: ReferenceTo('ticket'),
  scan: ReferenceTo('scan'),
  /** `double_admission`: the other admission of the pair. */
  other_scan: Nullable(ReferenceTo('scan')),
  /** The reason that the server, with its current data, would have given at `scanned_at`. */
  expected_reason: Type.Enum([...reasons]),
  created_at: Timestamp(),
});
export type Conflict = Static<typeof Conflict>;

/** One of the scans that a conflict is about. */
export const ConflictScan = Type.Object({
  reference: ReferenceTo('scan'),
  result: Type.Enum([...scanResults]),
  reason: Type.Enum([...reasons]),
  /** Corrected time. */
  scanned_at: Timestamp(),
  scanner_location: Nullable(LocationSummary),
  /** The name of the client that scanned; null for staff. */
  station: Nullable(Text()),
  clock_offset_ms: Nullable(Type.Integer()),
  clock_suspect: Type.Boolean(),
  /** `peer`: it was denied because of another station's admission. */
  admission_source: Nullable(Type.Enum([...admissionSources])),
});
export type ConflictScan = Static<typeof ConflictScan>;

/** A conflict for supervisors: both scans side by side, and the decision. */
export const ConflictDetails = Type.Object({
  ...Conflict.properties,
  /** The scan in question, then the one it is paired with. */
  scans: Type.Array(ConflictScan, { minItems: 1, maxItems: 2 }),
  note: Nullable(Text()),
  resolved_by: Nullable(Text()),
  resolved_at: Nullable(Timestamp()),
  updated_at: Timestamp(),
  /** Set if later uploads withdrew the conflict. */
  deleted_at: Nullable(Timestamp()),
});
export type ConflictDetails = Static<typeof ConflictDetails>;

/** White space alone says nothing. */
const NOT_BLANK = '\\S';

export const ConflictResolution = Type.Object({
  note: Type.String({ pattern: NOT_BLANK, minLength: 1, maxLength: MAX_NOTE_LENGTH }),
  /** Who decided; defaults to the client's name. */
  resolved_by: Type.Optional(Type.String({ pattern: NOT_BLANK, minLength: 1, maxLength: 200 })),
});
export type ConflictResolution = Static<typeof ConflictResolution>;

export const conflictPages = listPages(ConflictDetails);

export const conflictRoutes = {
  listConflicts: {
    ...read,
    summary: "List an event's conflicts",
    description:
      'What doors decided without knowing of each other, such as one ticket admitted twice; newest first.',
    path: '/scanner/events/{eventKey}/conflicts',
    scopes: ['scanner:sync'],
    query: [...paging, 'state', 'include_deleted'],
    responses: { 200: ListOf(conflictPages) },
  },
  readConflict: {
    ...read,
    summary: 'Read a conflict',
    description: 'One conflict with its scans.',
    path: '/scanner/conflicts/{reference}',
    scopes: ['scanner:sync'],
    query: [],
    responses: { 200: DataOf(ConflictDetails) },
  },
  resolveConflict: {
    ...write,
    summary: 'Resolve a conflict',
    description: 'Closes it with a note. The first resolution stands.',
    path: '/scanner/conflicts/{reference}/resolve',
    scopes: ['scanner:sync'],
    request: ConflictResolution,
    responses: { 200: DataOf(ConflictDetails) },
  },
} as const satisfies Routes;

import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import { conflictKinds } from '../contract/statuses.ts';
import type { ReadOnly } from '../schema.ts';
import { ReasonKey } from './outcomes.ts';

/** What the server has told of all doors, and what this station has not sent yet. */
export const EventFigures = Type.Object({
  /** When they were counted. */
  at: Type.String(),
  /** First admissions of tickets in steps of five minutes of corrected time, oldest first; steps without one are left out. */
  arrivals: Type.Array(
    Type.Object({
      from: Type.String(),
      /** Null is the box office. */
      entry_point: Nullable(Type.String()),
      admitted: Type.Number(),
    }),
  ),
  /** By name. `expected`: tickets that are neither cancelled, refunded nor superseded; some that were admitted may be. */
  ticket_types: Type.Array(
    Type.Object({
      name: Nullable(Type.String()),
      admitted: Type.Number(),
      expected: Type.Number(),
    }),
  ),
  /** Refused scans, most frequent first; a null reason is one that this version does not know. */
  denials: Type.Array(Type.Object({ reason: Nullable(ReasonKey), scans: Type.Number() })),
});
export type EventFigures = ReadOnly<typeof EventFigures>;

/** What a station said of itself in its last heartbeat. */
export const FleetHealth = Type.Object({
  /** `none`: it has no event yet. `here`: at this station's event; a null entry point is the box office. `elsewhere`: null where its name is not known here. */
  place: Type.Union([
    Type.Object({ kind: Type.Literal('none') }),
    Type.Object({ kind: Type.Literal('here'), entry_point: Nullable(Type.String()) }),
    Type.Object({ kind: Type.Literal('elsewhere'), event: Nullable(Type.String()) }),
  ]),
  version: Type.String(),
  /** Journal rows that the server had not taken. */
  queued: Type.Number(),
  needs_attention: Type.Number(),
  oldest_unsent_at: Nullable(Type.String()),
  /** Its tickets and admissions were complete up to here; null before its first import. */
  data_at: Nullable(Type.String()),
  clock_offset_ms: Type.Number(),
  /** Codes of what it warns of: those of `StationWarning`, and of other versions. */
  warnings: Type.Array(Type.String()),
});
export type FleetHealth = ReadOnly<typeof FleetHealth>;

export const FleetStation = Type.Object({
  client_id: Type.String(),
  name: Type.String(),
  /** It is the one that was asked. */
  is_this: Type.Boolean(),
  /** Its last heartbeat, in the server's time; null before the first one. */
  heard_at: Nullable(Type.String()),
  health: Nullable(FleetHealth),
});
export type FleetStation = ReadOnly<typeof FleetStation>;

export const Fleet = Type.Object({
  /** When the server told of them. */
  at: Type.String(),
  /** By name; those that were revoked are left out. */
  stations: Type.Array(FleetStation),
});
export type Fleet = ReadOnly<typeof Fleet>;

export const ConflictingScan = Type.Object({
  reference: Type.String(),
  admitted: Type.Boolean(),
  reason: ReasonKey,
  /** Corrected time. */
  scanned_at: Type.String(),
  entry_point: Nullable(Type.String()),
  /** Null for staff in the organiser's console. */
  station: Nullable(Type.String()),
  clock_offset_ms: Nullable(Type.Number()),
  clock_suspect: Type.Boolean(),
  /** Denied because another station told of an admission. */
  on_word_of_station: Type.Boolean(),
});
export type ConflictingScan = ReadOnly<typeof ConflictingScan>;

/** A conflict (scanner surface) as a supervisor sees it: what happened, side by side. */
export const ConflictView = Type.Object({
  reference: Type.String(),
  kind: Type.Enum([...conflictKinds]),
  state: Type.Enum(['open', 'resolved']),
  ticket: Type.String(),
  /** Null also where this station does not have the ticket. */
  holder: Nullable(Type.String()),
  ticket_type: Nullable(Type.String()),
  /** What the server would have said. */
  expected_reason: ReasonKey,
  /** The scan in question, then the other one of a pair. */
  scans: Type.Array(ConflictingScan),
  note: Nullable(Type.String()),
  resolved_by: Nullable(Type.String()),
  resolved_at: Nullable(Type.String()),
  created_at: Type.String(),
});
export type ConflictView = ReadOnly<typeof ConflictView>;

export const ConflictPage = Type.Object({
  items: Type.Array(ConflictView),
  /** Null for the last page. */
  next: Nullable(Type.String()),
});
export type ConflictPage = ReadOnly<typeof ConflictPage>;

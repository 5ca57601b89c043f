import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import { conflictKinds } from '../contract/statuses.ts';
import type { ReadOnly } from '../schema.ts';
import { ReasonKey } from './outcomes.ts';

/** An admission that was undone, or made in spite of a denial. */
export const Correction = Type.Object({
  kind: Type.Enum(['undone', 'overruled']),
  /** Of the release, or of the scan. */
  reference: Type.String(),
  ticket: Type.String(),
  /** Null also if this station does not have the ticket. */
  holder: Nullable(Type.String()),
  at: Type.String(),
  /** Null is the box office. */
  entry_point: Nullable(Type.String()),
  /** Null for staff in the organiser's console. */
  station: Nullable(Type.String()),
  /** It was done at this station. */
  is_here: Type.Boolean(),
  /** What was overruled; null if this version does not know it, and for what was undone. */
  reason: Nullable(ReasonKey),
  note: Nullable(Type.String()),
});
export type Correction = ReadOnly<typeof Correction>;

/** Figures from the server's data of all doors and this station's unsent scans. */
export const EventFigures = Type.Object({
  /** When they were counted. */
  at: Type.String(),
  /** First admissions of tickets in steps of five minutes of corrected time, oldest first; empty steps are left out. */
  arrivals: Type.Array(
    Type.Object({
      from: Type.String(),
      /** Null is the box office. */
      entry_point: Nullable(Type.String()),
      admitted: Type.Number(),
    }),
  ),
  /** How many were inside at the end of each step in which that changed, oldest first. */
  presence: Type.Array(Type.Object({ from: Type.String(), inside: Type.Number() })),
  /** By name, the box office (null) last: admissions that were no mistakes, and exits. */
  entry_points: Type.Array(
    Type.Object({
      name: Nullable(Type.String()),
      admitted: Type.Number(),
      exits: Type.Number(),
    }),
  ),
  /** The newest of what was undone or overruled, newest first. */
  corrections: Type.Array(Correction),
  /** By name. `expected`: tickets that are neither cancelled, refunded nor superseded; admitted ones may be among those. */
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

/** A station's last heartbeat. */
export const FleetHealth = Type.Object({
  /**
   * `none`: it has no event yet. `here`: at this station's event; a null entry point is the box office. `elsewhere`: null if its name is
   * unknown here.
   */
  place: Type.Union([
    Type.Object({ kind: Type.Literal('none') }),
    Type.Object({ kind: Type.Literal('here'), entry_point: Nullable(Type.String()) }),
    Type.Object({ kind: Type.Literal('elsewhere'), event: Nullable(Type.String()) }),
  ]),
  version: Type.String(),
  /** Journal rows that the server had not acknowledged. */
  queued: Type.Number(),
  needs_attention: Type.Number(),
  oldest_unsent_at: Nullable(Type.String()),
  /** Its tickets and admissions were complete up to then; null before its first import. */
  data_at: Nullable(Type.String()),
  clock_offset_ms: Type.Number(),
  /** Codes of its warnings: those of `StationWarning`, and of other versions. */
  warnings: Type.Array(Type.String()),
});
export type FleetHealth = ReadOnly<typeof FleetHealth>;

export const FleetStation = Type.Object({
  client_id: Type.String(),
  name: Type.String(),
  /** Whether it is the station that was asked. */
  is_this: Type.Boolean(),
  /** Its last heartbeat, in the server's time; null before the first one. */
  heard_at: Nullable(Type.String()),
  health: Nullable(FleetHealth),
});
export type FleetStation = ReadOnly<typeof FleetStation>;

export const Fleet = Type.Object({
  /** When the server responded. */
  at: Type.String(),
  /** By name; revoked ones are left out. */
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
  /** Denied because of an admission reported by another station. */
  on_word_of_station: Type.Boolean(),
});
export type ConflictingScan = ReadOnly<typeof ConflictingScan>;

/** A conflict (scanner surface) as a supervisor sees it, with its scans side by side. */
export const ConflictView = Type.Object({
  reference: Type.String(),
  /** `other`: one that this version does not know. */
  kind: Type.Enum([...conflictKinds, 'other']),
  state: Type.Enum(['open', 'resolved']),
  ticket: Type.String(),
  /** Null also if this station does not have the ticket. */
  holder: Nullable(Type.String()),
  ticket_type: Nullable(Type.String()),
  /** The verdict key that the server expected. */
  expected_reason: ReasonKey,
  /** The disputed scan, then the other one of a pair. */
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

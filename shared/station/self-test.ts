import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import type { ReadOnly } from '../schema.ts';
import { ClockState } from './state.ts';

/** Rows of a list here and at the server, those that were deleted included. */
export const ComparedList = Type.Object({
  here: Type.Number(),
  /** Null where the server did not say. */
  server: Nullable(Type.Number()),
  /** When the list was last known to be complete here. */
  fresh_at: Nullable(Type.String()),
});
export type ComparedList = ReadOnly<typeof ComparedList>;

/** What the station found when it tried itself. */
export const SelfTestReport = Type.Object({
  at: Type.String(),
  /** The software's. */
  version: Type.String(),
  clock: ClockState,
  /** `away`: offline, or no request may be sent now. `failed`: it was asked and did not say how much it has; `problem` says why. */
  server: Type.Union([
    Type.Object({ kind: Type.Enum(['answered', 'away']) }),
    Type.Object({ kind: Type.Literal('failed'), problem: Type.String() }),
  ]),
  tickets: ComparedList,
  scans: ComparedList,
  /** A write that waited for the disk, as every scan does: how long it took. */
  journal: Type.Union([
    Type.Object({ kind: Type.Literal('written'), milliseconds: Type.Number() }),
    Type.Object({
      kind: Type.Literal('failed'),
      cause: Type.Enum(['disk_full', 'io_error']),
      problem: Type.String(),
    }),
  ]),
  /** Null where the system does not tell. */
  free_bytes: Nullable(Type.Number()),
});
export type SelfTestReport = ReadOnly<typeof SelfTestReport>;

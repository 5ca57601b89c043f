import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import type { ReadOnly } from '../schema.ts';
import { ClockState } from './state.ts';

/** Row counts of a list here and at the server, including deleted rows. */
export const ComparedList = Type.Object({
  here: Type.Number(),
  /** Null if the server did not report it. */
  server: Nullable(Type.Number()),
  /** When the list was last known to be complete here. */
  fresh_at: Nullable(Type.String()),
});
export type ComparedList = ReadOnly<typeof ComparedList>;

/** The result of the station's self-test. */
export const SelfTestReport = Type.Object({
  at: Type.String(),
  /** The software's version. */
  version: Type.String(),
  clock: ClockState,
  /** `away`: offline, or no request may be sent now. `failed`: the request failed; `problem` says why. */
  server: Type.Union([
    Type.Object({ kind: Type.Enum(['answered', 'away']) }),
    Type.Object({ kind: Type.Literal('failed'), problem: Type.String() }),
  ]),
  tickets: ComparedList,
  scans: ComparedList,
  /** Duration of a write that waited for the disk, as every scan does. */
  journal: Type.Union([
    Type.Object({ kind: Type.Literal('written'), milliseconds: Type.Number() }),
    Type.Object({
      kind: Type.Literal('failed'),
      cause: Type.Enum(['disk_full', 'io_error']),
      problem: Type.String(),
    }),
  ]),
  /** Null if the system does not report it. */
  free_bytes: Nullable(Type.Number()),
});
export type SelfTestReport = ReadOnly<typeof SelfTestReport>;

import { Type } from 'typebox';
import type { ReadOnly } from '../schema.ts';
import { ScanOutcome, ScanSource } from './outcomes.ts';
import { CommandResult } from './results.ts';
import { StationState } from './state.ts';

/**
 * What a station says to its screens, over Electron IPC or a loopback WebSocket; `StationRequest` is what they say to it. Both ends
 * check what they hear. Times are REST timestamps (specification §2.1) in corrected time unless a name says otherwise. Keys that
 * the other end does not know are passed over: the contract grows by addition.
 *
 * Phases: the carrier connects → `welcome` with the whole state → `state` on every change, `outcome` on every scan.
 * A screen that lost its carrier starts again with `welcome`; un-acknowledged scans are sent again under the same id.
 */
export const StationMessage = Type.Union([
  Type.Object({ kind: Type.Literal('outcome'), outcome: ScanOutcome }),
  Type.Object({ kind: Type.Literal('state'), state: StationState }),
  Type.Object({ kind: Type.Literal('reply'), id: Type.String(), result: CommandResult }),
  Type.Object({
    kind: Type.Literal('welcome'),
    state: StationState,
    recent: Type.Array(ScanOutcome),
  }),
  /** A scanner of the station read credentials: for a form that waits for them, else a scan of the screen like any other. */
  Type.Object({
    kind: Type.Literal('enrolment_code'),
    code: Type.String(),
    source: ScanSource,
  }),
]);
export type StationMessage = ReadOnly<typeof StationMessage>;

// Why: docs/decisions/0022-door-screen.md
import { Type } from 'typebox';
import type { ReadOnly } from '../schema.ts';
import { ScanOutcome, ScanRelease, ScanSource } from './outcomes.ts';
import { CommandResult } from './results.ts';
import { StationState } from './state.ts';

/**
 * Messages from a station to its screens, over Electron IPC or a loopback WebSocket; `StationRequest` is the other direction. Both ends
 * validate what they receive. Times are REST timestamps (specification §2.1) in corrected time unless a name says otherwise. Unknown keys
 * are ignored, so the contract grows by addition.
 *
 * Phases: the transport connects → `welcome` with the whole state → `state` on every change, `outcome` on every scan. A screen that lost
 * its transport starts again with `welcome`; unanswered scans are sent again under the same id.
 */
export const StationMessage = Type.Union([
  Type.Object({ kind: Type.Literal('outcome'), outcome: ScanOutcome }),
  /** One of this station's admissions has ended. */
  Type.Object({ kind: Type.Literal('released'), scan: Type.String(), released: ScanRelease }),
  /** Follows the outcome of an admission whose order has more tickets that are not in: how many. */
  Type.Object({ kind: Type.Literal('companions'), scan: Type.String(), others: Type.Number() }),
  Type.Object({ kind: Type.Literal('state'), state: StationState }),
  Type.Object({ kind: Type.Literal('reply'), id: Type.String(), result: CommandResult }),
  Type.Object({
    kind: Type.Literal('welcome'),
    state: StationState,
    recent: Type.Array(ScanOutcome),
  }),
  /** A scanner of the station read credentials. A form that waits for them takes them; otherwise they count as a scan. */
  Type.Object({
    kind: Type.Literal('enrolment_code'),
    code: Type.String(),
    source: ScanSource,
  }),
]);
export type StationMessage = ReadOnly<typeof StationMessage>;
export type StationReply = Extract<StationMessage, { kind: 'reply' }>;

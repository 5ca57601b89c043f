import type { Instant } from '../instant.ts';
import type { AdmissionFact, EntryPoint } from './terms/facts.ts';
import type { Reason } from './terms/reason.ts';

/** The result of `evaluate` (specification §4.4, with `details` added). */
export interface Verdict {
  readonly allowed: boolean;
  readonly reason: Reason;
  /** One sentence that tells the person at the door what to do, in the locale and the event's time zone of the facts. */
  readonly message: string;
  /** The date the ticket is for; null on a single-date event. */
  readonly session: {
    readonly reference: string;
    readonly name: string | null;
    readonly starts_at: Instant;
  } | null;
  readonly seat_label: string | null;
  readonly details: VerdictDetails;
}

/** Details for the screen. Each is null if it does not apply to the reason. */
export interface VerdictDetails {
  /** `scanning.already_scanned`: the first admission; null if only the ticket's status is known. */
  readonly first_admission: AdmissionFact | null;
  /** The missed window, for the two window reasons. */
  readonly window: { readonly from: Instant | null; readonly until: Instant | null } | null;
  /** `scanning.wrong_entry_point`: where the ticket is valid. */
  readonly entry_points: readonly EntryPoint[] | null;
}

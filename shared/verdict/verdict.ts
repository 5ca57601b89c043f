import type { Instant } from '../instant.ts';
import type { AdmissionFact, EntryPoint } from './facts.ts';
import type { Reason } from './reason.ts';

/** The answer of `evaluate` (specification §4.4, additive `details`). */
export interface Verdict {
  readonly allowed: boolean;
  readonly reason: Reason;
  /** One sentence a person at the door can act on, in the locale and the event's zone of the facts. */
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

/** What a screen shows beside the sentence. Each is null where the reason does not concern it. */
export interface VerdictDetails {
  /** `scanning.already_scanned`: the first admission; null when only the ticket's status says so. */
  readonly first_admission: AdmissionFact | null;
  /** The window that was missed, for the two window reasons. */
  readonly window: { readonly from: Instant | null; readonly until: Instant | null } | null;
  /** `scanning.wrong_entry_point`: where the ticket is valid. */
  readonly entry_points: readonly EntryPoint[] | null;
}

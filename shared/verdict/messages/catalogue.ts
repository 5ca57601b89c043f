import type { DenialReason, Reason } from '../terms/reason.ts';
import type { VerdictPhrases } from './phrases.ts';
import type { WallClock } from './wall-clock.ts';

/** Outcomes of a scan that are not verdicts. */
interface OutcomePhrases {
  /** The age of the station's data as `formatAge` writes it; null before the first sync. */
  readonly unknown_ticket: { readonly age: string | null };
  /** The other event's name; null if it is not known here. */
  readonly wrong_event: { readonly event: string | null };
  readonly unreadable: null;
  readonly partial: null;
  readonly ambiguous: null;
  readonly not_recorded: null;
  readonly training: null;
  readonly enrolment: null;
  readonly overruled: null;
  readonly full: { readonly inside: string; readonly capacity: string };
  readonly left: null;
  readonly out_before: null;
  readonly not_in: null;
}

export type VerdictSentences = {
  readonly [R in Reason]: { readonly sentence: (phrase: VerdictPhrases[R]) => string };
};

/** One language: how it writes times, and one sentence per reason and per outcome, for the person at the door. */
export interface Catalogue {
  /** Used to join lists. */
  readonly languageTag: string;
  readonly units: {
    readonly second: string;
    readonly minute: string;
    readonly hour: string;
    readonly day: string;
  };
  /** The day with its weekday, without and with the year. */
  readonly day: (clock: WallClock, withYear: boolean) => string;
  readonly time: (clock: WallClock) => string;
  readonly verdict: VerdictSentences & {
    /** In a few words, for a list of denials. */
    readonly [R in DenialReason]: { readonly name: string };
  };
  readonly outcome: { readonly [K in keyof OutcomePhrases]: (phrase: OutcomePhrases[K]) => string };
}

/** "19:04", the same in every language. */
export function time24(clock: WallClock): string {
  return `${String(clock.hour).padStart(2, '0')}:${String(clock.minute).padStart(2, '0')}`;
}

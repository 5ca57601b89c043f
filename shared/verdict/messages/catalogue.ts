import type { WallClock } from './wall-clock.ts';

/** A point in time in the words of one language. */
export interface WallClockTime {
  /** "Sat 12 Dec", with the year if it is not the year of the scan. */
  readonly day: string;
  /** "19:04" */
  readonly time: string;
  /** Whether the sentence must name the day, because it is not the local day of the scan. */
  readonly otherDay: boolean;
  /** Empty, or " UTC" if the event's time zone is unknown here. */
  readonly zone: string;
}

/** The parameters of each reason's sentence. Names are cleaned; null if unknown. */
export interface VerdictPhrases {
  readonly 'scanning.ticket_refunded': null;
  readonly 'scanning.ticket_cancelled': CancelledTicket;
  readonly 'scanning.session_cancelled': {
    readonly starts: WallClockTime;
    readonly name: string | null;
  };
  readonly 'scanning.wrong_entry_point': RightEntryPoints;
  readonly 'scanning.outside_session_window': {
    readonly starts: WallClockTime;
    readonly name: string | null;
    readonly side: WindowSide;
    /** The missed bound, if it is on the day of the scan. */
    readonly bound: WallClockTime | null;
  };
  readonly 'scanning.outside_validity_window': {
    readonly side: WindowSide;
    /** The missed bound. */
    readonly bound: WallClockTime;
  };
  readonly 'scanning.already_scanned': {
    readonly at: WallClockTime | null;
    readonly place: string | null;
    /** Known only from another station. */
    readonly isFromPeer: boolean;
  };
  readonly 'scanning.allowed': null;
}

/** `removed`: superseded or erased. `code_replaced`: the ticket stands, but a newer code was issued for it. */
export type CancelledTicket = 'cancelled' | 'removed' | 'code_replaced';

export type WindowSide = 'before' | 'after';

/** `some`: their names joined with the language's "or". */
export type RightEntryPoints =
  | { readonly kind: 'some'; readonly names: string }
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'none' };

/** Outcomes of a scan that are not verdicts. */
export interface OutcomePhrases {
  /** The age of the station's data as `formatAge` writes it; null before the first sync. */
  readonly unknown_ticket: { readonly age: string | null };
  /** The other event's name; null if it is not known here. */
  readonly wrong_event: { readonly event: string | null };
  readonly unreadable: null;
  readonly partial: null;
  readonly not_recorded: null;
  readonly training: null;
  readonly enrolment: null;
}

export type OutcomeKind = keyof OutcomePhrases;

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
  /** A day and a time side by side, outside a sentence. */
  readonly dayAndTime: (day: string, time: string) => string;
  readonly verdict: { readonly [R in keyof VerdictPhrases]: (phrase: VerdictPhrases[R]) => string };
  readonly outcome: { readonly [K in OutcomeKind]: (phrase: OutcomePhrases[K]) => string };
}

/** "19:04", the same in every language. */
export function time24(clock: WallClock): string {
  return `${String(clock.hour).padStart(2, '0')}:${String(clock.minute).padStart(2, '0')}`;
}

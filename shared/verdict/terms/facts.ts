import type { Instant } from '../../instant.ts';
import type { Locale } from '../../languages.ts';

/** Statuses of a ticket (specification §3.2). */
export const ticketStatuses = ['valid', 'checked_in', 'cancelled', 'refunded'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** A place by reference and name: an entry point, or where an admission happened. */
export interface EntryPoint {
  readonly reference: string;
  readonly name: string;
}

/** Facts about the ticket. Null bounds are open on that side; null entry points admit anywhere; an empty list admits nowhere. */
export interface TicketFacts {
  readonly reference: string;
  readonly status: TicketStatus;
  readonly deleted_at: Instant | null;
  readonly valid_from: Instant | null;
  readonly valid_until: Instant | null;
  readonly entry_points: readonly EntryPoint[] | null;
  readonly seat_label: string | null;
  /** The number of its current code, from 1; a reissue increments it. */
  readonly code_issue: number;
}

/** The dated occurrence that the ticket is for. Null bounds are open on that side. */
export interface SessionFacts {
  readonly reference: string;
  readonly name: string | null;
  readonly starts_at: Instant;
  readonly cancelled_at: Instant | null;
  readonly entry_from: Instant | null;
  readonly entry_until: Instant | null;
}

/** The earliest `allowed` entry scan of the ticket that no release gave back, wherever it was made. */
export interface AdmissionFact {
  readonly scanned_at: Instant;
  readonly location: EntryPoint | null;
  /** `peer`: known only from another station. */
  readonly source?: 'peer';
}

/** Everything that `evaluate` may use. It comes from neither a clock, a network nor a store. */
export interface AdmissionFacts {
  readonly ticket: TicketFacts;
  readonly session: SessionFacts | null;
  readonly admission: AdmissionFact | null;
  /** Where the scan happens. Null for online and staff check-ins: the entry-point rule does not apply. */
  readonly location: EntryPoint | null;
  /** Which of the ticket's codes was read. Null for an online or staff check-in, which names the ticket itself. */
  readonly code_issue: number | null;
  /** IANA name of the event's time zone; messages show times in it. */
  readonly timezone: string;
  readonly locale: Locale;
}

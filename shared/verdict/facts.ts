import type { Instant } from '../instant.ts';
import type { Locale } from './locale.ts';

/** Statuses of a ticket (specification §3.2). */
export const ticketStatuses = ['valid', 'checked_in', 'cancelled', 'refunded'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** A place by reference and name: an entry point, or where an admission happened. */
export interface EntryPoint {
  readonly reference: string;
  readonly name: string;
}

/** What is known of the ticket. Null bounds are open on that side; null entry points admit anywhere; an empty list admits nowhere. */
export interface TicketFacts {
  readonly reference: string;
  readonly status: TicketStatus;
  readonly deleted_at: Instant | null;
  readonly valid_from: Instant | null;
  readonly valid_until: Instant | null;
  readonly entry_points: readonly EntryPoint[] | null;
  readonly seat_label: string | null;
  /** The number of its newest code, from 1: a reissue raises it. */
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

/** The earliest `allowed` entry scan of the ticket, wherever it was made. */
export interface AdmissionFact {
  readonly scanned_at: Instant;
  readonly location: EntryPoint | null;
  /** `peer`: only another station told of it. */
  readonly source?: 'peer';
}

/** Everything that `evaluate` may know. Nothing here is read from a clock, a network or a store. */
export interface AdmissionFacts {
  readonly ticket: TicketFacts;
  readonly session: SessionFacts | null;
  readonly admission: AdmissionFact | null;
  /** Where the scan happens. Null for online and staff check-ins: the entry-point rule does not apply. */
  readonly location: EntryPoint | null;
  /** Which of the ticket's codes was read. Null where none was: an online or staff check-in names the ticket itself. */
  readonly code_issue: number | null;
  /** IANA name of the event's zone; every time in a message is told in it. */
  readonly timezone: string;
  readonly locale: Locale;
}

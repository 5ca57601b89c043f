import { sessionWindow } from '../../../shared/verdict/session-window.ts';
import type { Instant } from '../../../shared/instant.ts';
import type {
  AdmissionFact,
  AdmissionFacts,
  EntryPoint,
  SessionFacts,
  TicketStatus,
} from '../../../shared/verdict/terms/facts.ts';
import type { ReEntry } from '../../../shared/verdict/terms/releases.ts';
import type { Locale } from '../../../shared/languages.ts';

/** The part of a stored ticket that the verdict and the screen need. */
export interface KnownTicket {
  readonly reference: string;
  readonly status: TicketStatus;
  readonly ticket_type: { readonly reference?: string; readonly name: string } | null;
  readonly holder: { readonly first_name: string | null; readonly last_name: string | null } | null;
  readonly session: {
    readonly reference: string;
    readonly name: string | null;
    readonly starts_at: Instant;
  } | null;
  readonly seat_label: string | null;
  readonly door_note?: string | null;
  readonly flags?: readonly string[];
  readonly valid_from: Instant | null;
  readonly valid_until: Instant | null;
  readonly entry_points: readonly string[] | null;
  readonly code_issue: number;
  readonly deleted_at: Instant | null;
}

/** Whether the ticket can be judged: a later version of the server may have other statuses. */
export function hasKnownStatus<Ticket extends { readonly status: TicketStatus | 'unknown' }>(
  ticket: Ticket,
): ticket is Ticket & { readonly status: TicketStatus } {
  return ticket.status !== 'unknown';
}

/** The setup of the event that the door works for. */
export interface KnownEvent {
  readonly timezone: string;
  readonly sessions: ReadonlyMap<string, SessionFacts>;
  readonly locations: ReadonlyMap<string, EntryPoint>;
  /** Ticket types with which a guest who went out may come in again. */
  readonly reEntry: ReadonlySet<string>;
  /** For sessions without a window from the server: a bare `/v1`. */
  readonly opens_before_minutes: number;
}

export function ticketFacts(input: {
  readonly ticket: KnownTicket;
  readonly event: KnownEvent;
  readonly admission: AdmissionFact | null;
  readonly location: EntryPoint | null;
  /** Which of the ticket's codes was read; null if none was. */
  readonly code_issue: number | null;
  readonly locale: Locale;
}): AdmissionFacts {
  const { ticket, event, admission, location, code_issue, locale } = input;
  return {
    ticket: {
      reference: ticket.reference,
      status: ticket.status,
      deleted_at: ticket.deleted_at,
      valid_from: ticket.valid_from,
      valid_until: ticket.valid_until,
      entry_points: ticket.entry_points?.map((reference) => nameOf(reference, event)) ?? null,
      seat_label: ticket.seat_label,
      code_issue: ticket.code_issue,
    },
    session: sessionFacts(ticket, event),
    admission,
    location,
    code_issue,
    timezone: event.timezone,
    locale,
  };
}

export function reEntryOf(
  ticket: Pick<KnownTicket, 'ticket_type'> | null,
  { reEntry }: KnownEvent,
): ReEntry {
  return reEntry.has(ticket?.ticket_type?.reference ?? '') ? 'allowed' : 'none';
}

function sessionFacts(ticket: KnownTicket, event: KnownEvent): SessionFacts | null {
  if (ticket.session === null) return null;
  const known = event.sessions.get(ticket.session.reference);
  if (known !== undefined) return known;
  const { reference, name, starts_at } = ticket.session;
  return {
    reference,
    name,
    starts_at,
    cancelled_at: null,
    ...sessionWindow({ starts_at, ends_at: null }, event),
  };
}

/** An entry point that is no longer in the setup still counts; it only has no name to show. */
function nameOf(reference: string, event: KnownEvent): EntryPoint {
  return event.locations.get(reference) ?? { reference, name: '' };
}

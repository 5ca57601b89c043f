import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { Locale } from '../../../shared/languages.ts';
import type {
  OtherEvent,
  OutcomeNote,
  Overruled,
  ScanSource,
  UnnumberedOutcome,
} from '../../../shared/station/outcomes.ts';
import { outcomeMessage } from '../../../shared/verdict/messages/outcome-message.ts';
import type { Verdict } from '../../../shared/verdict/verdict.ts';
import type { KnownTicket } from './ticket-facts.ts';

/** Where and when a code was read. */
export interface Read {
  readonly reference: string;
  readonly scanned_at: Instant;
  readonly source: ScanSource;
  readonly entry_point: string | null;
}

export function outcomeOfVerdict(
  verdict: Verdict,
  ticket: KnownTicket,
  read: Read,
  isFromCode = false,
): UnnumberedOutcome {
  const { first_admission: first, window, entry_points: right } = verdict.details;
  const note = isFromCode ? 'from_code' : noteOf(verdict, ticket);
  return {
    ...blankOutcome(read),
    kind: verdict.allowed ? 'admitted' : 'denied',
    ticket: ticket.reference,
    reason: verdict.reason,
    ...(note === null ? {} : { note }),
    message: verdict.message,
    holder: holderName(ticket),
    ticket_type: ticket.ticket_type?.name ?? null,
    seat_label: verdict.seat_label,
    session: verdict.session && {
      name: verdict.session.name,
      starts_at: formatInstant(verdict.session.starts_at),
    },
    first_admission: first && {
      scanned_at: formatInstant(first.scanned_at),
      entry_point: first.location?.name ?? null,
      ...(first.source === undefined ? {} : { source: first.source }),
    },
    window: window && { from: timeOrNull(window.from), until: timeOrNull(window.until) },
    right_entry_points: (right ?? []).map(({ name }) => name).filter((name) => name !== ''),
    ...saidOf(ticket),
  };
}

function noteOf({ reason }: Verdict, { status, deleted_at }: KnownTicket): OutcomeNote | null {
  if (reason !== 'scanning.ticket_cancelled') return null;
  if (deleted_at !== null) return 'replaced';
  return status === 'cancelled' ? null : 'code_replaced';
}

/** A supervisor admits in spite of a denial. */
export function outcomeOverruled(
  denied: UnnumberedOutcome,
  overruled: Overruled,
  locale: Locale,
  read: Read,
): UnnumberedOutcome {
  const { ticket, holder, ticket_type, seat_label, session, window, door_note, flags } = denied;
  return {
    ...blankOutcome(read),
    kind: 'admitted',
    ticket,
    reason: 'scanning.allowed',
    message: outcomeMessage({ kind: 'overruled' }, locale),
    holder,
    ticket_type,
    seat_label,
    session,
    window,
    overruled,
    ...(door_note !== undefined && { door_note }),
    ...(flags !== undefined && { flags }),
  };
}

/** A guest on the way out. `note`: nobody was known to be in by this ticket, or no longer. */
export function outcomeOfExit(
  ticket: KnownTicket,
  message: string,
  note: OutcomeNote | null,
  read: Read,
): UnnumberedOutcome {
  return {
    ...blankOutcome(read),
    kind: 'left',
    ticket: ticket.reference,
    ...(note !== null && { note }),
    message,
    holder: holderName(ticket),
    ticket_type: ticket.ticket_type?.name ?? null,
    seat_label: ticket.seat_label,
    ...saidOf(ticket),
  };
}

/** What the organiser wants said at the door. */
export function saidOf({
  door_note = null,
  flags = [],
}: Pick<KnownTicket, 'door_note' | 'flags'>): Pick<UnnumberedOutcome, 'door_note' | 'flags'> {
  return { ...(door_note !== null && { door_note }), ...(flags.length > 0 && { flags }) };
}

/** An outcome other than a verdict. */
export function outcomeWithout(
  kind: 'unknown_ticket' | 'unreadable',
  message: string,
  ticket: string | null,
  read: Read,
): UnnumberedOutcome {
  return { ...blankOutcome(read), kind, message, ticket };
}

/** A ticket of another event; null if only its reference is known. */
export function outcomeElsewhere(
  ticket: string,
  known: Omit<KnownTicket, 'status'> | null,
  shown: { readonly event: OtherEvent; readonly message: string },
  read: Read,
): UnnumberedOutcome {
  return {
    ...outcomeWithout('unknown_ticket', shown.message, ticket, read),
    note: 'wrong_event',
    other_event: shown.event,
    holder: known === null ? null : holderName(known),
    ticket_type: known?.ticket_type?.name ?? null,
    seat_label: known?.seat_label ?? null,
  };
}

/** The verdict could not be recorded. It is not shown, because nobody may act on it. */
export function outcomeNotRecorded(
  ticket: string | null,
  message: string,
  read: Read,
): UnnumberedOutcome {
  return { ...blankOutcome(read), kind: 'not_recorded', message, ticket };
}

function blankOutcome(read: Read) {
  return {
    reference: read.reference,
    reason: null,
    scanned_at: formatInstant(read.scanned_at),
    source: read.source,
    holder: null,
    ticket_type: null,
    seat_label: null,
    session: null,
    first_admission: null,
    window: null,
    right_entry_points: [],
    entry_point: read.entry_point,
  };
}

export function holderName(ticket: Pick<KnownTicket, 'holder'>): string | null {
  const name = [ticket.holder?.first_name, ticket.holder?.last_name]
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join(' ');
  return name === '' ? null : name;
}

function timeOrNull(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant);
}

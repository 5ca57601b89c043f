import { parseInstant, type Instant } from '../../shared/instant.ts';
import { printableLine, printableOrNull } from '../../shared/plain-text.ts';
import { FIRST_ISSUE } from '../../shared/ticket-code/code-payload.ts';
import type { Event } from '../../shared/contract/resources.ts';
import type { OrganiserKeys } from '../../shared/sealing/okp-key.ts';
import type { SetupReply } from '../ports/remote.ts';
import type { OrderLineRecord, ScanRecord, TicketRecord, UnreadableRow } from '../ports/replica.ts';
import type { EventRecord } from '../../shared/station/records.ts';
import {
  codeKey,
  eventRow,
  namedRow,
  orderLineRow,
  scanRow,
  ticketRow,
  type setupReply,
} from './replies.ts';

/** A value that fits its schema but is still invalid, such as 31 February. */
export class UnreadableRowError extends Error {
  readonly code = 'row.unreadable';
}

export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly unreadable: readonly UnreadableRow[];
}

/** Parses the valid rows. An invalid row is reported and never blocks the others. */
export function readRows<Row>(
  values: readonly unknown[],
  read: (value: unknown) => Row,
): Rows<Row> {
  const rows: Row[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const value of values) {
    try {
      rows.push(read(value));
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      const reference = namedRow.Check(value) ? value.reference : null;
      unreadable.push({ reference, problem: error.message });
    }
  }
  return { rows, unreadable };
}

export function readTicketRow(event: string): (value: unknown) => TicketRecord {
  return (value) => {
    if (!ticketRow.Check(value)) throw new UnreadableRowError('expected a ticket (§2.6)');
    return ticketRecord(value, event);
  };
}

export function ticketRecord(
  ticket: ReturnType<typeof ticketRow.Parse>,
  event: string,
): TicketRecord {
  return {
    reference: ticket.reference,
    event,
    status: ticket.status,
    ticket_type: ticket.ticket_type && named(ticket.ticket_type),
    holder: ticket.contact && {
      first_name: printableOrNull(ticket.contact.first_name),
      last_name: printableOrNull(ticket.contact.last_name),
      email: printableOrNull(ticket.contact.email),
    },
    order: ticket.order,
    session: ticket.session && {
      reference: ticket.session.reference,
      name: printableOrNull(ticket.session.name),
      starts_at: instantOf(ticket.session.starts_at),
    },
    seat_label: printableOrNull(ticket.seat_label),
    valid_from: instantOrNull(ticket.valid_from ?? null),
    valid_until: instantOrNull(ticket.valid_until ?? null),
    entry_points: ticket.entry_points ?? null,
    code_issue: ticket.code_issue ?? FIRST_ISSUE,
    deleted_at: instantOrNull(ticket.deleted_at),
    updated_at: instantOf(ticket.updated_at),
  };
}

export function readScanRow(event: string): (value: unknown) => ScanRecord {
  return (value) => {
    if (!scanRow.Check(value)) throw new UnreadableRowError('expected an entry scan (§2.9)');
    return {
      reference: value.reference,
      event,
      ticket: value.ticket,
      result: value.result,
      reason: value.reason,
      location: value.scanner_location && named(value.scanner_location),
      scanned_at: instantOf(value.scanned_at),
      updated_at: instantOf(value.updated_at),
    };
  };
}

export function readOrderLineRow(event: string): (value: unknown) => OrderLineRecord {
  return (value) => {
    if (!orderLineRow.Check(value)) throw new UnreadableRowError('expected an add-on line');
    const { reference, order, order_status, add_on, session, quantity, redeemed } = value;
    const line = { reference, event, order, order_status, add_on, session, quantity, redeemed };
    return { ...line, updated_at: instantOf(value.updated_at) };
  };
}

export function readEventRow(value: unknown): EventRecord {
  if (!eventRow.Check(value)) throw new UnreadableRowError('expected an event (§2.3)');
  return eventRecord(value);
}

export function eventRecord(event: Event): EventRecord {
  return {
    reference: event.reference,
    name: printableLine(event.name),
    status: event.status,
    starts_at: instantOrNull(event.starts_at),
    ends_at: instantOrNull(event.ends_at),
    timezone: event.timezone,
    deleted_at: instantOrNull(event.deleted_at),
  };
}

export function setupRecord(
  setup: ReturnType<typeof setupReply.Parse>['data'],
  etag: string | null,
): SetupReply {
  return {
    event: eventRecord(setup.event),
    sessions: setup.sessions.map((session) => ({
      reference: session.reference,
      name: printableOrNull(session.name),
      starts_at: instantOf(session.starts_at),
      cancelled_at: instantOrNull(session.cancelled_at),
      entry_from: instantOrNull(session.entry_from),
      entry_until: instantOrNull(session.entry_until),
    })),
    locations: setup.scanner_locations.map(named),
    archived_locations: (setup.archived_locations ?? []).map(named),
    ticket_types: setup.ticket_types.map(named),
    code_keys: setup.code_keys.filter((key) => codeKey.Check(key)),
    add_ons: setup.add_ons.map(named),
    source: 'scanner',
    etag,
    peers: setup.peers?.addresses ?? null,
    signed: {
      signature: setup.keys_signature ?? '',
      keys: {
        event: setup.event.reference,
        code_keys: setup.code_keys,
        venue_keys: setup.peers?.keys ?? [],
      },
    },
    ...(setup.epoch === undefined ? {} : { epoch: setup.epoch }),
  };
}

export function keysOfOrganiser(keys: OrganiserKeys | undefined) {
  if (keys === undefined) return {};
  return { organiser_keys: { statements: keys.statements.x, sealing: keys.sealing.x } };
}

/** Whatever its version, a server may hold names from before it checked them. */
function named({ reference, name }: { readonly reference: string; readonly name: string }) {
  return { reference, name: printableLine(name) };
}

function instantOf(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === null) throw new UnreadableRowError('expected a date that exists');
  return instant;
}

function instantOrNull(text: string | null): Instant | null {
  return text === null ? null : instantOf(text);
}

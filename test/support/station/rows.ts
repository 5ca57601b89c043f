import { formatInstant, instantFromMillis } from '../../../shared/instant.ts';
import { referenceOf, type ReferenceKind } from '../../../shared/references.ts';

/** A reference that ends in `number`, so that a failing test shows which row it concerns. */
export function numbered<Kind extends ReferenceKind>(kind: Kind, number: number) {
  return referenceOf(kind, `01kyvbnvq0${String(number).padStart(16, '0')}`);
}

export const EVENT = numbered('event', 1);
export const NORTH_GATE = { reference: numbered('location', 1), name: 'North Gate' };
export const SOUTH_GATE = { reference: numbered('location', 2), name: 'South Gate' };

const BASE = Date.parse('2026-11-20T08:00:00Z');

/** REST time, `seconds` after the rows' common start. */
export function timeAt(seconds: number): string {
  return formatInstant(instantFromMillis(BASE + seconds * 1000));
}

export function eventRow(change: Readonly<Record<string, unknown>> = {}) {
  return {
    reference: EVENT,
    slug: 'winter-gala',
    name: 'Winter Gala',
    status: 'published',
    starts_at: null,
    ends_at: null,
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    updated_at: timeAt(0),
    deleted_at: null,
    ...change,
  };
}

export function ticketRow(number: number, change: Readonly<Record<string, unknown>> = {}) {
  return {
    reference: numbered('ticket', number),
    status: 'valid',
    ticket_type: { reference: numbered('ticketType', 1), name: 'Standard' },
    contact: {
      reference: numbered('contact', number),
      email: null,
      first_name: 'Amélie',
      last_name: `Dubois ${number}`,
    },
    order: numbered('order', number),
    session: null,
    seat_label: null,
    created_at: timeAt(0),
    updated_at: timeAt(number),
    deleted_at: null,
    code: numbered('ticket', number),
    valid_from: null,
    valid_until: null,
    entry_points: null,
    ...change,
  };
}

export function scanRow(number: number, change: Readonly<Record<string, unknown>> = {}) {
  return {
    reference: numbered('scan', number),
    ticket: numbered('ticket', number),
    result: 'allowed',
    reason: 'scanning.allowed',
    scanner_location: SOUTH_GATE,
    session: null,
    scanned_at: timeAt(number),
    created_at: timeAt(number),
    updated_at: timeAt(number),
    ...change,
  };
}

export function setupBody(change: Readonly<Record<string, unknown>> = {}) {
  return {
    event: eventRow(),
    ticket_types: [],
    sessions: [],
    scanner_locations: [NORTH_GATE, SOUTH_GATE],
    add_ons: [],
    code_keys: [],
    policy: { opens_before_minutes: 120 },
    server_time: formatInstant(instantFromMillis(Date.now())),
    ...change,
  };
}

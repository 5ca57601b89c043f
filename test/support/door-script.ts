import type { AttentionItem, AttentionPage } from '../../shared/station/journal-pages.ts';
import type { ScanOutcome } from '../../shared/station/outcomes.ts';
import {
  NO_KIOSK,
  NO_PEERS,
  PLAIN_POLICY,
  type PeersState,
  type StationState,
} from '../../shared/station/state.ts';
import { NO_LABEL } from '../../shared/station/labels.ts';
import { NO_SCANNERS } from '../../shared/station/scanners.ts';

/** The REST time `minutes` after 19:42 on Saturday 12 December in the event's zone. */
export function evening(minutes = 0): string {
  return new Date(Date.UTC(2026, 11, 12, 18, 42) + minutes * 60_000).toISOString();
}

export const gala = {
  reference: 'evt_01hzzzzzzzzzzzzzzzzzzzzzz1',
  name: 'Winter Gala',
  starts_at: evening(18),
  timezone: 'Europe/Berlin',
};

const northGate = { reference: 'loc_01hzzzzzzzzzzzzzzzzzzzzzz1', name: 'North Gate' };
const southGate = { reference: 'loc_01hzzzzzzzzzzzzzzzzzzzzzz2', name: 'South Gate' };

export function readyState(): StationState {
  return {
    revision: 1,
    phase: { kind: 'ready' },
    locale: 'en',
    server_url: 'https://tickets.example.org/v1',
    client_id: 'cli_north_gate',
    organiser: 'Stadthalle Kultur gGmbH',
    event: gala,
    events: [
      gala,
      {
        reference: 'evt_01hzzzzzzzzzzzzzzzzzzzzzz2',
        name: 'Kammerkonzerte',
        starts_at: null,
        timezone: 'Europe/Berlin',
      },
    ],
    entry_point: northGate,
    entry_points: [northGate, southGate],
    asks_entry_point: false,
    has_emails: true,
    direction: 'in',
    policy: { ...PLAIN_POLICY, releases: true },
    counters: {
      inside: 405,
      admitted_here: 128,
      admitted_total: 412,
      expected: 1980,
      per_minute: [2, 4, 3, 7, 9, 12, 11, 15, 14, 18, 22, 19, 17, 20, 18, 6],
    },
    access: { kind: 'granted' },
    sync: {
      mode: 'automatic',
      connection: { kind: 'live' },
      next_attempt_at: null,
      fresh_at: { scans: evening(), tickets: evening(), setup: evening() },
      queued: 0,
      oldest_queued_at: null,
      needs_attention: 0,
    },
    clock: { offset_ms: 0, suspect: false, remembered: false },
    peers: NO_PEERS,
    scanners: NO_SCANNERS,
    label: NO_LABEL,
    kiosk: NO_KIOSK,
    change_lock: 'hold',
    warnings: [],
  };
}

/** Three connected stations that share their admissions. */
export const connectedPeers: PeersState = {
  ...NO_PEERS,
  chosen: true,
  allowed: true,
  running: true,
  port: 8797,
  addresses: ['192.168.20.14:8797'],
  near: [
    { entry_point: 'South Gate', address: '192.168.20.15:8797', heard_at: evening() },
    { entry_point: 'Stage door', address: '192.168.20.16:8797', heard_at: evening() },
    { entry_point: null, address: '192.168.20.17:8797', heard_at: evening() },
  ],
  known: 1_284,
  refused: 2,
  silent: 5,
};

const TICKET_TAIL = '01hzzzzzzzzzzzzzzzzzzz';

/** The reference of ticket `number`. */
export function ticketNumber(number: number): string {
  return `tkt_${TICKET_TAIL}${String(number).padStart(4, '0')}`;
}

/** An admission, with the given changes. */
export function outcome(number: number, change: Partial<ScanOutcome> = {}): ScanOutcome {
  return {
    reference: `scn_${TICKET_TAIL}${String(number).padStart(4, '0')}`,
    number,
    kind: 'admitted',
    ticket: ticketNumber(number),
    reason: 'scanning.allowed',
    message: 'Let them in.',
    scanned_at: evening(),
    source: 'keyboard',
    repeated: false,
    holder: 'Amélie Dubois',
    ticket_type: 'VIP',
    seat_label: 'Row C 14',
    session: { name: null, starts_at: evening(18) },
    first_admission: null,
    window: null,
    right_entry_points: [],
    entry_point: 'North Gate',
    ...change,
  };
}

/** An admission that the server refused. */
export function attentionItem(number: number, change: Partial<AttentionItem> = {}): AttentionItem {
  return {
    reference: `scn_${TICKET_TAIL}${String(number).padStart(4, '0')}`,
    number,
    kind: 'admitted',
    ticket: ticketNumber(number),
    reason: 'scanning.allowed',
    scanned_at: evening(),
    entry_point: 'North Gate',
    code: 'ticket.unknown',
    message: 'The server has no such ticket for this client.',
    since: evening(1),
    offered: 1,
    waiting: false,
    ...change,
  };
}

/** The answer of a station whose list has these items. */
export function attentionPage(
  items: readonly AttentionItem[],
  {
    after = null,
    limit = items.length,
  }: { readonly after?: number | null; readonly limit?: number } = {},
): AttentionPage {
  const rest = items.filter(({ number }) => number > (after ?? 0));
  const page = rest.slice(0, limit);
  return {
    total: items.length,
    items: page,
    next: rest.length > limit ? (page.at(-1)?.number ?? null) : null,
  };
}

type Kind = Partial<ScanOutcome>;

/** One of each outcome. */
export const kinds = {
  admitted: {},
  already: {
    kind: 'denied',
    reason: 'scanning.already_scanned',
    message: 'Already scanned at 19:04 at North Gate.',
    first_admission: { scanned_at: evening(-38), entry_point: 'North Gate' },
  },
  entrance: {
    kind: 'denied',
    reason: 'scanning.wrong_entry_point',
    message: 'Send them to South Gate or West Gate.',
    right_entry_points: ['South Gate', 'West Gate'],
  },
  session: {
    kind: 'denied',
    reason: 'scanning.outside_session_window',
    message: 'This ticket is for Sat 12 Dec, 22:30.',
    window: { from: evening(48), until: evening(348) },
  },
  validity: {
    kind: 'denied',
    reason: 'scanning.outside_validity_window',
    message: 'This ticket was valid until Fri 11 Dec, 23:00.',
    window: { from: evening(-3000), until: evening(-1242) },
  },
  cancelledDate: {
    kind: 'denied',
    reason: 'scanning.session_cancelled',
    message: 'This date was cancelled. Send them to the box office.',
  },
  cancelled: {
    kind: 'denied',
    reason: 'scanning.ticket_cancelled',
    message: 'This ticket was cancelled. Send them to the box office.',
  },
  refunded: {
    kind: 'denied',
    reason: 'scanning.ticket_refunded',
    message: 'This ticket was refunded. Send them to the box office.',
  },
  unknown: {
    kind: 'unknown_ticket',
    reason: null,
    message: 'Not in this station’s data (synced 40 s ago). Send them to the box office.',
    holder: null,
    ticket_type: null,
    seat_label: null,
    session: null,
  },
  unreadable: {
    kind: 'unreadable',
    ticket: null,
    reason: null,
    message: 'This code names no ticket. Scan the code on the ticket itself.',
    holder: null,
    ticket_type: null,
    seat_label: null,
    session: null,
  },
  unrecorded: {
    kind: 'not_recorded',
    reason: null,
    message: 'The scan could not be written down. Do not admit; call a supervisor.',
    holder: null,
    ticket_type: null,
    seat_label: null,
    session: null,
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** A ticket of another event. */
export const otherEvent = {
  kind: 'unknown_ticket',
  reason: null,
  note: 'wrong_event',
  message: 'This ticket is for another event: Kammerkonzerte.',
  session: null,
  other_event: {
    name: 'Kammerkonzerte',
    starts_at: '2026-12-13T16:00:00.000000Z',
    timezone: 'Europe/London',
  },
} as const satisfies Kind;

/** Very long names. */
export const longNames = {
  holder: 'Maximiliana-Friederike von und zu Hohenstaufen-Wittelsbach de la Peña y Ochoa',
  ticket_type: 'Early-Bird Weekend Camping Pass incl. Meet & Greet, Backstage Tour and Dinner',
  seat_label: 'Balcony Left, Row AA, Seat 114',
} as const;

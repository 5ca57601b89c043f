import { findWords } from '../../shared/search-text.ts';
import type { AddOnState, CheckInPreview, TicketSummary } from '../../shared/station/box-office.ts';
import type { StationRequest } from '../../shared/station/commands.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import { evening, outcome, ticketNumber } from './door-script.ts';
import type { ScriptedPage } from './scripted-page.ts';

export function orderNumber(number: number): string {
  return `ord_01hzzzzzzzzzzzzzzzzzz7kq${String(number).padStart(2, '0')}`;
}

export const wouldAdmit: CheckInPreview = {
  kind: 'admitted',
  reason: 'scanning.allowed',
  message: 'Let them in.',
  first_admission: null,
  window: null,
};

/** A matching ticket, with the given changes. */
export function summary(number: number, change: Partial<TicketSummary> = {}): TicketSummary {
  return {
    ticket: ticketNumber(number),
    order: orderNumber(number),
    holder: 'Amélie Dubois',
    email: 'amelie@example.org',
    ticket_type: 'VIP',
    seat_label: 'Row C 14',
    session: { name: null, starts_at: evening(18) },
    ordered_at: evening(-30_000),
    entry_points: null,
    check_in: wouldAdmit,
    ...change,
  };
}

export function isIn(entryPoint = 'North Gate'): CheckInPreview {
  return {
    kind: 'denied',
    reason: 'scanning.already_scanned',
    message: 'Already scanned.',
    first_admission: { scanned_at: evening(-38), entry_point: entryPoint },
    window: null,
  };
}

/** Checked in here at this moment. */
export function justIn(now = new Date().toISOString()): CheckInPreview {
  return {
    ...isIn(),
    note: 'just_in',
    first_admission: { scanned_at: now, entry_point: null },
  };
}

export function addOn(change: Partial<AddOnState> = {}): AddOnState {
  return {
    order_line: 'orl_01hzzzzzzzzzzzzzzzzzzzzzz1',
    order: orderNumber(1),
    order_status: 'paid',
    add_on: 'add_01hzzzzzzzzzzzzzzzzzzzzzz1',
    name: 'Drink voucher',
    session: null,
    quantity: 3,
    redeemed: 1,
    remaining: 2,
    ...change,
  };
}

/** The guests of the scripted event: two with one name, one order of three tickets, and every reason for a refusal. */
export function guests(): readonly TicketSummary[] {
  const inOrder = { order: orderNumber(1) };
  const none = { first_admission: null, message: '', kind: 'denied' } as const;
  return [
    summary(1),
    summary(2, { ...inOrder, holder: 'Théo Dubois', seat_label: 'Row C 15', email: null }),
    summary(3, {
      ...inOrder,
      holder: 'Zoé Dubois',
      seat_label: 'Row C 16',
      email: null,
      check_in: isIn(),
    }),
    summary(4, { holder: 'Amélie Dubois', ticket_type: 'Standing', seat_label: null, email: null }),
    summary(5, {
      holder: 'Ola Dubinski',
      ticket_type: 'Balcony',
      seat_label: 'Balcony A 3',
      email: 'ola@example.org',
      entry_points: ['North Gate', 'South Gate'],
    }),
    summary(6, {
      holder: 'Jean Dubuffet',
      ticket_type: 'Late entry',
      seat_label: null,
      check_in: {
        ...none,
        reason: 'scanning.outside_validity_window',
        window: { from: evening(5_000), until: null },
      },
    }),
    summary(7, {
      holder: 'Rania Dubai',
      check_in: { ...none, reason: 'scanning.ticket_cancelled', note: 'replaced', window: null },
    }),
    summary(8, {
      holder: 'Marcel Dubé',
      check_in: { ...none, reason: 'scanning.session_cancelled', window: null },
    }),
  ];
}

export interface BoxOfficeScript {
  tickets: readonly TicketSummary[];
  addOns: readonly AddOnState[];
  complete: boolean;
  more: boolean;
  /** The time of its check-ins, if the page's clock stands still. */
  now?: string;
  /** Replaces the answer to this kind of command. */
  refuse: Partial<Record<StationRequest['command']['kind'], CommandResult>>;
}

/** Answers the page like a station with these tickets. */
export function runBoxOffice(station: ScriptedPage, change: Partial<BoxOfficeScript> = {}) {
  const office: BoxOfficeScript = {
    tickets: guests(),
    addOns: [
      addOn(),
      addOn({ order_line: 'orl_2', name: 'Parking', quantity: 1, redeemed: 0, remaining: 1 }),
    ],
    complete: true,
    more: false,
    refuse: {},
    ...change,
  };
  let scans = 100;
  station.answer = ({ command }) => {
    const refusal = office.refuse[command.kind];
    if (refusal !== undefined) return refusal;
    switch (command.kind) {
      case 'search_tickets': {
        const words = command.query.split(/\s+/);
        const tickets = office.tickets.filter((ticket) =>
          words.every((word) =>
            [ticket.holder, ticket.email, ticket.seat_label, ticket.order?.slice(-8)].some(
              (text) => findWords(text ?? '', word).length > 0,
            ),
          ),
        );
        return { ok: true, found: { tickets, more: office.more, complete: office.complete } };
      }
      case 'read_order': {
        const asked = office.tickets.find(({ ticket }) => ticket === command.ticket);
        if (asked === undefined) return { ok: false, code: 'order.unknown_ticket', message: '' };
        const tickets = office.tickets.filter(({ order }) => order === asked.order);
        const add_ons = office.addOns.filter(({ order }) => order === asked.order);
        return { ok: true, order: { order: asked.order, tickets, add_ons, complete: true } };
      }
      case 'check_in': {
        const asked = office.tickets.find(({ ticket }) => ticket === command.ticket);
        if (asked === undefined) return { ok: true };
        const { ticket, holder, ticket_type, seat_label, session, check_in } = asked;
        const about = { ticket, holder, ticket_type, seat_label, session };
        scans += 1;
        station.outcome(outcome(scans, { ...check_in, ...about, entry_point: null }));
        const after = check_in.kind === 'admitted' ? justIn(office.now) : check_in;
        office.tickets = office.tickets.map((one) =>
          one === asked ? { ...one, check_in: after } : one,
        );
        return { ok: true };
      }
      case 'redeem': {
        const line = office.addOns.find(({ order_line }) => order_line === command.order_line);
        if (line === undefined) return { ok: false, code: 'redeem.unknown_line', message: '' };
        if (command.quantity > line.remaining) {
          return { ok: false, code: 'redeem.not_enough', message: '' };
        }
        const redeemed = line.redeemed + command.quantity;
        const after = { ...line, redeemed, remaining: line.quantity - redeemed };
        office.addOns = office.addOns.map((one) => (one === line ? after : one));
        return { ok: true, add_on: after };
      }
      default:
        return { ok: true };
    }
  };
  return office;
}

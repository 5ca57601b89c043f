import { formatInstant } from '../../../shared/instant.ts';
import { isReference } from '../../../shared/references.ts';
import { searchWords } from '../../../shared/search-text.ts';
import {
  MAX_FOUND_TICKETS,
  MAX_ORDER_TICKETS,
  type TicketSummary,
} from '../../../shared/station/box-office.ts';
import { refused, type CommandResult } from '../../../shared/station/results.ts';
import { parseTicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import { soldCodeKeys } from '../../../shared/ticket-code/sold-code.ts';
import { readUnverified } from '../../../shared/ticket-code/signed-code.ts';
import { evaluate } from '../../../shared/verdict/evaluate.ts';
import { holderName, outcomeOfVerdict, saidOf } from '../../core/door/scan-outcome.ts';
import {
  hasKnownStatus,
  reEntryOf,
  ticketFacts,
  type KnownTicket,
} from '../../core/door/ticket-facts.ts';
import type { Replica, SearchedTickets, TicketRecord } from '../../ports/replica.ts';
import { forSelection, type DoorSelector } from '../selection/door-selector.ts';
import type { AddOns } from './add-ons.ts';
import type { Choices } from '../state/choices.ts';
import type { Admissions } from '../selection/admissions.ts';
import type { DoorSelection } from '../state/door-selection.ts';
import { answersOf } from '../door/with-answers.ts';
import type { StationClock } from '../clock/station-clock.ts';

/** The first half of a ticket's code. */
const codeHead = /^tkt_[0-9a-hjkmnp-tv-z]{4,25}$/;

export interface BoxOfficeParts {
  readonly replica: Pick<
    Replica,
    | 'answersOf'
    | 'findTicket'
    | 'ticketsWithCode'
    | 'searchTickets'
    | 'ticketsBeginning'
    | 'ticketsOfOrder'
  >;
  readonly admissions: Pick<Admissions, 'of' | 'isJustIn' | 'isReturning'>;
  readonly clock: StationClock;
  readonly choices: Choices;
  readonly selector: Pick<DoorSelector, 'selection'>;
  readonly addOns: Pick<AddOns, 'ofOrder'>;
}

/** Finds tickets of people who come without their code, and previews the verdict of a check-in. Records nothing. */
export class BoxOffice {
  readonly #parts: BoxOfficeParts;

  constructor(parts: BoxOfficeParts) {
    this.#parts = parts;
  }

  search(query: string): CommandResult {
    const unread = refused('search.unread', UNREAD);
    return forSelection(this.#parts.selector, unread, (selection) => {
      const { tickets, complete } = this.#find(selection.event, query.trim());
      const shown = tickets.slice(0, MAX_FOUND_TICKETS);
      return {
        ok: true,
        found: {
          tickets: shown.map((ticket) => this.#summaryOf(ticket, selection)),
          more: tickets.length > shown.length,
          complete,
        },
      };
    });
  }

  readOrder(reference: string): CommandResult {
    const unread = refused('order.unread', UNREAD);
    return forSelection(this.#parts.selector, unread, (selection) => {
      const { replica, addOns } = this.#parts;
      const asked = replica.findTicket(selection.event, reference);
      if (asked === null) {
        return refused('order.unknown_ticket', 'This station has no such ticket.');
      }
      const { order } = asked;
      const found = order === null ? alone(asked) : this.#ticketsOf(selection.event, order);
      const isThere = found.tickets.some((ticket) => ticket.reference === reference);
      const tickets = isThere ? found.tickets : [asked, ...found.tickets];
      return {
        ok: true,
        order: {
          order,
          tickets: tickets.toSorted(bySeatAndHolder).map((ticket) => ({
            ...this.#summaryOf(ticket, selection),
            ...saidOf(ticket),
            ...answersOf(this.#parts, selection.event, ticket.reference),
          })),
          add_ons: order === null ? [] : addOns.ofOrder(selection.event, order),
          complete: found.complete,
        },
      };
    });
  }

  #find(event: string, query: string): SearchedTickets {
    const { replica } = this.#parts;
    const reference = referenceIn(query);
    const ticket = reference === null ? null : replica.findTicket(event, reference);
    if (ticket !== null) return alone(ticket);
    const sold = replica.ticketsWithCode(event, soldCodeKeys(query));
    if (sold.length > 0) return { tickets: sold, complete: true };
    if (reference !== null) return { tickets: [], complete: true };
    const lower = query.toLowerCase();
    if (isReference('order', lower)) return this.#ticketsOf(event, lower);
    if (codeHead.test(lower)) {
      return replica.ticketsBeginning(event, lower, MAX_FOUND_TICKETS + 1);
    }
    return replica.searchTickets(event, searchWords(query), MAX_FOUND_TICKETS + 1);
  }

  #ticketsOf(event: string, order: string): SearchedTickets {
    return this.#parts.replica.ticketsOfOrder(event, order, MAX_ORDER_TICKETS);
  }

  #summaryOf(ticket: TicketRecord, selection: DoorSelection): TicketSummary {
    return {
      ticket: ticket.reference,
      order: ticket.order,
      ...(ticket.order_external_id !== null && { shop_order: ticket.order_external_id }),
      holder: holderName(ticket),
      email: ticket.holder?.email ?? null,
      ticket_type: ticket.ticket_type?.name ?? null,
      seat_label: ticket.seat_label,
      session: ticket.session && {
        name: ticket.session.name,
        starts_at: formatInstant(ticket.session.starts_at),
      },
      ordered_at: ticket.created_at === null ? null : formatInstant(ticket.created_at),
      ...(reEntryOf(ticket, selection.known) === 'allowed' && { re_entry: 'allowed' }),
      ...(hasKnownStatus(ticket) ? this.#judge(ticket, selection) : NOT_JUDGED),
    };
  }

  #judge(
    ticket: KnownTicket,
    selection: DoorSelection,
  ): Pick<TicketSummary, 'check_in' | 'entry_points'> {
    const { admissions, clock, choices } = this.#parts;
    const reEntry = reEntryOf(ticket, selection.known);
    const facts = ticketFacts({
      ticket,
      event: selection.known,
      admission: admissions.of(ticket.reference, reEntry),
      location: null,
      code_issue: null,
      locale: choices.current.locale,
    });
    const now = clock.now();
    const verdict = evaluate(facts, now);
    const { reason, note, message, first_admission, window } = outcomeOfVerdict(verdict, ticket, {
      reference: '',
      scanned_at: now,
      source: 'typed',
      entry_point: null,
    });
    const kind = verdict.allowed ? 'admitted' : 'denied';
    const { first_admission: first } = verdict.details;
    const isJustIn = first !== null && admissions.isJustIn(ticket.reference, first, now);
    return {
      entry_points: facts.ticket.entry_points?.map(({ name }) => name).filter(isNamed) ?? null,
      check_in: {
        kind,
        reason,
        note: isJustIn ? 'just_in' : note,
        message,
        first_admission,
        window,
        ...(verdict.allowed &&
          admissions.isReturning(ticket.reference, reEntry) && { re_entry: true }),
      },
    };
  }
}

const UNREAD = 'The tickets cannot be read at the moment.';

/** A ticket in a status that this version does not know. */
const NOT_JUDGED: Pick<TicketSummary, 'check_in' | 'entry_points'> = {
  entry_points: null,
  check_in: {
    kind: 'denied',
    reason: null,
    note: undefined,
    message: '',
    first_admission: null,
    window: null,
  },
};

function alone(ticket: TicketRecord): SearchedTickets {
  return { tickets: [ticket], complete: true };
}

/** The setup does not name an entry point that was removed. */
function isNamed(name: string): boolean {
  return name !== '';
}

const natural = new Intl.Collator(undefined, { numeric: true });

function bySeatAndHolder(one: TicketRecord, other: TicketRecord): number {
  return (
    natural.compare(one.seat_label ?? '', other.seat_label ?? '') ||
    natural.compare(one.holder?.last_name ?? '', other.holder?.last_name ?? '') ||
    (one.reference < other.reference ? -1 : 1)
  );
}

/** The ticket that a query names as a whole. Nothing is decided by it, so a signature is not verified. */
function referenceIn(query: string): string | null {
  const code = parseTicketCode(query);
  if (code.kind === 'reference') return code.reference;
  return code.kind === 'signed' ? (readUnverified(code.token)?.ticket ?? null) : null;
}

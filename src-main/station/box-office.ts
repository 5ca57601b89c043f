import { formatInstant } from '../../shared/instant.ts';
import { isReference } from '../../shared/references.ts';
import { searchWords } from '../../shared/search-text.ts';
import { MAX_FOUND_TICKETS, type TicketSummary } from '../../shared/station/box-office.ts';
import type { CommandErrorCode, CommandResult } from '../../shared/station/results.ts';
import { parseTicketCode } from '../../shared/ticket-code/parse-ticket-code.ts';
import { evaluate } from '../../shared/verdict/evaluate.ts';
import { outcomeOfVerdict } from '../core/door/scan-outcome.ts';
import { factsOf } from '../core/door/ticket-facts.ts';
import { ReplicaUnreadableError } from '../core/replica-unreadable.ts';
import type { Replica, SearchedTickets, TicketRecord } from '../ports/replica.ts';
import type { DeskKeeper } from './desk-keeper.ts';
import type { AddOns } from './add-ons.ts';
import type { Choices } from './choices.ts';
import type { Admissions } from './door/admissions.ts';
import type { Desk } from './door/desk.ts';
import type { StationClock } from './station-clock.ts';

/** The largest group that an order is for; its add-ons are there beyond that. */
const MAX_ORDER_TICKETS = 1_000;

export interface BoxOfficeParts {
  readonly replica: Pick<Replica, 'findTicket' | 'searchTickets' | 'ticketsOfOrder'>;
  readonly admissions: Pick<Admissions, 'of'>;
  readonly clock: StationClock;
  readonly choices: Choices;
  readonly keeper: Pick<DeskKeeper, 'desk'>;
  readonly addOns: Pick<AddOns, 'ofOrder'>;
}

/** Finds tickets for people who come without their code, and tells what a check-in would say. Writes nothing. */
export class BoxOffice {
  readonly #parts: BoxOfficeParts;

  constructor(parts: BoxOfficeParts) {
    this.#parts = parts;
  }

  search(query: string): CommandResult {
    return this.#read('search.unread', (desk) => {
      const { tickets, complete } = this.#find(desk.event, query.trim());
      const shown = tickets.slice(0, MAX_FOUND_TICKETS);
      return {
        ok: true,
        found: {
          tickets: shown.map((ticket) => this.#summaryOf(ticket, desk)),
          more: tickets.length > shown.length,
          complete,
        },
      };
    });
  }

  readOrder(reference: string): CommandResult {
    return this.#read('order.unread', (desk) => {
      const { replica, addOns } = this.#parts;
      const asked = replica.findTicket(desk.event, reference);
      if (asked === null) {
        return refused('order.unknown_ticket', 'This station has no such ticket.');
      }
      const { order } = asked;
      const found = order === null ? alone(asked) : this.#ticketsOf(desk.event, order);
      const isThere = found.tickets.some((ticket) => ticket.reference === reference);
      const tickets = isThere ? found.tickets : [asked, ...found.tickets];
      return {
        ok: true,
        order: {
          order,
          tickets: tickets.toSorted(bySeatAndHolder).map((ticket) => this.#summaryOf(ticket, desk)),
          add_ons: order === null ? [] : addOns.ofOrder(desk.event, order),
          complete: found.complete,
        },
      };
    });
  }

  #find(event: string, query: string): SearchedTickets {
    const code = parseTicketCode(query);
    if (code.kind === 'reference') {
      const ticket = this.#parts.replica.findTicket(event, code.reference);
      return { tickets: ticket === null ? [] : [ticket], complete: true };
    }
    const order = query.toLowerCase();
    if (isReference('order', order)) return this.#ticketsOf(event, order);
    return this.#parts.replica.searchTickets(event, searchWords(query), MAX_FOUND_TICKETS + 1);
  }

  #ticketsOf(event: string, order: string): SearchedTickets {
    return this.#parts.replica.ticketsOfOrder(event, order, MAX_ORDER_TICKETS);
  }

  #summaryOf(ticket: TicketRecord, desk: Desk): TicketSummary {
    const { admissions, clock, choices } = this.#parts;
    const facts = factsOf({
      ticket,
      event: desk.known,
      admission: admissions.of(ticket.reference),
      location: null,
      code_issue: null,
      locale: choices.current.locale,
    });
    const now = clock.now();
    const verdict = evaluate(facts, now);
    const { reason, note, message, first_admission, window, holder } = outcomeOfVerdict(
      verdict,
      ticket,
      { reference: '', scanned_at: now, source: 'typed', entry_point: null },
    );
    const kind = verdict.allowed ? 'admitted' : 'denied';
    return {
      ticket: ticket.reference,
      order: ticket.order,
      holder,
      email: ticket.holder?.email ?? null,
      ticket_type: ticket.ticket_type?.name ?? null,
      seat_label: ticket.seat_label,
      session: ticket.session && {
        name: ticket.session.name,
        starts_at: formatInstant(ticket.session.starts_at),
      },
      entry_points: facts.ticket.entry_points?.map(({ name }) => name).filter(isNamed) ?? null,
      check_in: { kind, reason, note, message, first_admission, window },
    };
  }

  #read(unread: CommandErrorCode, read: (desk: Desk) => CommandResult): CommandResult {
    const desk = this.#parts.keeper.desk;
    if (desk === null) return refused('station.not_enrolled', 'Choose an event first.');
    try {
      return read(desk);
    } catch (error) {
      if (!(error instanceof ReplicaUnreadableError)) throw error;
      return refused(unread, 'The tickets cannot be read at the moment.');
    }
  }
}

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

function refused(code: CommandErrorCode, message: string): CommandResult {
  return { ok: false, code, message };
}

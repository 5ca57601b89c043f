// Why: docs/decisions/0027-imports.md
import type { ImportedLineRow } from '../../store/imports.ts';
import type { OrderLineRow, OrderRow } from '../../store/orders.ts';
import type { TicketRow } from '../../store/tickets.ts';
import { readTicketDetails } from '../../domain/sales/ticket-details.ts';
import type { ComparedPart, ImportLine } from '../lines/import-line.ts';
import type { LineGroup } from '../staging/staging.ts';
import type { ImportKeys } from './import-keys.ts';
import type { LineContents } from './line-content.ts';
import { currentOf, type Known } from './known-tickets.ts';

/** What a line is already. */
export interface Match {
  readonly order: OrderRow;
  /** Null for a ticket without one. */
  readonly orderLine: OrderLineRow | null;
  /** As they are now, in the order in which they were issued; none while the order waits for its payment. */
  readonly tickets: readonly TicketRow[];
  /** What an earlier import noted; null for tickets that came otherwise. */
  readonly row: ImportedLineRow | null;
}

/**
 * Which ticket each line of a group is already: the one whose reference, code or number it has; otherwise what an earlier import made of a line
 * that said the same, or of the line in its place. Nobody is recognised by their name.
 */
export function matchLines(
  group: LineGroup,
  known: Known,
  {
    keys,
    eventId,
    contents,
  }: {
    readonly keys: ImportKeys;
    readonly eventId: number;
    readonly contents: LineContents;
  },
): Matched {
  const rows = known.lines.get(keys.lineKey(eventId, group.identity)) ?? [];
  const matching = new Matching(known, rows, keys);
  for (const line of group.lines) matching.byName(line);
  for (const isAlike of likenesses)
    for (const line of group.lines)
      matching.byRow(line, (row) => {
        const changed = contents.changedParts(line, row.content);
        return isAlike(changed, line) && !waitsAgain(changed, line);
      });
  for (const line of group.lines) matching.byRow(line, () => true);
  return matching;
}

/** From what a line has in common with what it was to nothing: without numbers, whoever is cancelled is not their neighbour. */
const likenesses: readonly ((changed: readonly ComparedPart[], line: ImportLine) => boolean)[] = [
  (changed) => changed.length === 0,
  (changed) => changed.every((part) => part === 'price'),
  (changed) => changed.every((part) => part === 'status' || part === 'price'),
  (changed, { holder, buyer }) => (holder ?? buyer) !== null && !changed.includes('holder'),
  (changed, { seats }) => seats !== null && !changed.includes('seat'),
  () => true,
];

/** What was paid, or cancelled, hardly waits again: a line that waits is such a one only if no other line is. */
function waitsAgain(changed: readonly ComparedPart[], { standing }: ImportLine): boolean {
  return standing === 'pending' && changed.includes('status');
}

export interface Matched {
  readonly matches: ReadonlyMap<ImportLine, Match>;
  /** Lines whose code is that of a ticket of another order. */
  readonly foreign: ReadonlyMap<ImportLine, TicketRow>;
}

class Matching implements Matched {
  readonly matches = new Map<ImportLine, Match>();
  readonly foreign = new Map<ImportLine, TicketRow>();
  readonly #known: Known;
  readonly #keys: ImportKeys;
  readonly #rows: readonly ImportedLineRow[];
  readonly #takenRows = new Set<ImportedLineRow>();
  readonly #takenTickets = new Set<number>();

  constructor(known: Known, rows: readonly ImportedLineRow[], keys: ImportKeys) {
    this.#known = known;
    this.#rows = rows;
    this.#keys = keys;
  }

  byName(line: ImportLine): void {
    const named = this.#ticketNamed(line);
    if (named === undefined || named.order_id === null) return;
    if (!this.#isOwn(line, named)) {
      this.foreign.set(line, named);
      return;
    }
    const found = currentOf(this.#known, named);
    if (found.order_id === null) return;
    const order = this.#known.orders.get(found.order_id);
    if (order === undefined) return;
    const row = this.#rows.find(
      (one) => !this.#takenRows.has(one) && this.#ticketsOf(one).some(({ id }) => id === found.id),
    );
    const orderLine = this.#known.orderLines.get(found.order_line_id ?? 0) ?? null;
    const tickets = row === undefined ? [found] : this.#ticketsOf(row);
    this.#take(line, { order, orderLine, tickets, row: row ?? null });
  }

  byRow(line: ImportLine, isIt: (row: ImportedLineRow) => boolean): void {
    if (this.matches.has(line) || this.foreign.has(line)) return;
    const row = this.#rows.find(
      (one) => !this.#takenRows.has(one) && this.#mayBe(line, one) && isIt(one),
    );
    const order = this.#known.orders.get(row?.order_id ?? 0);
    if (row === undefined || order === undefined) return;
    const orderLine = this.#known.orderLines.get(row.order_line_id) ?? null;
    this.#take(line, { order, orderLine, tickets: this.#ticketsOf(row), row });
  }

  #take(line: ImportLine, match: Match): void {
    this.matches.set(line, match);
    if (match.row !== null) this.#takenRows.add(match.row);
    for (const { id } of match.tickets) this.#takenTickets.add(id);
  }

  #ticketNamed({ ticket_reference, codes, ticket, order, order_reference }: ImportLine) {
    const { byReference, byCode, byExternalId } = this.#known.tickets;
    const [code] = codes ?? [];
    const isFree = (one: TicketRow) => !this.#takenTickets.has(currentOf(this.#known, one).id);
    const numbered =
      ticket === null
        ? []
        : [ticket, this.#keys.conceal(ticket)]
            .flatMap((number) => byExternalId.get(number) ?? [])
            .filter((one) => one.superseded_by === null)
            .filter(({ order_id }) => this.#isOrder(order_id, order ?? order_reference));
    return (
      byReference.get(ticket_reference ?? '')?.find(isFree) ??
      (code === undefined ? undefined : byCode.get(code)?.find(isFree)) ??
      // A number that several tickets share names none of those that have another code.
      numbered.find(
        (one) => isFree(one) && (code === undefined || one.code === null || numbered.length === 1),
      )
    );
  }

  /** Two shops may print the same code. */
  #isOwn({ order, ticket_reference }: ImportLine, { reference, order_id }: TicketRow): boolean {
    const stored = this.#known.orders.get(order_id ?? 0)?.external_id ?? null;
    if (order === null || stored === null || reference === ticket_reference) return true;
    return this.#isNumber(stored, order);
  }

  #isNumber(stored: string | null, given: string): boolean {
    return stored === given || stored === this.#keys.conceal(given);
  }

  #isOrder(orderId: number | null, given: string | null): boolean {
    if (given === null) return true;
    const order = this.#known.orders.get(orderId ?? 0);
    if (order === undefined) return false;
    return order.reference === given || this.#isNumber(order.external_id, given);
  }

  #ticketsOf({ ticket_id, order_line_id }: ImportedLineRow): readonly TicketRow[] {
    const { byId, byOrderLine } = this.#known.tickets;
    const named = ticket_id === null ? undefined : byId.get(ticket_id);
    const own =
      ticket_id === null
        ? (byOrderLine.get(order_line_id) ?? []).filter((one) => one.superseded_by === null)
        : [named].filter((one) => one !== undefined);
    return own.map((ticket) => currentOf(this.#known, ticket));
  }

  /** Whether what the row stands for has neither another code nor another number. */
  #mayBe({ codes, ticket }: ImportLine, row: ImportedLineRow): boolean {
    const tickets = this.#ticketsOf(row);
    if (tickets.some(({ id }) => this.#takenTickets.has(id))) return false;
    const details = readTicketDetails(
      this.#known.orderLines.get(row.order_line_id)?.ticket_details ?? null,
    );
    const has = [...tickets, ...(details ?? [])];
    const otherCode = has.some(({ code }) => code !== null) && codes !== null;
    const otherNumber = has.some(({ external_id }) => external_id !== null) && ticket !== null;
    return (
      (!otherCode || has.some(({ code }) => code !== null && codes.includes(code))) &&
      (!otherNumber || has.some(({ external_id }) => this.#isNumber(external_id, ticket)))
    );
  }
}

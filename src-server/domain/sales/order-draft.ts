import { isBlank } from '../../../shared/plain-text.ts';
import { problem } from '../../../shared/console/problems.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { EventRow } from '../../store/events.ts';
import { writeTexts } from '../../store/rows.ts';
import { costOf, type NewOrderLine } from '../../store/orders.ts';
import { checkLine, checkWhole } from '../../rules/checks.ts';
import { invalidTransition, wrongState, invalid } from '../../rules/domain-error.ts';
import { idsOf, sellableOf, type Sellable } from '../places/sellables.ts';
import { sessionOf } from '../events/sessions.ts';
import { saveTicketDetails, type TicketDetails } from './ticket-details.ts';

/** More in one line would block other writers for too long. */
const MAX_LINE_QUANTITY = 10_000;

export interface OrderLineInput {
  /** `tt_` or `adn_` reference. */
  readonly sellable: string;
  readonly quantity: number;
  /** Tickets of a recurring event are for one session. */
  readonly session?: string | null;
  /** One label for each ticket of the line. */
  readonly seat_labels?: readonly string[] | null;
  /** One for each ticket of the line. */
  readonly tickets?: readonly TicketDetails[] | null;
  /** What one was sold for, in minor units; the present price if not given. */
  readonly unit_price?: number;
}

export interface LineDraft {
  readonly sellable: Sellable;
  readonly columns: Omit<NewOrderLine, 'order_id'>;
}

/** The price of everything in the lines. Throws `validation.failed` if it cannot be counted. */
export function totalOf(drafts: readonly LineDraft[]): number {
  const total = drafts.reduce((sum, { columns }) => sum + costOf(columns), 0);
  if (!Number.isSafeInteger(total)) throw invalid('lines', 'Expected a total that can be counted.');
  return total;
}

/** Validates a line against the event, and saves the holders of its tickets. Throws if it names something unknown, off sale, sold out or cancelled. */
export async function draftLine(
  tx: WriteTransaction,
  event: EventRow,
  input: OrderLineInput,
): Promise<LineDraft> {
  const sellable = await sellableOf(tx, event.id, input.sellable);
  const quantity = checkWhole('quantity', input.quantity, 1);
  if (quantity > MAX_LINE_QUANTITY) {
    throw invalid('quantity', `Expected a quantity of at most ${MAX_LINE_QUANTITY}.`);
  }
  refuseOffSale(sellable);
  const seat_labels = checkSeatLabels(sellable, quantity, input.seat_labels ?? null);
  const session_id = await sessionIdOf(tx, event, sellable, input.session ?? null);
  const { tickets = null, unit_price } = input;
  if (tickets !== null && sellable.kind === 'add_on') {
    throw invalid('tickets', 'An add-on has no tickets.');
  }
  return {
    sellable,
    columns: {
      event_id: event.id,
      kind: sellable.kind,
      ...idsOf(sellable),
      session_id,
      quantity,
      unit_price:
        unit_price === undefined ? sellable.row.price : checkWhole('unit_price', unit_price, 0),
      rounding: 0,
      redeemed: 0,
      seat_labels: writeTexts(seat_labels),
      ticket_details: await saveTicketDetails(tx, event, tickets, quantity),
    },
  };
}

function refuseOffSale(sellable: Sellable): void {
  const { kind, row } = sellable;
  const isOnSale = kind === 'ticket' ? row.is_active === 1 : row.archived_at === null;
  if (!isOnSale) throw invalidTransition(problem('not_on_sale', { name: row.name }));
}

function checkSeatLabels(
  sellable: Sellable,
  quantity: number,
  labels: readonly string[] | null,
): readonly string[] | null {
  if (labels === null) return null;
  if (sellable.kind === 'add_on') throw invalid('seat_labels', 'An add-on has no seat.');
  const named = labels.map((label) => checkLine('seat_labels', label));
  if (named.length !== quantity || named.some(isBlank)) {
    throw invalid('seat_labels', `Expected ${quantity} seat labels, got ${labels.length}.`);
  }
  return named;
}

async function sessionIdOf(
  tx: WriteTransaction,
  event: EventRow,
  sellable: Sellable,
  reference: string | null,
): Promise<number | null> {
  if (reference === null || sellable.kind === 'add_on') return null;
  const session = await sessionOf(tx, event.id, reference);
  if (session.cancelled_at !== null) throw wrongState(`session ${reference}`, 'cancelled');
  return session.id;
}

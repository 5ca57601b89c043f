import { assertNever } from '../../shared/assert-never.ts';
import { mailboxKey } from '../database/mailbox-key.ts';
import { instantFromMicros, type Instant } from '../../shared/instant.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import type { AddOnRow } from '../store/add-ons.ts';
import { insertAnswers, listQuestions, type AskedQuestion } from '../store/answers.ts';
import { insertContacts, type NewContact } from '../store/contacts.ts';
import {
  freshOrder,
  insertOrderLines,
  insertOrders,
  type NewOrderLine,
  type OrderRow,
} from '../store/orders.ts';
import type { SessionRow } from '../store/sessions.ts';
import { addSoldTickets, listTicketTypes, updateTicketTypeRow } from '../store/ticket-types.ts';
import { addSoldAddOns } from '../store/add-ons.ts';
import { insertTickets, type TicketRow } from '../store/tickets.ts';
import { readTexts } from '../store/rows.ts';
import { cancelOrder } from '../domain/sales/cancel-order.ts';
import { refundOrder } from '../domain/sales/refund-order.ts';
import { transferTicket } from '../domain/tickets/change-ticket.ts';
import { emailOf, pickOne, pickPerson, type Person } from './people.ts';
import { SALES_PERIOD } from './programme.ts';
import type { SeededEvent } from './seed-programme.ts';

const PARTY_SIZES = [1, 1, 2, 2, 2, 2, 3, 4, 4, 6] as const;
const SEATS_A_ROW = 24;

/** State of seeding one event's orders. */
export interface Sale {
  readonly tx: WriteTransaction;
  readonly random: () => number;
  readonly organiserId: number;
  readonly seeded: SeededEvent;
  /** Counter for unique people, seats and so on. */
  readonly next: () => number;
}

export interface SoldTicket {
  readonly ticket: TicketRow;
  readonly type: SeededEvent['ticketTypes'][number];
}

/** What becomes of an order after it was placed; `null` is nothing. */
type Fate =
  | { readonly kind: 'handed_on'; readonly holder: Person & { readonly email: string } }
  | { readonly kind: 'cancelled'; readonly reason: string | null }
  | { readonly kind: 'refunded'; readonly amount: number | null }
  | null;

/** An order as it is drawn, before anything is written: all are then inserted together. */
interface DrawnOrder {
  readonly type: SoldTicket['type'];
  readonly session: SessionRow | null;
  readonly addOn: AddOnRow | null;
  readonly buyer: NewContact;
  /** One a ticket; null is the buyer. */
  readonly guests: readonly (NewContact | null)[];
  readonly seats: readonly (string | null)[];
  readonly placedAt: Instant;
  readonly total: number;
  readonly answers: readonly { readonly question_id: number; readonly value: string | null }[];
  readonly fate: Fate;
}

/** Sells exactly `count` tickets, cancels, refunds or transfers some of them, and returns those that still admit. */
export async function seedOrders(sale: Sale, count: number): Promise<readonly SoldTicket[]> {
  const questions = await listQuestions(sale.tx, sale.seeded.event.id);
  const drawn: DrawnOrder[] = [];
  let left = count;
  while (left > 0) {
    const size = Math.min(left, pickOne(sale.random, PARTY_SIZES));
    left -= size;
    const order = drawOrder(sale, { size, questions, mayHandOn: left > 0 });
    // A ticket that is handed on becomes two.
    if (order.fate?.kind === 'handed_on') left -= 1;
    drawn.push(order);
  }
  drawn.sort((one, other) => one.placedAt - other.placedAt);
  const placed = await placeOrders(sale, drawn);
  const sold: SoldTicket[] = [];
  for (const [at, { order, tickets }] of placed.entries())
    sold.push(...(await meetFate(sale, drawn[at]?.fate ?? null, { order, tickets })));
  return sold;
}

function drawOrder(
  sale: Sale,
  {
    size,
    questions,
    mayHandOn,
  }: {
    readonly size: number;
    readonly questions: readonly AskedQuestion[];
    readonly mayHandOn: boolean;
  },
): DrawnOrder {
  const { random, seeded } = sale;
  const type = pickType(sale);
  const session = seeded.sessions.length === 0 ? null : pickOne(random, seeded.sessions);
  const buyer = drawContact(sale);
  const addOn = seeded.addOns.length > 0 && random() < 0.2 ? pickOne(random, seeded.addOns) : null;
  const placedAt = placedBefore(sale, session?.starts_at ?? seeded.event.starts_at);
  const total = type.row.price * size + (addOn?.price ?? 0);
  const answers = random() < 0.6 ? [] : questions.map((question) => drawAnswer(sale, question));
  const guests: (NewContact | null)[] = [];
  const seats: (string | null)[] = [];
  for (let place = 0; place < size; place += 1) {
    guests.push(place === 0 || random() < 0.3 ? null : drawContact(sale));
    seats.push(pickSeat(sale, type));
  }
  const fate = drawFate(sale, total, mayHandOn);
  return { type, session, addOn, buyer, guests, seats, placedAt, total, answers, fate };
}

async function placeOrders(sale: Sale, drawn: readonly DrawnOrder[]) {
  const { tx, seeded, organiserId } = sale;
  const event_id = seeded.event.id;
  const people = drawn.flatMap(({ buyer, guests }) => [
    buyer,
    ...guests.filter((guest) => guest !== null),
  ]);
  const contacts = await insertContacts(tx, people);
  const idOf = new Map(people.map((person, at) => [person, contacts[at]?.id ?? 0]));
  const orders = await insertOrders(
    tx,
    drawn.map(({ buyer, total, placedAt }) => ({
      ...freshOrder,
      organiser_id: organiserId,
      event_id,
      contact_id: idOf.get(buyer) ?? 0,
      status: total > 0 ? 'paid' : 'free_confirmed',
      currency: seeded.event.currency,
      subtotal: total,
      total,
      application_fee: Math.floor(total / 50),
      confirmed_at: placedAt,
      created_at: placedAt,
    })),
  );
  const placed = drawn.flatMap((one, at) => {
    const order = orders[at];
    return order === undefined ? [] : [{ ...one, order }];
  });
  const lines = await insertOrderLines(tx, placed.flatMap(linesOf));
  const lineOf = new Map(
    lines.flatMap((line) => (line.kind === 'ticket' ? [[line.order_id, line.id] as const] : [])),
  );
  const wanted = placed.flatMap(({ order, type, session, buyer, guests, seats, placedAt }) =>
    guests.map((guest, place) => ({
      event_id,
      order_id: order.id,
      order_line_id: lineOf.get(order.id) ?? 0,
      ticket_type_id: type.row.id,
      contact_id: idOf.get(guest ?? buyer) ?? 0,
      session_id: session?.id ?? null,
      seat_label: seats[place] ?? null,
      created_at: placedAt,
    })),
  );
  const tickets = Map.groupBy(await insertTickets(tx, wanted), ({ order_id }) => order_id);
  await insertAnswers(
    tx,
    placed.flatMap(({ order, answers }) =>
      answers.map((answer) => ({ order_id: order.id, ...answer })),
    ),
  );
  for (const [id, of] of Map.groupBy(placed, ({ type }) => type.row.id))
    await addSoldTickets(tx, id, of.flatMap(({ guests }) => guests).length);
  for (const [id, of] of Map.groupBy(placed, ({ addOn }) => addOn?.id ?? null))
    if (id !== null) await addSoldAddOns(tx, id, of.length);
  return placed.map(({ order, type }) => ({
    order,
    tickets: (tickets.get(order.id) ?? []).map((ticket) => ({ ticket, type })),
  }));
}

function linesOf({
  order,
  type,
  session,
  addOn,
  guests,
}: DrawnOrder & { readonly order: OrderRow }): readonly NewOrderLine[] {
  const line = {
    order_id: order.id,
    event_id: order.event_id,
    session_id: session?.id ?? null,
    redeemed: 0,
    seat_labels: null,
    ticket_details: null,
    rounding: 0,
  };
  const tickets = {
    ...line,
    kind: 'ticket',
    ticket_type_id: type.row.id,
    add_on_id: null,
    quantity: guests.length,
    unit_price: type.row.price,
  } as const;
  if (addOn === null) return [tickets];
  const { id, price } = addOn;
  const unit = { kind: 'add_on', ticket_type_id: null, add_on_id: id, quantity: 1 } as const;
  return [tickets, { ...line, ...unit, unit_price: price }];
}

function pickType({ random, seeded }: Sale): SoldTicket['type'] {
  const all = seeded.ticketTypes.reduce((sum, { demo }) => sum + demo.weight, 0);
  let left = random() * all;
  const chosen = seeded.ticketTypes.find(({ demo }) => (left -= demo.weight) < 0);
  return chosen ?? pickOne(random, seeded.ticketTypes);
}

/** Assigns each seat once: row by row, then again with the next block of numbers. */
function pickSeat({ next }: Sale, { demo }: SoldTicket['type']): string | null {
  if (demo.seats === null) return null;
  const number = next();
  const row = demo.seats[Math.floor(number / SEATS_A_ROW) % demo.seats.length] ?? '';
  const block = Math.floor(number / (SEATS_A_ROW * demo.seats.length));
  return `${row} ${(number % SEATS_A_ROW) + 1 + block * SEATS_A_ROW}`;
}

function drawContact({ random, organiserId, next }: Sale): NewContact {
  const person = pickPerson(random);
  const email = emailOf(person, next());
  const mobile =
    random() < 0.3 ? `+49151${String(Math.floor(random() * 1e8)).padStart(8, '0')}` : null;
  return { organiser_id: organiserId, email, email_key: mailboxKey(email), ...person, mobile };
}

/** Sales increase towards the event, and end when its doors open. */
function placedBefore({ random, seeded }: Sale, start: Instant | null): Instant {
  const latest = Math.min(start ?? seeded.opening, seeded.opening);
  return instantFromMicros(latest - Math.round(random() ** 2 * SALES_PERIOD));
}

function drawAnswer({ random }: Sale, { id, type, options }: AskedQuestion) {
  if (random() < 0.3) return { question_id: id, value: null };
  const chosen = pickOne(random, readTexts(options) ?? []);
  return { question_id: id, value: JSON.stringify(type === 'multiselect' ? [chosen] : chosen) };
}

function drawFate(sale: Sale, total: number, mayHandOn: boolean): Fate {
  const { random } = sale;
  if (mayHandOn && random() < 0.03) {
    const person = pickPerson(random);
    return { kind: 'handed_on', holder: { email: emailOf(person, sale.next()), ...person } };
  }
  const fate = random();
  if (fate < 0.025)
    return { kind: 'cancelled', reason: pickOne(random, ['Illness', 'Bought twice', null]) };
  if (total > 0 && fate < 0.05) return { kind: 'refunded', amount: null };
  return total > 1000 && fate < 0.06 ? { kind: 'refunded', amount: 1000 } : null;
}

/** Returns the tickets that still admit. */
async function meetFate(
  { tx }: Sale,
  fate: Fate,
  { order, tickets }: { readonly order: OrderRow; readonly tickets: readonly SoldTicket[] },
): Promise<readonly SoldTicket[]> {
  switch (fate?.kind) {
    case undefined:
      return tickets;
    case 'handed_on': {
      const [first, ...others] = tickets;
      if (first === undefined) return tickets;
      const ticket = await transferTicket(tx, first.ticket.reference, fate.holder);
      // Long ago, since its guest may have arrived.
      const { created_at } = first.ticket;
      await tx.db.updateTable('tickets').set({ created_at }).where('id', '=', ticket.id).execute();
      return [...others, { ...first, ticket }];
    }
    case 'cancelled':
      await cancelOrder(tx, order.reference, fate.reason);
      return [];
    case 'refunded': {
      const { amount } = fate;
      await refundOrder(tx, order.reference, {
        amount,
        via: amount === null ? 'console' : 'processor',
      });
      return amount === null ? [] : tickets;
    }
    default:
      return assertNever(fate);
  }
}

/** Gives each ticket type a total slightly above the number sold. */
export async function capTicketTypes({ tx, seeded }: Sale): Promise<void> {
  for (const { sold, price, id } of await listTicketTypes(tx, seeded.event.id)) {
    if (price > 0)
      await updateTicketTypeRow(tx, id, { total: Math.ceil((sold * 1.1 + 1) / 50) * 50 });
  }
}

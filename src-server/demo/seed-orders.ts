import { mailboxKey } from '../database/mailbox-key.ts';
import { instantFromMicros, type Instant } from '../../shared/instant.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { listQuestions, insertUnanswered, writeAnswer } from '../store/answers.ts';
import { insertContact, type ContactRow } from '../store/contacts.ts';
import {
  backdateOrder,
  freshOrder,
  insertOrder,
  insertOrderLine,
  type OrderRow,
} from '../store/orders.ts';
import { addSoldTickets, listTicketTypes, updateTicketTypeRow } from '../store/ticket-types.ts';
import { addSoldAddOns } from '../store/add-ons.ts';
import { insertTicket, type TicketRow } from '../store/tickets.ts';
import { readTexts } from '../store/rows.ts';
import { cancelOrder } from '../domain/sales/cancel-order.ts';
import { refundOrder } from '../domain/sales/refund-order.ts';
import { transferTicket } from '../domain/tickets/change-ticket.ts';
import { emailOf, pickOne, pickPerson } from './people.ts';
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

/** Sells exactly `count` tickets, cancels, refunds or transfers some of them, and returns those that still admit. */
export async function seedOrders(sale: Sale, count: number): Promise<readonly SoldTicket[]> {
  const sold: SoldTicket[] = [];
  let left = count;
  while (left > 0) {
    const size = Math.min(left, pickOne(sale.random, PARTY_SIZES));
    const { order, tickets } = await seedOrder(sale, size);
    left -= size;
    const handsOn = left > 0 && sale.random() < 0.03;
    if (handsOn) left -= 1;
    sold.push(...(await seedAftermath(sale, order, { tickets, handsOn })));
    if (order.confirmed_at !== null) await backdateOrder(sale.tx, order.id, order.confirmed_at);
  }
  return sold;
}

async function seedOrder(sale: Sale, size: number) {
  const { tx, random, seeded } = sale;
  const type = pickType(sale);
  const session = seeded.sessions.length === 0 ? null : pickOne(random, seeded.sessions);
  const buyer = await seedContact(sale);
  const addOn = seeded.addOns.length > 0 && random() < 0.2 ? pickOne(random, seeded.addOns) : null;
  const placedAt = placedBefore(sale, session?.starts_at ?? seeded.event.starts_at);
  const total = type.row.price * size + (addOn?.price ?? 0);
  const order = await insertOrder(tx, {
    ...freshOrder,
    organiser_id: sale.organiserId,
    event_id: seeded.event.id,
    contact_id: buyer.id,
    status: total > 0 ? 'paid' : 'free_confirmed',
    currency: seeded.event.currency,
    subtotal: total,
    total,
    application_fee: Math.floor(total / 50),
    confirmed_at: placedAt,
  });
  const line = {
    order_id: order.id,
    event_id: seeded.event.id,
    session_id: session?.id ?? null,
    redeemed: 0,
    seat_labels: null,
    ticket_details: null,
  };
  const { id } = await insertOrderLine(tx, {
    ...line,
    kind: 'ticket',
    ticket_type_id: type.row.id,
    add_on_id: null,
    quantity: size,
    unit_price: type.row.price,
    rounding: 0,
  });
  if (addOn !== null) {
    await insertOrderLine(tx, {
      ...line,
      kind: 'add_on',
      ticket_type_id: null,
      add_on_id: addOn.id,
      quantity: 1,
      unit_price: addOn.price,
      rounding: 0,
    });
    await addSoldAddOns(tx, addOn.id, 1);
  }
  await addSoldTickets(tx, type.row.id, size);
  await seedAnswers(sale, order);
  const tickets: SoldTicket[] = [];
  for (let place = 0; place < size; place += 1) {
    const guest = place === 0 || random() < 0.3 ? buyer : await seedContact(sale);
    const ticket = await insertTicket(tx, {
      event_id: seeded.event.id,
      order_id: order.id,
      order_line_id: id,
      ticket_type_id: type.row.id,
      contact_id: guest.id,
      session_id: session?.id ?? null,
      seat_label: pickSeat(sale, type),
    });
    tickets.push({ ticket, type });
  }
  return { order, tickets };
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

function seedContact({ tx, random, organiserId, next }: Sale): Promise<ContactRow> {
  const person = pickPerson(random);
  const email = emailOf(person, next());
  const mobile =
    random() < 0.3 ? `+49151${String(Math.floor(random() * 1e8)).padStart(8, '0')}` : null;
  return insertContact(tx, {
    organiser_id: organiserId,
    email,
    email_key: mailboxKey(email),
    ...person,
    mobile,
  });
}

/** Sales increase towards the event, and end when its doors open. */
function placedBefore({ random, seeded }: Sale, start: Instant | null): Instant {
  const latest = Math.min(start ?? seeded.opening, seeded.opening);
  return instantFromMicros(latest - Math.round(random() ** 2 * SALES_PERIOD));
}

async function seedAnswers({ tx, random }: Sale, order: OrderRow): Promise<void> {
  if (random() < 0.6) return;
  for (const question of await listQuestions(tx, order.event_id)) {
    const options = readTexts(question.options) ?? [];
    if (random() < 0.3) {
      await insertUnanswered(tx, order.id, question.id);
      continue;
    }
    const chosen = pickOne(random, options);
    const value = question.type === 'multiselect' ? [chosen] : chosen;
    await writeAnswer(tx, order.id, question, JSON.stringify(value));
  }
}

/** Cancels or refunds a few orders. */
async function seedAftermath(
  sale: Sale,
  order: OrderRow,
  { tickets, handsOn }: { readonly tickets: readonly SoldTicket[]; readonly handsOn: boolean },
): Promise<readonly SoldTicket[]> {
  const { tx, random } = sale;
  const [first, ...others] = tickets;
  if (handsOn && first !== undefined) {
    const person = pickPerson(random);
    const holder = { email: emailOf(person, sale.next()), ...person };
    const ticket = await transferTicket(tx, first.ticket.reference, holder);
    return [...others, { ...first, ticket }];
  }
  const fate = random();
  if (fate < 0.025) {
    await cancelOrder(tx, order.reference, pickOne(random, ['Illness', 'Bought twice', null]));
    return [];
  }
  if (order.total > 0 && fate < 0.05) {
    await refundOrder(tx, order.reference, { amount: null, via: 'console' });
    return [];
  }
  if (order.total > 1000 && fate < 0.06) {
    await refundOrder(tx, order.reference, { amount: 1000, via: 'processor' });
  }
  return tickets;
}

/** Gives each ticket type a total slightly above the number sold. */
export async function capTicketTypes({ tx, seeded }: Sale): Promise<void> {
  for (const { sold, price, id } of await listTicketTypes(tx, seeded.event.id)) {
    if (price > 0)
      await updateTicketTypeRow(tx, id, { total: Math.ceil((sold * 1.1 + 1) / 50) * 50 });
  }
}

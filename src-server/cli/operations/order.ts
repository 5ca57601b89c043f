import { mailboxKey } from '../../database/mailbox-key.ts';
import { findOrganiser } from '../../store/organisers.ts';
import { findOrder, listChosenOrders } from '../../store/orders.ts';
import { idOf, inOrder, listing, showing, toSecond } from './reading.ts';
import { findEvent } from '../../store/events.ts';
import { requireFound } from '../../domain/domain-error.ts';
import { describeOrder } from '../../api/orders.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { cancelOrder } from '../../domain/orders/cancel-order.ts';
import { confirmOrder } from '../../domain/orders/confirm-order.ts';
import { createOrder } from '../../domain/orders/create-order.ts';
import type { OrderLineInput } from '../../domain/orders/order-draft.ts';
import { refundOrder } from '../../domain/orders/refund-order.ts';
import type {
  orderCancelFlags,
  orderCreateFlags,
  orderRefundFlags,
  orderListFlags,
} from '../commands/order.ts';
import { contactOf } from '../contact-flags.ts';
import type { FlagValues, Given, GivenOperands } from '../define-command.ts';
import { UsageError } from '../usage-error.ts';

export async function orderCreate(
  tx: WriteTransaction,
  { values }: Given<typeof orderCreateFlags>,
) {
  const { event, status } = values;
  const answers = answersOf(values.answers);
  const lines = linesOf(values);
  const contact = contactOf(values);
  return describeOrder(tx, await createOrder(tx, { event, lines, contact, answers, status }));
}

export async function orderConfirm(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return describeOrder(tx, await confirmOrder(tx, reference));
}

export async function orderCancel(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof orderCancelFlags>,
) {
  return describeOrder(tx, await cancelOrder(tx, reference, values.reason ?? null));
}

export async function orderRefund(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof orderRefundFlags>,
) {
  const { amount = null, via } = values;
  return describeOrder(tx, await refundOrder(tx, reference, { amount, via }));
}

function linesOf(values: FlagValues<typeof orderCreateFlags>): readonly OrderLineInput[] {
  const { ticketType, quantity = 1, session = null, seatLabels = null } = values;
  const addOns = (values.addOn ?? []).map(parseAddOn);
  if (ticketType !== undefined) {
    return [{ sellable: ticketType, quantity, session, seat_labels: seatLabels }, ...addOns];
  }
  if (addOns.length === 0) throw new UsageError('Expected --ticket-type or --add-on.');
  return addOns;
}

function parseAddOn(given: string): OrderLineInput {
  const [sellable = '', quantity = '1', ...rest] = given.split(':');
  if (rest.length > 0 || !/^\d+$/.test(quantity)) {
    throw new UsageError(`--add-on: expected ADN:QTY, got "${given}".`);
  }
  return { sellable, quantity: Number(quantity) };
}

function answersOf(given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UsageError('--answers: expected a JSON object by field key.');
  }
  return { ...given };
}

export const orderList = listing(
  async (tx, { event, organiser, status, email, limit }: FlagValues<typeof orderListFlags>) => {
    const orders = await listChosenOrders(tx, {
      eventId: await idOf(event, 'event', (reference) => findEvent(tx, reference)),
      organiserId: await idOf(organiser, 'organiser', (reference) => findOrganiser(tx, reference)),
      status,
      emailKey: email && mailboxKey(email),
      limit,
    });
    return inOrder(orders, async (order) => {
      const { lines: _lines, tickets: _tickets, ...described } = await describeOrder(tx, order);
      return described;
    });
  },
  {
    heading: ['order', 'status', 'total', 'currency', 'email', 'made', 'event'],
    row: ({ reference, status, total, currency, contact, created_at, event }) => [
      reference,
      status,
      total,
      currency,
      contact?.email ?? null,
      toSecond(created_at),
      event,
    ],
    none: 'No orders.',
  },
);

export const orderShow = showing(async (tx, reference) =>
  describeOrder(tx, requireFound(await findOrder(tx, reference), 'order', reference)),
);

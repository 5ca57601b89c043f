import type { Command } from 'commander';
import { describeOrder } from '../../services/describe/describe-order.ts';
import { cancelOrder } from '../../services/orders/cancel-order.ts';
import { confirmOrder } from '../../services/orders/confirm-order.ts';
import { createOrder, openingStatuses } from '../../services/orders/create-order.ts';
import type { OrderLineInput } from '../../services/orders/order-draft.ts';
import { refundOrder } from '../../services/orders/refund-order.ts';
import type { FlagValues } from '../define-command.ts';
import { defineOperation } from '../define-operation.ts';
import { choice, json, list, optional, orElse, text, whole } from '../flags.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { contactFlags, contactOf } from './contact-flags.ts';

const flags = {
  event: text('EVT', 'what is ordered for'),
  ticketType: optional(text('TT', 'the tickets')),
  quantity: optional(whole('N', 'how many of them (default: 1)')),
  session: optional(text('SES', 'the date they are for')),
  ...contactFlags,
  addOn: optional(list('ADN:QTY', 'add-ons with their quantities, separated by commas')),
  answers: optional(json('JSON', 'registration answers, {"field key": value}')),
  seatLabels: optional(list('LABELS', 'one seat a ticket, separated by commas')),
  status: orElse(choice('STATUS', 'where the order begins', openingStatuses), 'confirmed'),
} as const;

export function addOrderCommands(program: Command, terminal: Terminal): void {
  const order = program.command('order').description('Orders');
  defineOperation(
    order,
    terminal,
    { name: 'create', summary: 'Place an order', operands: [], flags },
    async (tx, { values }) => {
      const { event, status } = values;
      const answers = answersOf(values.answers);
      const lines = linesOf(values);
      const placed = await createOrder(tx, {
        event,
        lines,
        contact: contactOf(values),
        answers,
        status,
      });
      return describeOrder(tx, placed);
    },
  );
  defineOperation(
    order,
    terminal,
    { name: 'confirm', summary: 'Confirm an order', operands: ['ORD'], flags: {} },
    async (tx, { operands: [reference = ''] }) =>
      describeOrder(tx, await confirmOrder(tx, reference)),
  );
  defineOperation(
    order,
    terminal,
    {
      name: 'cancel',
      summary: 'Cancel a confirmed order; no money moves',
      operands: ['ORD'],
      flags: { reason: optional(text('REASON', 'why')) },
    },
    async (tx, { values: { reason = null }, operands: [reference = ''] }) =>
      describeOrder(tx, await cancelOrder(tx, reference, reason)),
  );
  defineOperation(
    order,
    terminal,
    {
      name: 'refund',
      summary: 'Refund an order, in full or in part',
      operands: ['ORD'],
      flags: {
        amount: optional(whole('MINOR', 'in minor units (default: what is left)')),
        via: orElse(choice('VIA', 'where it was made', ['console', 'processor']), 'console'),
      },
    },
    async (tx, { values: { amount = null, via }, operands: [reference = ''] }) =>
      describeOrder(tx, await refundOrder(tx, reference, { amount, via })),
  );
}

function linesOf(values: FlagValues<typeof flags>): readonly OrderLineInput[] {
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
    throw new UsageError(`Expected an add-on as ADN:QTY, got "${given}".`);
  }
  return { sellable, quantity: Number(quantity) };
}

function answersOf(given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UsageError('Expected --answers as a JSON object by field key.');
  }
  return { ...given };
}

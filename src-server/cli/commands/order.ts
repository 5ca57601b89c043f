import {
  orderCancel,
  orderConfirm,
  orderCreate,
  orderList,
  orderRefund,
  orderShow,
} from '../../operations/order.ts';
import { defineDatabaseCommand } from '../definition/database-command.ts';
import type { Command } from '../definition/define-command.ts';
import {
  listCommand,
  operationCommand,
  performAs,
  showCommand,
} from '../definition/operation-command.ts';
import { flagOf } from '../flags/flag-of-input.ts';
import {
  eventReference,
  jsonFlag,
  listFlag,
  optionalFlag,
  textFlag,
  wholeFlag,
  withDefault,
  type FlagValues,
} from '../flags/flags.ts';
import { UsageError } from '../flags/usage-error.ts';
import { toSecond } from '../render/to-second.ts';
import { orderMailCommand } from './order-mail.ts';

/** One kind of ticket in a line of its own, and add-ons. */
const createFlags = {
  event: eventReference('what is ordered for'),
  ticketType: optionalFlag(textFlag('TT', 'the tickets')),
  quantity: withDefault(optionalFlag(wholeFlag('N', 'how many of them')), '1'),
  session: optionalFlag(textFlag('SES', 'the date they are for')),
  email: optionalFlag(textFlag('EMAIL', 'whose it is')),
  firstName: optionalFlag(textFlag('NAME', 'their first name')),
  lastName: optionalFlag(textFlag('NAME', 'their last name')),
  addOn: optionalFlag(listFlag('ADN:QTY', 'add-ons with their quantities, separated by commas')),
  answers: optionalFlag(jsonFlag('JSON', 'registration answers, {"field key": value}')),
  seatLabels: optionalFlag(listFlag('LABELS', 'one seat a ticket, separated by commas')),
  status: flagOf(orderCreate.input.properties.status),
} as const;

export const commands: readonly Command[] = [
  defineDatabaseCommand(
    {
      name: 'create',
      summary: orderCreate.summary,
      operands: [],
      flags: createFlags,
      examples: [
        'order create --event winter-gala --ticket-type tt_01j… --quantity 2 --email guest@example.org',
        'order create --event winter-gala --ticket-type tt_01j… --seat-labels A1 --add-on adn_01j…:1',
      ],
    },
    {
      work: (database, { values }) =>
        performAs(database, orderCreate, {
          event: values.event,
          answers: answersOf(values.answers),
          lines: linesOf(values),
          contact: contactOf(values),
          status: values.status,
        }),
    },
  ),
  operationCommand(orderConfirm, { examples: ['order confirm ord_01j…'] }),
  operationCommand(orderCancel, {
    examples: ['order cancel ord_01j… --reason "The guest is ill"'],
  }),
  operationCommand(orderRefund, {
    examples: ['order refund ord_01j…', 'order refund ord_01j… --amount 2500'],
  }),
  orderMailCommand,
  listCommand(orderList, {
    examples: [
      'order list --event winter-gala --status paid',
      'order list --email guest@example.org',
    ],
    heading: ['order', 'status', 'total', 'currency', 'email', 'made', 'event', 'number'],
    row: ({ reference, status, total, currency, contact, created_at, event, external_id }) => [
      reference,
      status,
      total,
      currency,
      contact?.email ?? null,
      toSecond(created_at),
      event,
      external_id,
    ],
    none: 'No orders.',
  }),
  showCommand(orderShow, { examples: ['order show ord_01j…'] }),
];

function linesOf(values: FlagValues<typeof createFlags>) {
  const { ticketType, quantity = 1, session = null, seatLabels = null } = values;
  const addOns = (values.addOn ?? []).map(parseAddOn);
  if (ticketType !== undefined) {
    return [{ sellable: ticketType, quantity, session, seat_labels: seatLabels }, ...addOns];
  }
  if (addOns.length === 0) throw new UsageError('Expected --ticket-type or --add-on.');
  return addOns;
}

/** Null for an order of nobody. */
function contactOf({ email, firstName, lastName }: FlagValues<typeof createFlags>) {
  if (email !== undefined) return { email, first_name: firstName, last_name: lastName };
  if (firstName === undefined && lastName === undefined) return null;
  throw new UsageError('Expected --email with a name: it is what identifies a person.');
}

function parseAddOn(given: string) {
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

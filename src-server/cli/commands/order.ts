import {
  orderCancel,
  orderConfirm,
  orderCreate,
  orderList,
  orderRefund,
  orderShow,
} from '../../operations/order.ts';
import type { Database } from '../../database/database.ts';
import { requireEvent } from '../../rules/require-row.ts';
import { listQuestions } from '../../store/answers.ts';
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
  listFlag,
  optionalFlag,
  textFlag,
  wholeFlag,
  withDefault,
  type FlagValues,
} from '../flags/flags.ts';
import { UsageError } from '../flags/usage-error.ts';
import { amountOf } from '../render/for-people.ts';
import { readAnswers } from '../flags/read-answers.ts';
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
  answers: optionalFlag(
    textFlag('ANSWERS', 'registration answers: KEY=ANSWER,… or JSON, {"field key": value}'),
  ),
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
      check: ({ values }) => {
        if (values.answers !== undefined) readAnswers([], values.answers);
        linesOf(values);
        contactOf(values);
      },
      examples: [
        'order create --event winter-gala --ticket-type Standing --quantity 2 --email guest@example.org',
        'order create --event winter-gala --ticket-type VIP --seat-labels A1 --add-on Parking:1 --answers diet=Vegan',
      ],
    },
    {
      work: async (database, { values }) =>
        performAs(database, orderCreate, {
          event: values.event,
          answers: await answersOf(database, values),
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
    examples: ['order refund ord_01j…', 'order refund ord_01j… --amount "25.00 EUR"'],
  }),
  orderMailCommand,
  listCommand(orderList, {
    examples: [
      'order list --event winter-gala --status paid',
      'order list --email guest@example.org',
    ],
    heading: ['order', 'status', 'total', 'email', 'made', 'event', 'number'],
    row: ({ reference, status, total, currency, contact, created_at, event, external_id }) => [
      reference,
      status,
      amountOf(total, currency),
      contact?.email ?? null,
      created_at,
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

async function answersOf(
  database: Database,
  { event, answers }: FlagValues<typeof createFlags>,
): Promise<Readonly<Record<string, unknown>>> {
  if (answers === undefined) return {};
  const questions = await database.read(async (tx) =>
    listQuestions(tx, (await requireEvent(tx, event)).id),
  );
  return readAnswers(questions, answers);
}

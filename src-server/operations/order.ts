import { Type } from 'typebox';
import { formatInstant } from '../../shared/instant.ts';
import { listResourceEntries } from '../store/access/audit-log.ts';
import { listOrderTickets } from '../store/tickets.ts';
import { nameInLog } from './definition/actor-name.ts';
import { orderStatuses } from '../../shared/contract/statuses.ts';
import { describeOrder, readOrders } from '../api/resources/orders.ts';
import { readTickets } from '../api/resources/tickets.ts';
import { mailTickets, type MailedTickets } from '../domain/tickets/mail-tickets.ts';
import type { TicketMail } from '../mail/ticket-mail.ts';
import { DomainError } from '../rules/domain-error.ts';
import { mailboxKey } from '../database/mailbox-key.ts';
import { cancelOrder } from '../domain/sales/cancel-order.ts';
import { confirmOrder } from '../domain/sales/confirm-order.ts';
import { createOrder } from '../domain/sales/create-order.ts';
import { openingStatuses } from '../domain/sales/opening-statuses.ts';
import { refundOrder } from '../domain/sales/refund-order.ts';
import { walkOrders } from '../store/lists/walk-orders.ts';
import {
  choice,
  either,
  email,
  event,
  json,
  money,
  optional,
  personal,
  text,
} from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { defineOperation, defineView, type Services } from './definition/operation.ts';
import { idOf, inOrder, rowOf } from './definition/reading.ts';
import {
  requireContact,
  requireEvent,
  requireOrder,
  requireOrganiser,
} from '../rules/require-row.ts';

const order = text('ORD', 'which order');

const lines = Type.Array(
  Type.Object({
    sellable: Type.String(),
    quantity: Type.Integer(),
    session: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    seat_labels: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  }),
);

const person = Type.Object({
  email: Type.String(),
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
});

export const orderCreate = defineOperation({
  name: 'order.create',
  summary: 'Place an order',
  role: 'box_office',
  input: Type.Object({
    event: event('what is ordered for'),
    lines: json('JSON', 'what is ordered', lines),
    contact: optional(personal(json('JSON', 'who buys', Type.Union([person, Type.Null()])))),
    answers: optional(
      personal(
        json(
          'JSON',
          'registration answers, {"field key": value}',
          Type.Record(Type.String(), Type.Unknown()),
        ),
      ),
    ),
    status: optional(choice('STATUS', 'where the order begins', openingStatuses), 'confirmed'),
  }),
  run: async (tx, input) =>
    describeOrder(
      tx,
      await createOrder(tx, { contact: null, answers: {}, status: 'confirmed', ...input }),
    ),
});

export const orderConfirm = defineOperation({
  name: 'order.confirm',
  summary: 'Confirm an order: its tickets become valid, and places are taken',
  role: 'box_office',
  input: Type.Object({ order }),
  run: async (tx, input) => describeOrder(tx, await confirmOrder(tx, input.order)),
});

export const orderCancel = defineOperation({
  name: 'order.cancel',
  summary: 'Cancel a confirmed order and its tickets; no money moves, and this cannot be undone',
  role: 'manager',
  input: Type.Object({ order, reason: optional(personal(text('REASON', 'why'))) }),
  run: async (tx, { order: reference, reason = null }) =>
    describeOrder(tx, await cancelOrder(tx, reference, reason)),
});

const again = optional(either('YES', 'also codes that were sent before', ['yes', 'no']), 'no');

export const orderMail = defineOperation({
  name: 'order.mail',
  summary: 'Email holders the codes of their tickets; those who have them already are left out',
  role: 'box_office',
  isConsoleOnly: true,
  needsMail: true,
  input: Type.Object({ order, again }),
  run: async (tx, { order: reference, again: all = false }) => {
    await requireOrder(tx, reference);
    return { reference, again: all };
  },
  after: async (services, { reference, again: all }) => ({
    reference,
    ...(await mailOrder(services, reference, all)),
  }),
});

/** Thousands of emails take longer than a request, so the command line sends them. */
export const orderMailAll = defineOperation({
  name: 'order.mail-all',
  summary: 'Email the holders of every order for an event the codes of their tickets',
  role: 'operator',
  isConsoleOnly: true,
  input: Type.Object({ event: event('of which event'), again }),
  run: async (tx, { event: of }) => ({ reference: (await requireEvent(tx, of)).reference }),
});

export const orderHistory = defineView({
  name: 'order.history',
  summary: 'Who did what to an order and its tickets, newest first',
  role: 'box_office',
  isConsoleOnly: true,
  input: Type.Object({ order }),
  run: async (tx, input) => {
    const { id, reference } = await requireOrder(tx, input.order);
    const tickets = (await listOrderTickets(tx, id)).slice(0, MOST_TICKETS);
    const resources = [reference, ...tickets.map((ticket) => ticket.reference)];
    const entries = await listResourceEntries(tx, resources, MOST_ENTRIES);
    return inOrder(entries, async ({ at, actor, operation, resource, input: given }) => {
      const inputs: unknown = JSON.parse(given);
      const name = await nameInLog(tx, actor);
      return { at: formatInstant(at), actor: name, operation, resource, input: inputs };
    });
  },
});

/** Of an order with more, those of the first tickets. */
const MOST_TICKETS = 500;
const MOST_ENTRIES = 200;

export const orderRefund = defineOperation({
  name: 'order.refund',
  summary: 'Refund an order, in full or in part',
  role: 'manager',
  fresh: true,
  input: Type.Object({
    order,
    amount: optional(money('how much'), 'what is left'),
    via: optional(choice('VIA', 'where it was made', ['console', 'processor']), 'console'),
  }),
  current: async (tx, input) => {
    const { total, refunded_total } = await requireOrder(tx, input.order);
    return { total, refunded_total };
  },
  run: async (tx, { order: reference, amount = null, via = 'console' }) =>
    describeOrder(tx, await refundOrder(tx, reference, { amount, via })),
});

export const orderList = defineList({
  name: 'order.list',
  summary: 'Orders, newest first, by event, organiser, status or buyer',
  role: 'viewer',
  filters: {
    event: optional(event('those for one event')),
    organiser: optional(text('ORG', 'those of one organiser')),
    status: optional(choice('STATUS', 'those with one status', orderStatuses)),
    email: optional(email('those of one buyer')),
    contact: optional(text('CON', 'those of one person, also if they were erased')),
  },
  search:
    "words of the buyer's name, the buyer's email, a reference, a seat, or a number or the code in the shop that sold it",
  sorts: {
    newest: { by: 'k.created_at', direction: 'desc' },
    oldest: { by: 'k.created_at', direction: 'asc' },
    amount: { by: 'k.total', direction: 'asc' },
    '-amount': { by: 'k.total', direction: 'desc' },
  },
  choose: async (tx, { event: of, organiser, status, email: buyer, contact, search }, sort) =>
    walkOrders(
      tx,
      {
        event: await rowOf(tx, requireEvent, of),
        organiserId: await idOf(tx, requireOrganiser, organiser),
        status,
        emailKey: buyer && mailboxKey(buyer),
        contactId: await idOf(tx, requireContact, contact),
        search,
      },
      sort,
    ),
  describe: readOrders,
});

export const orderShow = defineView({
  name: 'order.show',
  summary: 'One order with its lines and tickets',
  role: 'viewer',
  input: Type.Object({ order }),
  run: async (tx, input) => describeOrder(tx, await requireOrder(tx, input.order)),
});

/** Throws `server.busy` while others are being sent. */
export async function mailOrder(
  { database, mail }: Pick<Services, 'database' | 'mail'>,
  order: string,
  again: boolean,
): Promise<MailedTickets> {
  if (mail === null) throw new Error('expected a mail server');
  const lock = await database.tryLock('mail');
  if (lock === null)
    throw new DomainError('server.busy', 'Emails are being sent already. Try again in a moment.');
  try {
    // Imported lazily: no other operation composes emails.
    const { composeTicketMail } = await import('../mail/ticket-mail.ts');
    const send = async (tickets: TicketMail) => mail.mailer.send(await composeTicketMail(tickets));
    return await mailTickets(database, { of: { order }, again, send, readTickets });
  } finally {
    await lock.release();
  }
}

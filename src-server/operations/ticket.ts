import { Type } from 'typebox';
import { ticketStatuses } from '../../shared/verdict/terms/facts.ts';
import { describeTicket, describeTicketWithCode, readTickets } from '../api/resources/tickets.ts';
import { mailboxKey } from '../database/mailbox-key.ts';
import {
  cancelTicket,
  reassignTicket,
  transferTicket,
  updateTicket,
} from '../domain/tickets/change-ticket.ts';
import { reissueTicket } from '../domain/tickets/reissue-ticket.ts';
import { resellTicket } from '../domain/tickets/resell-ticket.ts';
import { getEvent } from '../store/events.ts';
import { listChosenTickets } from '../store/tickets.ts';
import {
  choice,
  count,
  email,
  event,
  money,
  optional,
  orNull,
  personal,
  text,
} from './definition/inputs.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { qrOf } from './definition/qr-of.ts';
import { idOf } from './definition/reading.ts';
import { requireEvent, requireOrder, requireTicket } from '../rules/require-row.ts';

const ticket = text('TKT', 'which ticket');
const holder = {
  email: personal(text('EMAIL', 'whose it becomes')),
  first_name: optional(personal(text('NAME', 'their first name'))),
  last_name: optional(personal(text('NAME', 'their last name'))),
};

export const ticketUpdate = defineOperation({
  name: 'ticket.update',
  summary: 'Change a ticket',
  role: 'manager',
  input: Type.Object({
    ticket,
    seat_label: optional(orNull(text('SEAT', 'its seat'), 'none', 'no seat')),
    status: optional(choice('STATUS', 'what it is', ticketStatuses)),
  }),
  run: async (tx, { ticket: named, ...changes }) =>
    describeTicket(tx, (await updateTicket(tx, named, changes)).reference),
});

export const ticketReassign = defineOperation({
  name: 'ticket.reassign',
  summary: 'Make somebody else the holder; the ticket stays',
  role: 'box_office',
  input: Type.Object({ ticket, ...holder }),
  run: async (tx, { ticket: named, ...person }) =>
    describeTicket(tx, (await reassignTicket(tx, named, person)).reference),
});

export const ticketTransfer = defineOperation({
  name: 'ticket.transfer',
  summary: 'Supersede a ticket by a new one for somebody else, and print the new one',
  role: 'box_office',
  isolation: 'read committed',
  input: Type.Object({ ticket, ...holder }),
  run: async (tx, { ticket: named, ...person }) =>
    describeTicket(tx, (await transferTicket(tx, named, person)).reference),
});

export const ticketResell = defineOperation({
  name: 'ticket.resell',
  summary:
    'Supersede a ticket by a new one for whoever buys it from its holder, and print the new one',
  role: 'box_office',
  isolation: 'read committed',
  input: Type.Object({
    ticket,
    ...holder,
    email: personal(text('EMAIL', 'who buys it: somebody other than its holder')),
    price: optional(
      money('what they pay its holder; the order stays as it was paid'),
      'the price of its ticket type',
    ),
  }),
  run: async (tx, { ticket: named, price = null, ...buyer }) =>
    describeTicket(tx, (await resellTicket(tx, named, { buyer, price })).reference),
});

export const ticketReissue = defineOperation({
  name: 'ticket.reissue',
  summary:
    'Replace a lost code: print the ticket with a new signed one; entry points refuse the earlier ones and its plain reference',
  role: 'box_office',
  input: Type.Object({ ticket }),
  run: async (tx, input) =>
    describeTicketWithCode(tx, input.ticket, await reissueTicket(tx, input.ticket)),
});

export const ticketCode = defineOperation({
  name: 'ticket.code',
  summary: 'Show the signed code of a ticket, to print it or to let its holder scan it',
  role: 'box_office',
  input: Type.Object({ ticket }),
  run: async (tx, input) => {
    const { reference, event_id } = await requireTicket(tx, input.ticket);
    return describeTicketWithCode(tx, reference, await getEvent(tx, event_id));
  },
  after: async (_services, shown) => ({ ...shown, qr: await qrOf(shown.code) }),
});

export const ticketCancel = defineOperation({
  name: 'ticket.cancel',
  summary: 'Cancel one ticket',
  role: 'manager',
  input: Type.Object({ ticket }),
  run: async (tx, input) => describeTicket(tx, (await cancelTicket(tx, input.ticket)).reference),
});

export const ticketList = defineView({
  name: 'ticket.list',
  summary: 'Tickets, newest first, by event, order, status or holder',
  role: 'viewer',
  input: Type.Object({
    event: optional(event('those of one event')),
    order: optional(text('ORD', 'those of one order')),
    status: optional(choice('STATUS', 'those with one status', ticketStatuses)),
    email: optional(email('those of one holder')),
    limit: optional(count('N', 'how many'), '50'),
  }),
  run: async (tx, { limit = 50, ...chosen }) => {
    const ids = await listChosenTickets(tx, {
      eventId: await idOf(tx, requireEvent, chosen.event),
      orderId: await idOf(tx, requireOrder, chosen.order),
      status: chosen.status,
      emailKey: chosen.email && mailboxKey(chosen.email),
      limit,
    });
    return readTickets(tx, ids);
  },
});

export const ticketShow = defineView({
  name: 'ticket.show',
  summary: 'One ticket with its holder and answers',
  role: 'viewer',
  input: Type.Object({ ticket }),
  run: async (tx, input) => describeTicket(tx, (await requireTicket(tx, input.ticket)).reference),
});

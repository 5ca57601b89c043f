import { Type } from 'typebox';
import { MAX_FLAG_LENGTH } from '../../shared/contract/limits.ts';
import { knownFlags } from '../../shared/verdict/terms/door-flags.ts';
import { ticketStatuses } from '../../shared/verdict/terms/facts.ts';
import {
  describeTicket,
  describeTicketWithCode,
  readTicketsOfEvents,
} from '../api/resources/tickets.ts';
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
import { byHolder, bySeat, walkTickets } from '../store/lists/walk-tickets.ts';
import {
  choice,
  either,
  email,
  event,
  list,
  money,
  optional,
  orNull,
  personal,
  text,
} from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { qrOf } from './definition/qr-of.ts';
import { idOf, rowOf } from './definition/reading.ts';
import {
  requireContact,
  requireEvent,
  requireOrder,
  requireOrganiser,
  requireSession,
  requireTicket,
  requireTicketType,
} from '../rules/require-row.ts';

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
    door_note: optional(
      orNull(personal(text('NOTE', 'what is to be said at the door')), 'none', 'nothing'),
    ),
    flags: optional(
      orNull(
        list(
          'FLAGS',
          `what the door has to know: ${knownFlags.join(', ')}, or words of your own, of at most ${MAX_FLAG_LENGTH} characters`,
        ),
        'none',
        'nothing',
      ),
    ),
  }),
  current: (tx, input) => describeTicket(tx, input.ticket),
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

export const ticketList = defineList({
  name: 'ticket.list',
  summary: 'Tickets, newest first, by event, order, status or holder',
  role: 'viewer',
  filters: {
    organiser: optional(text('ORG', 'those of one organiser')),
    event: optional(event('those of one event')),
    order: optional(text('ORD', 'those of one order')),
    session: optional(text('SES', 'those for one session')),
    ticket_type: optional(text('TT', 'those of one type')),
    status: optional(choice('STATUS', 'those with one status', ticketStatuses)),
    checked_in: optional(either('YES', 'those that were admitted, or were not', ['yes', 'no'])),
    email: optional(email('those of one holder')),
    contact: optional(text('CON', 'those of one person, also if they were erased')),
  },
  search:
    "words of the holder's name, the holder's email, a reference, a seat, or a number or the code in the shop that sold it",
  sorts: {
    newest: { by: 'k.created_at', direction: 'desc' },
    oldest: { by: 'k.created_at', direction: 'asc' },
    holder: { by: byHolder, direction: 'asc' },
    '-holder': { by: byHolder, direction: 'desc' },
    seat: { by: bySeat, direction: 'asc' },
    '-seat': { by: bySeat, direction: 'desc' },
  },
  choose: async (tx, asked, sort) =>
    walkTickets(
      tx,
      {
        event: await rowOf(tx, requireEvent, asked.event),
        organiserId: await idOf(tx, requireOrganiser, asked.organiser),
        orderId: await idOf(tx, requireOrder, asked.order),
        sessionId: await idOf(tx, requireSession, asked.session),
        ticketTypeId: await idOf(tx, requireTicketType, asked.ticket_type),
        status: asked.status,
        isCheckedIn: asked.checked_in,
        emailKey: asked.email && mailboxKey(asked.email),
        contactId: await idOf(tx, requireContact, asked.contact),
        search: asked.search,
      },
      sort,
    ),
  describe: readTicketsOfEvents,
});

export const ticketShow = defineView({
  name: 'ticket.show',
  summary: 'One ticket with its holder and answers',
  role: 'viewer',
  input: Type.Object({ ticket }),
  run: async (tx, input) => describeTicket(tx, (await requireTicket(tx, input.ticket)).reference),
});

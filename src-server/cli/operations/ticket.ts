import { mailboxKey } from '../../database/mailbox-key.ts';
import { findTicket, listChosenTickets } from '../../store/tickets.ts';
import { findOrder } from '../../store/orders.ts';
import { idOf, listing, showing } from './reading.ts';
import { findEvent } from '../../store/events.ts';
import { requireFound } from '../../domain/domain-error.ts';
import { describeTicket, describeTicketWithCode, readTickets } from '../../api/tickets.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import {
  cancelTicket,
  reassignTicket,
  transferTicket,
  updateTicket,
} from '../../domain/tickets/change-ticket.ts';
import { reissueTicket } from '../../domain/tickets/reissue-ticket.ts';
import { resellTicket } from '../../domain/tickets/resell-ticket.ts';
import type { ticketResellFlags, ticketUpdateFlags, ticketListFlags } from '../commands/ticket.ts';
import { requiredContactOf, type requiredContactFlags } from '../contact-flags.ts';
import type { Given, GivenOperands, FlagValues } from '../define-command.ts';
import { written } from '../flags.ts';

export async function ticketUpdate(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof ticketUpdateFlags>,
) {
  const changes = written({ seat_label: values.seatLabel, status: values.status });
  return describeTicket(tx, (await updateTicket(tx, reference, changes)).reference);
}

export async function ticketReassign(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof requiredContactFlags>,
) {
  const edited = await reassignTicket(tx, reference, requiredContactOf(values));
  return describeTicket(tx, edited.reference);
}

export async function ticketTransfer(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof requiredContactFlags>,
) {
  const issued = await transferTicket(tx, reference, requiredContactOf(values));
  return describeTicket(tx, issued.reference);
}

export async function ticketResell(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof ticketResellFlags>,
) {
  const resale = { buyer: requiredContactOf(values), price: values.price ?? null };
  return describeTicket(tx, (await resellTicket(tx, reference, resale)).reference);
}

export async function ticketReissue(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return describeTicketWithCode(tx, reference, await reissueTicket(tx, reference));
}

export async function ticketCancel(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return describeTicket(tx, (await cancelTicket(tx, reference)).reference);
}

export const ticketList = listing(
  async (tx, { event, order, status, email, limit }: FlagValues<typeof ticketListFlags>) => {
    const ids = await listChosenTickets(tx, {
      eventId: await idOf(event, 'event', (reference) => findEvent(tx, reference)),
      orderId: await idOf(order, 'order', (reference) => findOrder(tx, reference)),
      status,
      emailKey: email && mailboxKey(email),
      limit,
    });
    return readTickets(tx, ids);
  },
  {
    heading: ['ticket', 'status', 'type', 'holder', 'email', 'seat', 'order'],
    row: ({ reference, status, ticket_type, contact, seat_label, order }) => [
      reference,
      status,
      ticket_type?.name ?? null,
      [contact?.first_name, contact?.last_name].filter(Boolean).join(' '),
      contact?.email ?? null,
      seat_label,
      order,
    ],
    none: 'No tickets.',
  },
);

export const ticketShow = showing(async (tx, reference) => {
  const { reference: found } = requireFound(await findTicket(tx, reference), 'ticket', reference);
  return describeTicket(tx, found);
});

import {
  ticketCancel,
  ticketCode,
  ticketList,
  ticketReassign,
  ticketReissue,
  ticketResell,
  ticketShow,
  ticketTransfer,
  ticketUpdate,
} from '../../operations/ticket.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';

export const commands: readonly Command[] = [
  operationCommand(ticketUpdate, {
    examples: [
      'ticket update tkt_01j… --seat-label C14',
      'ticket update tkt_01j… --door-note "Seat her beside the choir" --flags vip,accessible',
    ],
  }),
  operationCommand(ticketReassign, {
    examples: ['ticket reassign tkt_01j… --email bo@example.org --first-name Bo'],
  }),
  operationCommand(ticketTransfer, {
    examples: ['ticket transfer tkt_01j… --email bo@example.org'],
  }),
  operationCommand(ticketResell, {
    examples: ['ticket resell tkt_01j… --email bo@example.org --price 4000'],
  }),
  operationCommand(ticketReissue, { examples: ['ticket reissue tkt_01j…'] }),
  operationCommand(ticketCode, { examples: ['ticket code tkt_01j…'] }),
  operationCommand(ticketCancel, { examples: ['ticket cancel tkt_01j…'] }),
  listCommand(ticketList, {
    examples: [
      'ticket list --event winter-gala --status valid',
      'ticket list --email guest@example.org',
    ],
    heading: ['ticket', 'status', 'type', 'holder', 'email', 'seat', 'order', 'number'],
    row: ({ reference, status, ticket_type, contact, seat_label, order, external_id }) => [
      reference,
      status,
      ticket_type?.name,
      [contact?.first_name, contact?.last_name].filter(Boolean).join(' '),
      contact?.email,
      seat_label,
      order,
      external_id,
    ],
    none: 'No tickets.',
  }),
  showCommand(ticketShow, { examples: ['ticket show tkt_01j…'] }),
];

import {
  ticketCancel,
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

export const ticketCommands: readonly Command[] = [
  operationCommand(ticketUpdate, {
    operands: ['ticket'],
    examples: ['ticket update tkt_01j… --seat-label C14'],
  }),
  operationCommand(ticketReassign, {
    operands: ['ticket'],
    examples: ['ticket reassign tkt_01j… --email bo@example.org --first-name Bo'],
  }),
  operationCommand(ticketTransfer, {
    operands: ['ticket'],
    examples: ['ticket transfer tkt_01j… --email bo@example.org'],
  }),
  operationCommand(ticketResell, {
    operands: ['ticket'],
    examples: ['ticket resell tkt_01j… --email bo@example.org --price 4000'],
  }),
  operationCommand(ticketReissue, { operands: ['ticket'], examples: ['ticket reissue tkt_01j…'] }),
  operationCommand(ticketCancel, { operands: ['ticket'], examples: ['ticket cancel tkt_01j…'] }),
  listCommand(ticketList, {
    examples: [
      'ticket list --event winter-gala --status valid',
      'ticket list --email guest@example.org',
    ],
    heading: ['ticket', 'status', 'type', 'holder', 'email', 'seat', 'order'],
    row: ({ reference, status, ticket_type, contact, seat_label, order }) => [
      reference,
      status,
      ticket_type?.name,
      [contact?.first_name, contact?.last_name].filter(Boolean).join(' '),
      contact?.email,
      seat_label,
      order,
    ],
    none: 'No tickets.',
  }),
  showCommand(ticketShow, { operands: ['ticket'], examples: ['ticket show tkt_01j…'] }),
];

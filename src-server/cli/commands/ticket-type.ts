import {
  ticketTypeCreate,
  ticketTypeList,
  ticketTypeShow,
  ticketTypeUpdate,
} from '../../operations/ticket-type.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';

export const commands: readonly Command[] = [
  operationCommand(ticketTypeCreate, {
    examples: [
      'ticket-type create --event winter-gala --name Standing --price 4500 --total 800',
      'ticket-type create --event winter-gala --name Late --price 2500 --valid-from "2026-12-12 22:00"',
    ],
  }),
  operationCommand(ticketTypeUpdate, {
    examples: ['ticket-type update tt_01j… --total none --entry-points loc_01j…,loc_01k…'],
  }),
  listCommand(ticketTypeList, {
    examples: ['ticket-type list --event winter-gala'],
    heading: ['ticket type', 'name', 'price', 'currency', 'sold', 'of', 'on sale'],
    row: ({ reference, name, price, currency, sold, total, is_active }) => [
      reference,
      name,
      price,
      currency,
      sold,
      total,
      is_active ? 'yes' : 'no',
    ],
    none: 'No ticket types.',
  }),
  showCommand(ticketTypeShow, {
    examples: ['ticket-type show tt_01j…'],
  }),
];

import {
  ticketTypeCreate,
  ticketTypeList,
  ticketTypeShow,
  ticketTypeUpdate,
} from '../../operations/ticket-type.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';
import { amountOf } from '../render/for-people.ts';

export const commands: readonly Command[] = [
  operationCommand(ticketTypeCreate, {
    examples: [
      'ticket-type create --event winter-gala --name Standing --price "45.00 EUR" --total 800',
      'ticket-type create --event winter-gala --name Late --price 2500 --valid-from "2026-12-12 22:00"',
    ],
  }),
  operationCommand(ticketTypeUpdate, {
    examples: ['ticket-type update Standing --total none --entry-points "North Gate,East Gate"'],
  }),
  listCommand(ticketTypeList, {
    examples: ['ticket-type list --event winter-gala'],
    heading: ['ticket type', 'name', 'price', 'sold', 'of', 'on sale'],
    row: ({ reference, name, price, currency, sold, total, is_active }) => [
      reference,
      name,
      amountOf(price, currency),
      sold,
      total,
      is_active ? 'yes' : 'no',
    ],
    none: 'No ticket types.',
  }),
  showCommand(ticketTypeShow, {
    examples: ['ticket-type show winter-gala/Standing'],
  }),
];

import {
  waitlistConvert,
  waitlistJoin,
  waitlistList,
  waitlistOffer,
  waitlistRemove,
  waitlistShow,
} from '../../operations/waitlist.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';

export const commands: readonly Command[] = [
  operationCommand(waitlistJoin, {
    examples: ['waitlist join --event winter-gala --sellable Standing --email guest@example.org'],
  }),
  operationCommand(waitlistOffer, { operands: ['entry'], examples: ['waitlist offer wle_01j…'] }),
  operationCommand(waitlistConvert, {
    operands: ['entry'],
    examples: ['waitlist convert wle_01j…'],
  }),
  operationCommand(waitlistRemove, {
    operands: ['entry'],
    examples: ['waitlist remove wle_01j…'],
  }),
  listCommand(waitlistList, {
    examples: ['waitlist list --event winter-gala --status waiting'],
    heading: ['entry', 'status', 'email', 'quantity', 'for', 'offer until', 'order'],
    row: ({ reference, status, email, quantity, sellable, offer_expires_at, order }) => [
      reference,
      status,
      email,
      quantity,
      sellable,
      offer_expires_at,
      order,
    ],
    none: 'Nobody waits.',
  }),
  showCommand(waitlistShow, { operands: ['entry'], examples: ['waitlist show wle_01j…'] }),
];

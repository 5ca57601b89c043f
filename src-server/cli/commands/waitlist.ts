import { waitlistStatuses } from '../../database/schema.ts';
import type { Command } from '../define-command.ts';
import { defineOperation, defineDatabaseCommand } from '../define-operation.ts';
import { eventReference, orElse, text, whole, choice, count, optional } from '../flags.ts';

export const waitlistJoinFlags = {
  event: eventReference('event whose waiting list to join'),
  sellable: text('REF', 'the ticket type (tt_…) or add-on (adn_…) that is sold out'),
  email: text('EMAIL', 'who waits'),
  quantity: orElse(whole('N', 'how many'), 1),
} as const;

export const waitlistListFlags = {
  event: eventReference('event whose waiting list to show'),
  status: optional(choice('STATUS', 'only entries with this status', waitlistStatuses)),
  limit: orElse(count('N', 'how many'), 50),
} as const;

export const waitlistCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'join',
      summary: 'Join the line',
      operands: [],
      flags: waitlistJoinFlags,
      examples: ['waitlist join --event winter-gala --sellable tt_01j… --email guest@example.org'],
    },
    async () => (await import('../operations/waitlist.ts')).waitlistJoin,
  ),
  defineOperation(
    {
      name: 'offer',
      summary: 'Offer free places to one who waits',
      operands: ['WLE'],
      flags: {},
      examples: ['waitlist offer wle_01j…'],
    },
    async () => (await import('../operations/waitlist.ts')).waitlistOffer,
  ),
  defineOperation(
    {
      name: 'convert',
      summary: 'Complete the checkout of an offer',
      operands: ['WLE'],
      flags: {},
      examples: ['waitlist convert wle_01j…'],
    },
    async () => (await import('../operations/waitlist.ts')).waitlistConvert,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'Who waits for an event, in the order of the line',
      operands: [],
      flags: waitlistListFlags,
      examples: ['waitlist list --event winter-gala --status waiting'],
    },
    async () => (await import('../operations/waitlist.ts')).waitlistList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One entry',
      operands: ['WLE'],
      flags: {},
      examples: ['waitlist show wle_01j…'],
    },
    async () => (await import('../operations/waitlist.ts')).waitlistShow,
  ),
];

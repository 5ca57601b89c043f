import type { Command } from '../define-command.ts';
import { defineOperation, defineDatabaseCommand } from '../define-operation.ts';
import {
  archivingStatus,
  eventReference,
  hidden,
  money,
  optional,
  orElse,
  orNull,
  text,
  whole,
} from '../flags.ts';

export const addOnCreateFlags = {
  event: eventReference('the event it belongs to'),
  name: text('NAME', 'what people call it'),
  price: money("in the event's currency"),
  total: optional(whole('N', 'how many there are (default: no limit)')),
} as const;

export const addOnRedeemFlags = {
  quantity: orElse(whole('N', 'how many; a negative number takes units back'), 1),
  clientReference: optional(
    text('R', 'your id for this action; a retry with the same id does nothing more'),
  ),
  location: optional(text('LOC', 'entry point where they are handed out')),
} as const;

export const addOnUpdateFlags = {
  event: hidden(optional(addOnCreateFlags.event)),
  name: optional(addOnCreateFlags.name),
  price: optional(addOnCreateFlags.price),
  total: optional(orNull(whole('N', 'how many there are'), 'none', 'no limit')),
  status: archivingStatus,
} as const;

export const addOnListFlags = { event: eventReference('whose add-ons') } as const;

export const addOnCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Create an add-on',
      operands: [],
      flags: addOnCreateFlags,
      examples: ['add-on create --event winter-gala --name Parking --price 1200 --total 60'],
    },
    async () => (await import('../operations/add-on.ts')).addOnCreate,
  ),
  defineOperation(
    {
      name: 'update',
      summary: 'Change an add-on; orders keep their price',
      operands: ['ADN'],
      flags: addOnUpdateFlags,
      examples: [
        'add-on update adn_01j… --total 80',
        'add-on update adn_01j… --price 1500 --total none',
      ],
    },
    async () => (await import('../operations/add-on.ts')).addOnUpdate,
  ),
  defineOperation(
    {
      name: 'archive',
      summary: 'Stop selling an add-on; units already sold can still be handed out',
      operands: ['ADN'],
      flags: {},
      examples: ['add-on archive adn_01j…'],
    },
    async () => (await import('../operations/add-on.ts')).addOnArchive,
  ),
  defineOperation(
    {
      name: 'remove',
      summary: 'Remove an add-on that was never ordered and never on a waiting list',
      operands: ['ADN'],
      flags: {},
      examples: ['add-on remove adn_01j…'],
    },
    async () => (await import('../operations/add-on.ts')).addOnRemove,
  ),
  defineOperation(
    {
      name: 'redeem',
      summary: 'Hand out units of an order line, or take them back',
      operands: ['OLN'],
      flags: addOnRedeemFlags,
      examples: ['add-on redeem oln_01j… --quantity 2', 'add-on redeem oln_01j… --quantity -1'],
    },
    async () => (await import('../operations/add-on.ts')).addOnRedeem,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'The add-ons of an event, oldest first',
      operands: [],
      flags: addOnListFlags,
      examples: ['add-on list --event winter-gala'],
    },
    async () => (await import('../operations/add-on.ts')).addOnList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One add-on',
      operands: ['ADN'],
      flags: {},
      examples: ['add-on show adn_01j…'],
    },
    async () => (await import('../operations/add-on.ts')).addOnShow,
  ),
];

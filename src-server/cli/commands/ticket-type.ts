import type { Command } from '../define-command.ts';
import { defineOperation, defineDatabaseCommand } from '../define-operation.ts';
import {
  choice,
  eventReference,
  hidden,
  list,
  money,
  optional,
  orNull,
  text,
  time,
  whole,
  withDefault,
} from '../flags.ts';

const event = eventReference('what it admits to');
const name = text('NAME', 'what people call it');
const price = money("in the event's currency");
const total = optional(orNull(whole('N', 'how many there are'), 'none', 'no limit'));
const validFrom = optional(orNull(time('admits from then on'), 'none', 'no limit'));
const validUntil = optional(orNull(time('admits until just before'), 'none', 'no limit'));
const entryPoints = optional(
  orNull(list('LOCS', 'loc_ references that admit it'), 'any', 'all of them'),
);
const active = optional(choice('YES', 'whether it is on sale', ['yes', 'no']));

export const ticketTypeCreateFlags = {
  event,
  name,
  price,
  total: withDefault(total, 'none'),
  validFrom,
  validUntil,
  entryPoints: withDefault(entryPoints, 'any'),
  active: withDefault(active, 'yes'),
} as const;

export const ticketTypeUpdateFlags = {
  event: hidden(optional(event)),
  name: optional(name),
  price: optional(price),
  total,
  validFrom,
  validUntil,
  entryPoints,
  active,
} as const;

export const ticketTypeListFlags = { event } as const;

export const ticketTypeCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Create a ticket type',
      operands: [],
      flags: ticketTypeCreateFlags,
      examples: [
        'ticket-type create --event winter-gala --name Standing --price 4500 --total 800',
        'ticket-type create --event winter-gala --name Late --price 2500 --valid-from "2026-12-12 22:00"',
      ],
    },
    async () => (await import('../operations/ticket-type.ts')).ticketTypeCreate,
  ),
  defineOperation(
    {
      name: 'update',
      summary: 'Change a ticket type; its tickets follow',
      operands: ['TT'],
      flags: ticketTypeUpdateFlags,
      examples: ['ticket-type update tt_01j… --total none --entry-points loc_01j…,loc_01k…'],
    },
    async () => (await import('../operations/ticket-type.ts')).ticketTypeUpdate,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'The ticket types of an event, oldest first',
      operands: [],
      flags: ticketTypeListFlags,
      examples: ['ticket-type list --event winter-gala'],
    },
    async () => (await import('../operations/ticket-type.ts')).ticketTypeList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One ticket type',
      operands: ['TT'],
      flags: {},
      examples: ['ticket-type show tt_01j…'],
    },
    async () => (await import('../operations/ticket-type.ts')).ticketTypeShow,
  ),
];

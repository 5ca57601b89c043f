import { ticketStatuses } from '../../../shared/verdict/facts.ts';
import { contactFlags, requiredContactFlags } from '../contact-flags.ts';
import type { Command } from '../define-command.ts';
import { defineOperation, defineDatabaseCommand } from '../define-operation.ts';
import {
  choice,
  money,
  optional,
  orNull,
  emailOf,
  text,
  withDefault,
  count,
  eventReference,
  orElse,
} from '../flags.ts';

export const ticketUpdateFlags = {
  seatLabel: optional(orNull(text('SEAT', 'its seat'), 'none', 'no seat')),
  status: optional(choice('STATUS', 'what it is', ticketStatuses)),
} as const;

export const ticketResellFlags = {
  ...contactFlags,
  email: text('EMAIL', 'who buys it: somebody other than its holder'),
  price: withDefault(
    optional(money('what they pay its holder; the order stays as it was paid')),
    'the price of its ticket type',
  ),
} as const;

export const ticketListFlags = {
  event: optional(eventReference('those of one event')),
  order: optional(text('ORD', 'those of one order')),
  status: optional(choice('STATUS', 'those with one status', ticketStatuses)),
  email: optional(emailOf('those of one holder')),
  limit: orElse(count('N', 'how many'), 50),
} as const;

export const ticketCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'update',
      summary: 'Change a ticket',
      operands: ['TKT'],
      flags: ticketUpdateFlags,
      examples: ['ticket update tkt_01j… --seat-label C14'],
    },
    async () => (await import('../operations/ticket.ts')).ticketUpdate,
  ),
  defineOperation(
    {
      name: 'reassign',
      summary: 'Make somebody else the holder; the ticket stays',
      operands: ['TKT'],
      flags: requiredContactFlags,
      examples: ['ticket reassign tkt_01j… --email bo@example.org --first-name Bo'],
    },
    async () => (await import('../operations/ticket.ts')).ticketReassign,
  ),
  defineOperation(
    {
      name: 'transfer',
      summary: 'Supersede a ticket by a new one for somebody else, and print the new one',
      isolation: 'read committed',
      operands: ['TKT'],
      flags: requiredContactFlags,
      examples: ['ticket transfer tkt_01j… --email bo@example.org'],
    },
    async () => (await import('../operations/ticket.ts')).ticketTransfer,
  ),
  defineOperation(
    {
      name: 'resell',
      isolation: 'read committed',
      summary:
        'Supersede a ticket by a new one for whoever buys it from its holder, and print the new one',
      operands: ['TKT'],
      flags: ticketResellFlags,
      examples: ['ticket resell tkt_01j… --email bo@example.org --price 4000'],
    },
    async () => (await import('../operations/ticket.ts')).ticketResell,
  ),
  defineOperation(
    {
      name: 'reissue',
      summary:
        'Replace a lost code: print the ticket with a new signed one; entry points refuse the earlier ones and its plain reference',
      operands: ['TKT'],
      flags: {},
      examples: ['ticket reissue tkt_01j…'],
    },
    async () => (await import('../operations/ticket.ts')).ticketReissue,
  ),
  defineOperation(
    {
      name: 'cancel',
      summary: 'Cancel one ticket',
      operands: ['TKT'],
      flags: {},
      examples: ['ticket cancel tkt_01j…'],
    },
    async () => (await import('../operations/ticket.ts')).ticketCancel,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'Tickets, newest first, by event, order, status or holder',
      operands: [],
      flags: ticketListFlags,
      examples: [
        'ticket list --event winter-gala --status valid',
        'ticket list --email guest@example.org',
      ],
    },
    async () => (await import('../operations/ticket.ts')).ticketList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One ticket with its holder and answers',
      operands: ['TKT'],
      flags: {},
      examples: ['ticket show tkt_01j…'],
    },
    async () => (await import('../operations/ticket.ts')).ticketShow,
  ),
];

import { orderStatuses } from '../../../shared/contract/statuses.ts';
import { openingStatuses } from '../../domain/orders/opening-statuses.ts';
import { contactFlags } from '../contact-flags.ts';
import type { Command } from '../define-command.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import {
  choice,
  eventReference,
  json,
  list,
  money,
  optional,
  orElse,
  emailOf,
  text,
  whole,
  withDefault,
  yes,
  count,
} from '../flags.ts';
import { mailFlags } from '../mail-flags.ts';

export const orderCreateFlags = {
  event: eventReference('what is ordered for'),
  ticketType: optional(text('TT', 'the tickets')),
  quantity: withDefault(optional(whole('N', 'how many of them')), '1'),
  session: optional(text('SES', 'the date they are for')),
  ...contactFlags,
  addOn: optional(list('ADN:QTY', 'add-ons with their quantities, separated by commas')),
  answers: optional(json('JSON', 'registration answers, {"field key": value}')),
  seatLabels: optional(list('LABELS', 'one seat a ticket, separated by commas')),
  status: orElse(choice('STATUS', 'where the order begins', openingStatuses), 'confirmed'),
} as const;

export const orderCancelFlags = { reason: optional(text('REASON', 'why')) } as const;

export const orderRefundFlags = {
  amount: withDefault(optional(money('how much')), 'what is left'),
  via: orElse(choice('VIA', 'where it was made', ['console', 'processor']), 'console'),
} as const;

export const orderMailingFlags = {
  order: optional(text('ORD', 'the tickets of one order')),
  event: optional(eventReference('the tickets of every order for an event')),
  again: yes('also codes that were sent before'),
  ...mailFlags,
} as const;

export const orderListFlags = {
  event: optional(eventReference('those for one event')),
  organiser: optional(text('ORG', 'those of one organiser')),
  status: optional(choice('STATUS', 'those with one status', orderStatuses)),
  email: optional(emailOf('those of one buyer')),
  limit: orElse(count('N', 'how many'), 50),
} as const;

export const orderCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Place an order',
      operands: [],
      flags: orderCreateFlags,
      examples: [
        'order create --event winter-gala --ticket-type tt_01j… --quantity 2 --email guest@example.org',
        'order create --event winter-gala --ticket-type tt_01j… --seat-labels A1 --add-on adn_01j…:1',
      ],
    },
    async () => (await import('../operations/order.ts')).orderCreate,
  ),
  defineOperation(
    {
      name: 'confirm',
      summary: 'Confirm an order',
      operands: ['ORD'],
      flags: {},
      examples: ['order confirm ord_01j…'],
    },
    async () => (await import('../operations/order.ts')).orderConfirm,
  ),
  defineOperation(
    {
      name: 'cancel',
      summary: 'Cancel a confirmed order; no money moves',
      operands: ['ORD'],
      flags: orderCancelFlags,
      examples: ['order cancel ord_01j… --reason "The guest is ill"'],
    },
    async () => (await import('../operations/order.ts')).orderCancel,
  ),
  defineOperation(
    {
      name: 'refund',
      summary: 'Refund an order, in full or in part',
      operands: ['ORD'],
      flags: orderRefundFlags,
      examples: ['order refund ord_01j…', 'order refund ord_01j… --amount 2500'],
    },
    async () => (await import('../operations/order.ts')).orderRefund,
  ),
  defineDatabaseCommand(
    {
      name: 'mail',
      summary:
        'Email holders the signed codes of their tickets, as QR codes; those who have them already are left out',
      operands: [],
      flags: orderMailingFlags,
      examples: [
        'order mail --event winter-gala --smtp-url smtp://mail.example.org --mail-from "Nordlys <tickets@nordlys.example>"',
        'order mail --order ord_01j… --again',
      ],
    },
    async () => (await import('../operations/mail.ts')).orderMail,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'Orders, newest first, by event, organiser, status or buyer',
      operands: [],
      flags: orderListFlags,
      examples: [
        'order list --event winter-gala --status paid',
        'order list --email guest@example.org',
      ],
    },
    async () => (await import('../operations/order.ts')).orderList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One order with its lines and tickets',
      operands: ['ORD'],
      flags: {},
      examples: ['order show ord_01j…'],
    },
    async () => (await import('../operations/order.ts')).orderShow,
  ),
];

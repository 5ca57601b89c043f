import {
  DEFAULT_OVERLAP_SECONDS,
  MAX_OVERLAP_SECONDS,
  webhookEventNames,
  webhookMeanings,
} from '../../../shared/contract/webhooks.ts';
import type { Command } from '../define-command.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { count, eventReference, list, optional, orElse, text, wholeBetween } from '../flags.ts';
import { nameList } from '../name-list.ts';

export const listFlags = { organiser: text('ORG', 'whose subscriptions') } as const;

export const createFlags = {
  organiser: text('ORG', 'whose events'),
  url: text('URL', 'where deliveries go: http or https, at a public address'),
  events: { ...list('NAMES', 'which events, separated by commas'), choices: webhookEventNames },
  event: optional(eventReference('only what belongs to this event')),
  webhookAllow: optional(
    list('CIDR', "ranges that are open although not public (default: the server's)"),
  ),
} as const;

export const deliveriesFlags = { limit: orElse(count('N', 'how many'), 100) } as const;

export const rotateFlags = {
  overlap: orElse(
    wholeBetween('SECONDS', 'how long former secrets sign as well; 0 ends them at once', [
      0,
      MAX_OVERLAP_SECONDS,
    ]),
    DEFAULT_OVERLAP_SECONDS,
  ),
} as const;

export const webhookCommands: readonly Command[] = [
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'Every subscription of an organiser, newest first',
      operands: [],
      flags: listFlags,
      examples: ['webhook list --organiser org_01j…'],
    },
    async () => (await import('../operations/webhook.ts')).list,
  ),
  defineDatabaseCommand(
    {
      name: 'create',
      summary: "Subscribe an endpoint in the organiser's name; its secret is shown once",
      operands: [],
      flags: createFlags,
      examples: [
        'webhook create --organiser org_01j… --url https://crm.example.org/hook --events order.created,ticket.scanned',
      ],
      notes: [nameList('Events:', webhookMeanings)],
    },
    async () => (await import('../operations/webhook.ts')).create,
  ),
  defineOperation(
    {
      name: 'enable',
      summary: 'Switch a subscription on again; what was missed is not sent again',
      operands: ['WHK'],
      flags: {},
      examples: ['webhook enable whk_01j…'],
    },
    async () => (await import('../operations/webhook.ts')).enable,
  ),
  defineOperation(
    {
      name: 'rotate-secret',
      summary: 'Give a subscription a new secret, shown once; the former one goes on for a while',
      operands: ['WHK'],
      flags: rotateFlags,
      examples: ['webhook rotate-secret whk_01j…', 'webhook rotate-secret whk_01j… --overlap 0'],
    },
    async () => (await import('../operations/webhook.ts')).rotate,
  ),
  defineDatabaseCommand(
    {
      name: 'deliveries',
      summary: 'The delivery log of a subscription, newest first, with every attempt',
      operands: ['WHK'],
      flags: deliveriesFlags,
      examples: ['webhook deliveries whk_01j… --limit 20'],
    },
    async () => (await import('../operations/webhook.ts')).deliveries,
  ),
  defineOperation(
    {
      name: 'redeliver',
      summary:
        'Deliver once more: the same reference and body, one attempt, now or when a server runs',
      operands: ['WHD'],
      flags: {},
      examples: ['webhook redeliver whd_01j…'],
    },
    async () => (await import('../operations/webhook.ts')).redeliverOnce,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One subscription, without its secret',
      operands: ['WHK'],
      flags: {},
      examples: ['webhook show whk_01j…'],
    },
    async () => (await import('../operations/webhook.ts')).show,
  ),
];

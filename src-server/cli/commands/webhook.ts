import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from '../../../shared/contract/limits.ts';
import { webhookEventNames, webhookMeanings } from '../../../shared/contract/webhooks.ts';
import type { Command } from '../define-command.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { count, eventReference, list, optional, orElse, text, wholeBetween } from '../flags.ts';
import { nameList } from '../name-list.ts';

export const webhookListFlags = { organiser: text('ORG', 'whose subscriptions') } as const;

export const webhookCreateFlags = {
  organiser: text('ORG', 'whose events'),
  url: text('URL', 'where deliveries go: http or https, at a public address'),
  events: { ...list('NAMES', 'which events, separated by commas'), choices: webhookEventNames },
  event: optional(eventReference('only what belongs to this event')),
  webhookAllow: optional(
    list(
      'CIDR',
      "non-public networks that the URL may lead to (default: the server's); deliveries always keep to the server's",
    ),
  ),
} as const;

export const webhookDeliveriesFlags = { limit: orElse(count('N', 'how many'), 100) } as const;

export const webhookRotateFlags = {
  overlap: orElse(
    wholeBetween('SECONDS', 'how long old secrets also sign; 0 ends them at once', [
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
      flags: webhookListFlags,
      examples: ['webhook list --organiser org_01j…'],
    },
    async () => (await import('../operations/webhook.ts')).webhookList,
  ),
  defineDatabaseCommand(
    {
      name: 'create',
      summary: "Subscribe an endpoint in the organiser's name; its secret is shown only once",
      operands: [],
      flags: webhookCreateFlags,
      examples: [
        'webhook create --organiser org_01j… --url https://crm.example.org/hook --events order.created,ticket.scanned',
      ],
      notes: [nameList('Events:', webhookMeanings)],
    },
    async () => (await import('../operations/webhook.ts')).webhookCreate,
  ),
  defineOperation(
    {
      name: 'enable',
      summary: 'Re-enable a subscription; missed events are not sent',
      operands: ['WHK'],
      flags: {},
      examples: ['webhook enable whk_01j…'],
    },
    async () => (await import('../operations/webhook.ts')).webhookEnable,
  ),
  defineOperation(
    {
      name: 'rotate-secret',
      summary:
        'Give a subscription a new secret, shown only once; the old one keeps signing for --overlap seconds',
      operands: ['WHK'],
      flags: webhookRotateFlags,
      examples: ['webhook rotate-secret whk_01j…', 'webhook rotate-secret whk_01j… --overlap 0'],
    },
    async () => (await import('../operations/webhook.ts')).webhookRotate,
  ),
  defineOperation(
    {
      name: 'remove',
      summary:
        'Remove a subscription; its pending deliveries are not sent, and its log is no longer shown',
      operands: ['WHK'],
      flags: {},
      examples: ['webhook remove whk_01j…'],
    },
    async () => (await import('../operations/webhook.ts')).webhookRemove,
  ),
  defineDatabaseCommand(
    {
      name: 'deliveries',
      summary: 'The delivery log of a subscription, newest first, with every attempt',
      operands: ['WHK'],
      flags: webhookDeliveriesFlags,
      examples: ['webhook deliveries whk_01j… --limit 20'],
    },
    async () => (await import('../operations/webhook.ts')).webhookDeliveries,
  ),
  defineOperation(
    {
      name: 'redeliver',
      summary:
        'Make one more attempt at a delivery, with the same reference and body, as soon as a server is running',
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
    async () => (await import('../operations/webhook.ts')).webhookShow,
  ),
];

import { webhookMeanings } from '../../../shared/resources/webhook-events.ts';
import {
  webhookCreate,
  webhookDeliveries,
  webhookDelivery,
  webhookEnable,
  webhookList,
  webhookRedeliver,
  webhookRemove,
  webhookRotate,
  webhookShow,
  webhookTest,
  webhookUpdate,
} from '../../operations/webhook.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';
import { nameList } from '../render/name-list.ts';
import { renderDeliveries } from '../render/render-deliveries.ts';

export const commands: readonly Command[] = [
  listCommand(webhookList, {
    isWhole: true,
    examples: ['webhook list --organiser org_01j…'],
    heading: ['subscription', 'state', 'client', 'event', 'names', 'url', 'why inactive'],
    row: ({ reference, is_active, client, event, events, url, disabled_reason }) => [
      reference,
      is_active ? 'active' : 'inactive',
      client?.client_id ?? null,
      event ?? 'every event',
      events.join(' '),
      url,
      disabled_reason,
    ],
    none: 'No webhook subscriptions.',
  }),
  operationCommand(webhookCreate, {
    examples: [
      'webhook create --organiser org_01j… --url https://crm.example.org/hook --events order.created,ticket.scanned',
    ],
    notes: [nameList('Events:', webhookMeanings)],
  }),
  operationCommand(webhookUpdate, {
    examples: ['webhook update whk_01j… --events order.created,order.refunded'],
  }),
  operationCommand(webhookEnable, { examples: ['webhook enable whk_01j…'] }),
  operationCommand(webhookRotate, {
    examples: ['webhook rotate-secret whk_01j…', 'webhook rotate-secret whk_01j… --overlap 0'],
  }),
  operationCommand(webhookRemove, { examples: ['webhook remove whk_01j…'] }),
  listCommand(webhookDeliveries, {
    examples: ['webhook deliveries whk_01j… --limit 20'],
    render: renderDeliveries,
  }),
  showCommand(webhookDelivery, {
    operands: ['delivery'],
    examples: ['webhook delivery whd_01j…'],
  }),
  operationCommand(webhookTest, { examples: ['webhook test whk_01j…'] }),
  operationCommand(webhookRedeliver, {
    operands: ['delivery'],
    examples: ['webhook redeliver whd_01j…'],
  }),
  showCommand(webhookShow, { examples: ['webhook show whk_01j…'] }),
];

import type { WebhookSubscription } from '../../../shared/contract/resources.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { Row } from '../../database/schema.ts';
import { readTexts } from '../texts-column.ts';
import type { ListSource } from './list-source.ts';

export type SubscriptionListRow = Row<'webhook_subscriptions'> & {
  readonly event_reference: string | null;
};

export const subscriptionsList: ListSource<SubscriptionListRow, WebhookSubscription> = {
  table: 'webhook_subscriptions',
  columns: 't.*, event.reference as event_reference',
  joins: 'left join events event on event.id = t.event_id',
  toResources: async (_tx, rows) => rows.map(subscriptionResource),
};

/** §2.10 without `secret`. */
export function subscriptionResource(row: SubscriptionListRow): WebhookSubscription {
  return {
    reference: row.reference,
    url: row.url,
    events: [...(readTexts(row.events) ?? [])],
    event: row.event_reference,
    is_active: row.is_active === 1,
    disabled_reason: row.disabled_reason,
    created_at: formatInstant(row.created_at),
  };
}

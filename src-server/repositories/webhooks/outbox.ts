import type { WebhookEventName } from '../../../shared/contract/webhooks.ts';
import { instantFromMicros } from '../../../shared/instant.ts';
import { compileStatement, type CompiledStatement } from '../../database/query.ts';
import type { Row } from '../../database/schema.ts';
import type { Recipient } from '../../database/sqlite/setup-memory.ts';
import type { WriteTransaction } from '../../database/transaction.ts';

/**
 * A client that is limited to events gets deliveries of those it may see now and of nothing else, so none without an event.
 * Matching is exact (§6.2).
 */
const matching: CompiledStatement<Recipient> = {
  sql: `select s.id, s.epoch from webhook_subscriptions s left join clients c on c.id = s.client_id
    where s.organiser_id = ? and s.is_active = 1 and (s.event_id is null or s.event_id = ?)
    and (s.client_id is null or c.all_events = 1
      or exists (select 1 from client_events g where g.client_id = s.client_id and g.event_id = ?))
    and exists (select 1 from json_each(s.events) where value = ?)`,
};

export function listRecipients(
  tx: WriteTransaction,
  event: {
    readonly organiser_id: number;
    readonly event_id: number | null;
    readonly name: WebhookEventName;
  },
): Promise<readonly Recipient[]> {
  const { organiser_id, event_id, name } = event;
  return tx.setup.recipients.get(`${organiser_id}:${event_id}:${name}`, () =>
    tx.all(matching, [organiser_id, event_id, event_id, name]),
  );
}

const addMessage = compileStatement((db) =>
  db.insertInto('webhook_messages').values({
    organiser_id: 0,
    event_id: 0,
    name: 'order.created',
    body: '',
    email_key: '',
    created_at: instantFromMicros(0),
  }),
);

const addDelivery: CompiledStatement<unknown> = {
  sql: `insert into webhook_deliveries
      (reference, subscription_id, message_id, status, epoch, attempts, scheduled_attempts, due_at, claim, created_at)
    values (?, ?, ?, 'pending', ?, 0, 0, ?, null, ?)`,
};

const moveUp: CompiledStatement<unknown> = {
  sql: `update webhook_subscriptions set next_due_at = ?
    where id in (select value from json_each(?)) and (next_due_at is null or next_due_at > ?)`,
};

/** Writes what happened and one delivery, due now, to each recipient. */
export async function insertDeliveries(
  tx: WriteTransaction,
  message: Omit<Row<'webhook_messages'>, 'id' | 'created_at'>,
  recipients: readonly Recipient[],
): Promise<void> {
  const { organiser_id, event_id, name, body, email_key } = message;
  const messageId = await tx.run(addMessage, [
    organiser_id,
    event_id,
    name,
    body,
    email_key,
    tx.now,
  ]);
  for (const { id, epoch } of recipients) {
    const reference = tx.newReference('delivery');
    await tx.run(addDelivery, [reference, id, messageId, epoch, tx.now, tx.now]);
  }
  const ids = JSON.stringify(recipients.map(({ id }) => id));
  await tx.run(moveUp, [tx.now, ids, tx.now]);
}

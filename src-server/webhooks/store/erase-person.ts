import type { WriteTransaction } from '../../database/transaction.ts';
import { PENDING } from './literals.ts';

/** Removes an erased person from the delivery log and from pending deliveries. */
export async function erasePerson(
  tx: WriteTransaction,
  organiserId: number,
  emailKey: string,
): Promise<void> {
  const messages = await tx.db
    .selectFrom('webhook_messages')
    .select(['id', 'name', 'body'])
    .where('organiser_id', '=', organiserId)
    .where('email_key', '=', emailKey)
    .execute();
  for (const { id, name, body } of messages) {
    await forgetResponses(tx, id);
    if (name.startsWith('waitlist.')) await cancelPending(tx, id);
    await tx.db
      .updateTable('webhook_messages')
      .set({ email_key: null, body: withoutEmail(body) })
      .where('id', '=', id)
      .execute();
  }
}

/** Responses may repeat what the endpoint was sent. */
async function forgetResponses(tx: WriteTransaction, messageId: number): Promise<void> {
  await tx.db
    .updateTable('webhook_attempts')
    .set({ response_body: null })
    .where('delivery_id', 'in', (eb) =>
      eb.selectFrom('webhook_deliveries').select('id').where('message_id', '=', messageId),
    )
    .execute();
}

/**
 * A waiting-list entry is meaningless without its person, so pending deliveries of it are cancelled. They move to an ended epoch, so that
 * an attempt in progress is still visible.
 */
async function cancelPending(tx: WriteTransaction, messageId: number): Promise<void> {
  const cancelled = await tx.db
    .updateTable('webhook_deliveries')
    .set((eb) => ({ epoch: eb('epoch', '-', 1) }))
    .where('message_id', '=', messageId)
    .where('status', '=', PENDING)
    .returning('subscription_id')
    .execute();
  if (cancelled.length === 0) return;
  const ids = cancelled.map(({ subscription_id }) => subscription_id);
  await tx.db
    .updateTable('webhook_subscriptions')
    .set({ needs_sweep: 1 })
    .where('id', 'in', ids)
    .execute();
}

/** The keys that contain an email address in the payloads of §6.4. */
function withoutEmail(body: string): string {
  return JSON.stringify(
    JSON.parse(body, (key, value: unknown) => {
      if (key === 'email') return '';
      return key === 'contact_email' ? null : value;
    }),
  );
}

import type { WriteTransaction } from '../../database/transaction.ts';
import { PENDING } from './literals.ts';

/** Takes an erased person out of the delivery log, and out of what is still to be delivered. */
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

/** What endpoints answered may repeat what they were sent. */
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
 * An entry of a waiting list says nothing without its person: what is still to be sent of it is not sent. It moves to an epoch that
 * has ended, so that an attempt that is under way is still known to be.
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

/** The keys that hold an address in the payloads of §6.4. */
function withoutEmail(body: string): string {
  return JSON.stringify(
    JSON.parse(body, (key, value: unknown) => {
      if (key === 'email') return '';
      return key === 'contact_email' ? null : value;
    }),
  );
}

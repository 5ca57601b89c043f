// Why: docs/decisions/0012-deletion-fence.md
import type { DomainEvent } from '../database/domain-event.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { mailboxKey } from '../database/mailbox-key.ts';
import { insertDeliveries, listRecipients, type Addressed } from './store/outbox.ts';
import { emailIn, renderPayload } from './payload.ts';

/**
 * The outbox: in the transaction of the change, one delivery per matching subscription. Exactly what was committed is delivered.
 * Returns true if any delivery was queued.
 */
export async function writeOutbox(
  tx: WriteTransaction,
  events: readonly DomainEvent[],
): Promise<boolean> {
  const addressed: Addressed[] = [];
  for (const event of events) {
    const to = event.to ?? (await listRecipients(tx, event));
    if (to.length === 0) continue;
    const { organiser_id, event_id, name } = event;
    const email = emailIn(event);
    const message = {
      organiser_id,
      event_id,
      name,
      body: renderPayload(event, tx.now),
      email_key: email === null ? null : mailboxKey(email),
    };
    addressed.push({ message, to });
  }
  if (addressed.length > 0) await insertDeliveries(tx, addressed);
  return addressed.length > 0;
}

import { addMicros, MICROS_PER_MINUTE, type Instant } from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

/** An email to an organiser whose subscription was deactivated. */
export interface Notice {
  readonly id: number;
  readonly email: string;
  readonly reason: string;
  readonly attempts: number;
  readonly subscription: string;
  readonly url: string;
  readonly organiser: string;
}

const FIRST_PAUSE = MICROS_PER_MINUTE;
const MAX_DOUBLINGS = 9;

/** Queues the email to the organiser, if the organiser has an address. */
export async function insertNotice(
  tx: WriteTransaction,
  subscriptionId: number,
  reason: string,
): Promise<void> {
  const organiser = await tx.db
    .selectFrom('webhook_subscriptions as s')
    .innerJoin('organisers as o', 'o.id', 's.organiser_id')
    .select('o.email')
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst();
  const email = organiser?.email ?? null;
  if (email === null) return;
  const { now } = tx;
  await tx.insert('webhook_notices', {
    subscription_id: subscriptionId,
    email,
    reason,
    attempts: 0,
    due_at: now,
    created_at: now,
  });
}

/** The notice that has been due longest. */
export function findDueNotice(tx: ReadTransaction, now: Instant): Promise<Notice | undefined> {
  return tx.db
    .selectFrom('webhook_notices as n')
    .innerJoin('webhook_subscriptions as s', 's.id', 'n.subscription_id')
    .innerJoin('organisers as o', 'o.id', 's.organiser_id')
    .select(['n.id', 'n.email', 'n.reason', 'n.attempts', 's.reference as subscription', 's.url'])
    .select('o.display_name as organiser')
    .where('n.due_at', '<=', now)
    .orderBy('n.due_at')
    .orderBy('n.id')
    .executeTakeFirst();
}

/** Called before it is sent: unless it is deleted afterwards, it is due again after a pause that doubles from a minute up to 8.5 hours. */
export async function postponeNotice(
  tx: WriteTransaction,
  { id, attempts }: Pick<Notice, 'id' | 'attempts'>,
): Promise<void> {
  const pause = FIRST_PAUSE * 2 ** Math.min(attempts, MAX_DOUBLINGS);
  await tx.db
    .updateTable('webhook_notices')
    .set({ attempts: attempts + 1, due_at: addMicros(tx.now, pause) })
    .where('id', '=', id)
    .execute();
}

export async function removeNotice(tx: WriteTransaction, id: number): Promise<void> {
  await tx.db.deleteFrom('webhook_notices').where('id', '=', id).execute();
}

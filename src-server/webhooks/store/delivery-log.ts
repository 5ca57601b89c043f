import type { Kysely, Selectable } from 'kysely';
import type { Instant } from '../../../shared/instant.ts';
import type { DeliveryStatus, Row, Tables } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

/** Deliveries with what their log shows; the caller says which. */
export function selectDeliveries(db: Kysely<Tables>) {
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_messages as m', 'm.id', 'd.message_id')
    .innerJoin('webhook_subscriptions as s', 's.id', 'd.subscription_id')
    .leftJoin('webhook_redeliveries as r', 'r.delivery_id', 'd.id')
    .select(['d.id', 'd.reference', 'd.status', 'd.created_at', 'd.due_at', 'd.claim', 'd.epoch'])
    .select(['d.attempts', 'm.name', 'm.is_test', 's.epoch as current_epoch'])
    .select([
      'r.id as redelivery_id',
      'r.due_at as redelivery_due_at',
      'r.claim as redelivery_claim',
    ]);
}

export type LoggedDelivery = Pick<
  Row<'webhook_deliveries'>,
  'id' | 'reference' | 'status' | 'created_at' | 'due_at' | 'claim' | 'epoch' | 'attempts'
> &
  Pick<Row<'webhook_messages'>, 'name' | 'is_test'> & {
    readonly current_epoch: number;
    readonly redelivery_id: number | null;
    readonly redelivery_due_at: Instant | null;
    readonly redelivery_claim: number | null;
  };

export type LoggedAttempt = Selectable<Tables['webhook_attempts']>;

/**
 * The status of a delivery, and when its next attempt is due: null if there is none, or if it is in progress. A pending delivery of an ended epoch is
 * cancelled, whether or not it has been marked so yet.
 */
export function deliveryStanding(delivery: LoggedDelivery): {
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Instant | null;
} {
  const { status, epoch, current_epoch, claim, due_at, redelivery_id, attempts } = delivery;
  const isScheduled = status === 'pending' && epoch === current_epoch;
  if (isScheduled) return { status, nextAttemptAt: claim === null ? due_at : null };
  const { redelivery_claim, redelivery_due_at } = delivery;
  const nextAttemptAt = redelivery_claim === null ? redelivery_due_at : null;
  // A test has no schedule: before its attempt it is neither failed nor delivered.
  if (redelivery_id !== null && attempts === 0) return { status: 'pending', nextAttemptAt };
  return { status: status === 'pending' ? 'cancelled' : status, nextAttemptAt };
}

/** A delivery of a subscription that was not deleted, with its body. */
export function findLoggedDelivery(
  tx: ReadTransaction,
  reference: string,
): Promise<(LoggedDelivery & { readonly body: string }) | undefined> {
  return selectDeliveries(tx.db)
    .select('m.body')
    .where('d.reference', '=', reference)
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The attempts of these deliveries, in the order in which they were made. */
export async function listAttempts(
  tx: ReadTransaction,
  deliveryIds: readonly number[],
): Promise<readonly LoggedAttempt[]> {
  if (deliveryIds.length === 0) return [];
  return tx.db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('delivery_id')
    .orderBy('number')
    .execute();
}

/** A delivery of a subscription that was not deleted. */
export function findDelivery(
  tx: ReadTransaction,
  reference: string,
): Promise<{ readonly id: number; readonly subscription: string } | undefined> {
  return tx.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_subscriptions as s', 's.id', 'd.subscription_id')
    .select(['d.id', 's.reference as subscription'])
    .where('d.reference', '=', reference)
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Requests a redelivery; has no effect while an earlier request is pending. */
export async function insertRedelivery(tx: WriteTransaction, deliveryId: number): Promise<void> {
  await tx.db
    .insertInto('webhook_redeliveries')
    .values({ delivery_id: deliveryId, due_at: tx.now, claim: null, created_at: tx.now })
    .onConflict((conflict) => conflict.column('delivery_id').doNothing())
    .execute();
}

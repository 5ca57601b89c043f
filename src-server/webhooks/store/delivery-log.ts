import type { Instant } from '../../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export interface LoggedDelivery
  extends
    Pick<Row<'webhook_deliveries'>, 'id' | 'reference' | 'status' | 'created_at'>,
    Pick<Row<'webhook_messages'>, 'name'> {
  /** Null unless pending with no attempt under way. */
  readonly next_attempt_at: Instant | null;
}

export type LoggedAttempt = Row<'webhook_attempts'>;

/** A pending delivery of an ended epoch is cancelled, whether or not it has been marked so yet. */
export async function listNewestDeliveries(
  tx: ReadTransaction,
  subscriptionId: number,
  limit: number,
): Promise<readonly LoggedDelivery[]> {
  const rows = await tx.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_messages as m', 'm.id', 'd.message_id')
    .innerJoin('webhook_subscriptions as s', 's.id', 'd.subscription_id')
    .select(['d.id', 'd.reference', 'd.status', 'd.created_at', 'd.due_at', 'd.claim', 'd.epoch'])
    .select(['m.name', 's.epoch as current_epoch'])
    .where('d.subscription_id', '=', subscriptionId)
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ due_at, claim, epoch, current_epoch, status, ...delivery }) => {
    if (status !== 'pending') return { ...delivery, status, next_attempt_at: null };
    if (epoch !== current_epoch) return { ...delivery, status: 'cancelled', next_attempt_at: null };
    return { ...delivery, status, next_attempt_at: claim === null ? due_at : null };
  });
}

const attemptsOf = prepareQuery((db, $: Parameter<{ deliveryId: number }>) =>
  db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', $('deliveryId'))
    .orderBy('number'),
);

export function listAttempts(
  tx: ReadTransaction,
  deliveryId: number,
): Promise<readonly LoggedAttempt[]> {
  return tx.all(attemptsOf, { deliveryId });
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

/** Asking again before it was made changes nothing. */
export async function insertRedelivery(tx: WriteTransaction, deliveryId: number): Promise<void> {
  await tx.db
    .insertInto('webhook_redeliveries')
    .values({ delivery_id: deliveryId, due_at: tx.now, claim: null, created_at: tx.now })
    .onConflict((conflict) => conflict.column('delivery_id').doNothing())
    .execute();
}

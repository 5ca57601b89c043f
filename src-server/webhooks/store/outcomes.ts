import type { Instant } from '../../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { Flag } from '../../database/column.ts';
import type { DeliveryStatus, Row } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { expectRow } from '../../store/rows.ts';
import type { ClaimedDelivery } from './claims.ts';
import { PENDING, YES } from './literals.ts';
import { earliestDue } from './subscriptions.ts';

/** The result of one request, as the delivery log shows it (§6.5). */
export type NewAttempt = Omit<Row<'webhook_attempts'>, 'delivery_id' | 'number'>;

type ClaimName = Pick<ClaimedDelivery, 'delivery_id' | 'claim'>;

const byClaim = prepareQuery((db, $: Parameter<ClaimName>) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_subscriptions as s', 's.id', 'd.subscription_id')
    .select(['d.status', 'd.epoch', 's.is_active', 's.epoch as current_epoch'])
    .where('d.id', '=', $('delivery_id'))
    .where('d.claim', '=', $('claim'))
    .forUpdate('d'),
);

/**
 * Locks a claimed delivery whose attempt is about to be recorded; returns its status, and whether its subscription still wants it.
 * Undefined if the claim was lost.
 */
export async function lockClaimed(
  tx: WriteTransaction,
  { delivery_id, claim }: ClaimName,
): Promise<{ readonly status: DeliveryStatus; readonly isCurrent: boolean } | undefined> {
  const row = await tx.first(byClaim, { delivery_id, claim });
  if (row === undefined) return undefined;
  const isCurrent = row.is_active === 1 && row.epoch === row.current_epoch;
  return { status: row.status, isCurrent };
}

const addAttempt = prepareQuery((db, $: Parameter<Row<'webhook_attempts'>>) =>
  db.insertInto('webhook_attempts').values({
    delivery_id: $('delivery_id'),
    number: $('number'),
    at: $('at'),
    status: $('status'),
    response_code: $('response_code'),
    response_body: $('response_body'),
    error: $('error'),
    duration_ms: $('duration_ms'),
  }),
);

export async function insertAttempt(
  tx: WriteTransaction,
  attempt: Row<'webhook_attempts'>,
): Promise<void> {
  await tx.run(addAttempt, attempt);
}

const deliver = prepareQuery((db, $: Parameter<ClaimName>) =>
  db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      status: 'delivered',
      due_at: null,
      claim: null,
      attempts: eb('attempts', '+', 1),
      scheduled_attempts: eb('scheduled_attempts', '+', 1),
    }))
    .where('id', '=', $('delivery_id'))
    .where('claim', '=', $('claim'))
    .returning('attempts'),
);

/**
 * Marks a delivery as delivered, whatever has happened to its subscription. Returns the number of the attempt, or undefined if the
 * claim was lost.
 */
export async function markDelivered(
  tx: WriteTransaction,
  { delivery_id, claim }: ClaimName,
): Promise<number | undefined> {
  return (await tx.first(deliver, { delivery_id, claim }))?.attempts;
}

interface Settled {
  readonly status: DeliveryStatus;
  /** Set only while it stays pending. */
  readonly due_at: Instant | null;
}

const settle = prepareQuery((db, $: Parameter<Settled & { delivery_id: number }>) =>
  db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      status: $('status'),
      due_at: $('due_at'),
      claim: null,
      attempts: eb('attempts', '+', 1),
      scheduled_attempts: eb('scheduled_attempts', '+', 1),
    }))
    .where('id', '=', $('delivery_id'))
    .returning('attempts'),
);

/** Sets the state of a delivery after a failed attempt; `lockClaimed` has locked it. Returns the number of the attempt. */
export async function settleDelivery(
  tx: WriteTransaction,
  delivery_id: number,
  settled: Settled,
): Promise<number> {
  const row = await tx.first(settle, { ...settled, delivery_id });
  return expectRow(row, 'webhook_deliveries', delivery_id).attempts;
}

const cancel = prepareQuery((db, $: Parameter<ClaimName>) =>
  db
    .updateTable('webhook_deliveries')
    .set({ status: 'cancelled', due_at: null, claim: null })
    .where('id', '=', $('delivery_id'))
    .where('claim', '=', $('claim'))
    .where('status', '=', PENDING),
);

const endRedelivery = prepareQuery((db, $: Parameter<ClaimName>) =>
  db
    .deleteFrom('webhook_redeliveries')
    .where('delivery_id', '=', $('delivery_id'))
    .where('claim', '=', $('claim')),
);

/** The subscription no longer wants it; no request was made. */
export async function cancelClaimed(
  tx: WriteTransaction,
  { kind, delivery_id, claim }: ClaimedDelivery,
): Promise<void> {
  await tx.run(kind === 'redelivery' ? endRedelivery : cancel, { delivery_id, claim });
}

const health = prepareQuery(
  (db, $: Parameter<{ subscription_id: number; epoch: number; isFailing: Flag }>) =>
    db
      .updateTable('webhook_subscriptions')
      .set((eb) => ({ is_failing: $('isFailing'), next_due_at: earliestDue(eb) }))
      .where('id', '=', $('subscription_id'))
      .where('epoch', '=', $('epoch'))
      .where('is_active', '=', YES),
);

const lockSubscription = prepareQuery((db, $: Parameter<{ subscription_id: number }>) =>
  db
    .selectFrom('webhook_subscriptions')
    .select('id')
    .where('id', '=', $('subscription_id'))
    .forNoKeyUpdate(),
);

/** An endpoint's health is that of its last attempt. The lock is taken first, so that the queue is read as the previous holder left it. */
export async function recordHealth(
  tx: WriteTransaction,
  { subscription_id, epoch }: ClaimedDelivery,
  isFailing: Flag,
): Promise<void> {
  await tx.first(lockSubscription, { subscription_id });
  await tx.run(health, { subscription_id, epoch, isFailing });
}

const redelivered = prepareQuery((db, $: Parameter<{ delivery_id: number }>) =>
  db
    .updateTable('webhook_deliveries')
    .set((eb) => ({ status: 'delivered', due_at: null, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', $('delivery_id'))
    .returning('attempts'),
);

const notRedelivered = prepareQuery((db, $: Parameter<{ delivery_id: number }>) =>
  db
    .updateTable('webhook_deliveries')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', $('delivery_id'))
    .returning('attempts'),
);

/**
 * Ends a redelivery: the delivery is delivered, or keeps its earlier status. Returns the number of the attempt, or undefined if the claim
 * was lost.
 */
export async function settleRedelivery(
  tx: WriteTransaction,
  { delivery_id, claim }: ClaimName,
  isDelivered: boolean,
): Promise<number | undefined> {
  if ((await tx.run(endRedelivery, { delivery_id, claim })) === 0) return undefined;
  const row = await tx.first(isDelivered ? redelivered : notRedelivered, { delivery_id });
  return expectRow(row, 'webhook_deliveries', delivery_id).attempts;
}

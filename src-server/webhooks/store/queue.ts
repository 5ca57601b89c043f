// Why: docs/decisions/0012-deletion-fence.md
import type { Instant } from '../../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { Flag } from '../../database/column.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import type { ClaimedDelivery, ClaimLimits } from './claims.ts';
import { PENDING, YES } from './literals.ts';
import { mayClientSee } from './outbox.ts';

const anyWake = prepareQuery((db) => db.selectFrom('webhook_wakes').select('id').limit(1));

/** Whether deliveries were queued that `takeWakes` has not processed. */
export async function isAnyWoken(tx: ReadTransaction): Promise<boolean> {
  return (await tx.first(anyWake, {})) !== undefined;
}

/** Per call: after a long pause there may be any number. */
const MAX_WAKES = 2_000;

const deleteWakes = prepareQuery((db, $: Parameter<{ limit: number }>) =>
  db
    .with('taken', (query) =>
      query
        .selectFrom('webhook_wakes')
        .select('id')
        .orderBy('id')
        .limit($('limit'))
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('webhook_wakes')
    .where('id', 'in', (eb) => eb.selectFrom('taken').select('id'))
    .returning('subscription_id'),
);

/** Waits for a process that is claiming from the subscription and may not have seen the new delivery. */
const bringForward = prepareQuery((db, $: Parameter<{ id: number; now: Instant }>) =>
  db
    .updateTable('webhook_subscriptions')
    .set((eb) => ({
      next_due_at: eb
        .case()
        .when('next_due_at', '<=', $('now'))
        .then(eb.ref('next_due_at'))
        .else($('now'))
        .end(),
    }))
    .where('id', '=', $('id'))
    .where('is_active', '=', YES),
);

const sweepLater = prepareQuery((db, $: Parameter<{ id: number }>) =>
  db.updateTable('webhook_subscriptions').set({ needs_sweep: YES }).where('id', '=', $('id')),
);

/**
 * Updates `next_due_at` of subscriptions with new deliveries. To be called before claiming, at `read committed`. Returns false if there may
 * be more.
 */
export async function takeWakes(tx: WriteTransaction): Promise<boolean> {
  const taken = await tx.all(deleteWakes, { limit: MAX_WAKES });
  // In a fixed order, so that two processes cannot deadlock.
  const ids = [...new Set(taken.map(({ subscription_id }) => subscription_id))].toSorted(
    (one, other) => one - other,
  );
  for (const id of ids) {
    const isActive = (await tx.run(bringForward, { id, now: tx.now })) > 0;
    // The subscription ended while the event was being recorded: its new delivery must be cancelled.
    if (!isActive) await tx.run(sweepLater, { id });
  }
  return taken.length < MAX_WAKES;
}

const dueSubscriptionIds = prepareQuery(
  (db, $: Parameter<{ isFailing: Flag; now: Instant; limit: number }>) =>
    db
      .selectFrom('webhook_subscriptions')
      .select('id')
      .where('is_failing', '=', $('isFailing'))
      .where('next_due_at', '<=', $('now'))
      .limit($('limit')),
);

/** Whether `claimDue` would find anything. */
export async function isAnyDue(
  tx: ReadTransaction,
  { isFailing, available, busy }: ClaimLimits,
): Promise<boolean> {
  if (available <= 0) return false;
  const limit = busy.size + 1;
  const due = await tx.all(dueSubscriptionIds, { isFailing, now: tx.now, limit });
  return due.some(({ id }) => !busy.has(id));
}

const dueRedelivery = prepareQuery((db, $: Parameter<{ now: Instant }>) =>
  db.selectFrom('webhook_redeliveries').select('id').where('due_at', '<=', $('now')).limit(1),
);

export async function isAnyRedeliveryDue(tx: ReadTransaction): Promise<boolean> {
  return (await tx.first(dueRedelivery, { now: tx.now })) !== undefined;
}

const nextSubscription = prepareQuery((db, $: Parameter<{ isFailing: Flag; now: Instant }>) =>
  db
    .selectFrom('webhook_subscriptions')
    .select('next_due_at as due_at')
    .where('is_failing', '=', $('isFailing'))
    .where('next_due_at', '>', $('now'))
    .orderBy('next_due_at')
    .limit(1),
);

const nextRedelivery = prepareQuery((db, $: Parameter<{ now: Instant }>) =>
  db
    .selectFrom('webhook_redeliveries')
    .select('due_at')
    .where('due_at', '>', $('now'))
    .orderBy('due_at')
    .limit(1),
);

/** When the next delivery becomes due after now; null if none will. */
export async function findNextDue(tx: ReadTransaction): Promise<Instant | null> {
  const { now } = tx;
  const next = [
    await tx.first(nextSubscription, { isFailing: 0, now }),
    await tx.first(nextSubscription, { isFailing: 1, now }),
    await tx.first(nextRedelivery, { now }),
  ].flatMap((found) => found?.due_at ?? []);
  return next.reduce<Instant | null>(
    (earliest, due) => (earliest === null || due < earliest ? due : earliest),
    null,
  );
}

const subscriptionAndGrant = prepareQuery(
  (db, $: Parameter<{ subscription_id: number; event_id: number | null }>) =>
    db
      .selectFrom('webhook_subscriptions as s')
      .leftJoin('clients as c', 'c.id', 's.client_id')
      .leftJoin('client_events as g', (join) =>
        join.onRef('g.client_id', '=', 's.client_id').on('g.event_id', '=', $('event_id')),
      )
      .select(['s.is_active', 's.epoch', 's.deleted_at', 's.client_id', 's.url', 's.secret'])
      .select(['c.all_events', 'c.revoked_at'])
      .select('g.event_id as granted_event')
      .where('s.id', '=', $('subscription_id')),
);

const personOfMessage = prepareQuery((db, $: Parameter<{ delivery_id: number }>) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_messages as m', 'm.id', 'd.message_id')
    .select('m.email_key')
    .where('d.id', '=', $('delivery_id')),
);

/**
 * Whether a claimed delivery is still wanted as it was claimed. `ended`: its subscription was deactivated or deleted, its client was revoked or
 * may no longer see the event; an inactive subscription still wants redeliveries, and tests whatever its client may see. `changed`: its url or
 * secret was replaced, or its person erased, so it must be claimed again.
 */
export async function findStanding(
  tx: ReadTransaction,
  claimed: ClaimedDelivery,
): Promise<'wanted' | 'ended' | 'changed'> {
  const { kind, delivery_id, subscription_id, event_id, epoch, email_key, is_test } = claimed;
  const subscription = await tx.first(subscriptionAndGrant, { subscription_id, event_id });
  if (subscription === undefined || subscription.revoked_at !== null) return 'ended';
  if (is_test === 0 && !mayClientSee(subscription)) return 'ended';
  const isOpen =
    kind === 'redelivery'
      ? subscription.deleted_at === null
      : subscription.is_active === 1 && subscription.epoch === epoch;
  if (!isOpen) return 'ended';
  const isSame = subscription.url === claimed.url && subscription.secret === claimed.secret;
  if (!isSame) return 'changed';
  if (email_key === null) return 'wanted';
  const message = await tx.first(personOfMessage, { delivery_id });
  return message?.email_key === email_key ? 'wanted' : 'changed';
}

/** The number of pending deliveries, and since when the earliest has been due; null if none is due. */
export async function measureQueue(
  tx: ReadTransaction,
): Promise<{ readonly depth: number; readonly oldestDue: Instant | null }> {
  const { depth } = await tx.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_subscriptions as s', 's.id', 'd.subscription_id')
    .select(({ fn }) => fn.countAll().as('depth'))
    .where('d.status', '=', PENDING)
    .whereRef('s.epoch', '=', 'd.epoch')
    .executeTakeFirstOrThrow();
  const oldest = await tx.db
    .selectFrom('webhook_subscriptions')
    .select('next_due_at')
    .where('next_due_at', '<=', tx.now)
    .orderBy('next_due_at')
    .limit(1)
    .executeTakeFirst();
  return { depth: Number(depth), oldestDue: oldest?.next_due_at ?? null };
}

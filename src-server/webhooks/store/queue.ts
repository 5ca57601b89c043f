import type { Instant } from '../../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { Flag } from '../../database/schema.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { ClaimedDelivery, ClaimLimits } from './claims.ts';
import { PENDING } from './literals.ts';
import { mayClientSee } from './outbox.ts';

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
  now: Instant,
): Promise<boolean> {
  if (available <= 0) return false;
  const due = await tx.all(dueSubscriptionIds, { isFailing, now, limit: busy.size + 1 });
  return due.some(({ id }) => !busy.has(id));
}

const dueRedelivery = prepareQuery((db, $: Parameter<{ now: Instant }>) =>
  db.selectFrom('webhook_redeliveries').select('id').where('due_at', '<=', $('now')).limit(1),
);

export async function isAnyRedeliveryDue(tx: ReadTransaction, now: Instant): Promise<boolean> {
  return (await tx.first(dueRedelivery, { now })) !== undefined;
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

/** When the next thing becomes due after `now`; null if nothing does. */
export async function findNextDue(tx: ReadTransaction, now: Instant): Promise<Instant | null> {
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
      .select(['s.is_active', 's.epoch', 's.deleted_at', 's.client_id', 'c.all_events'])
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
 * Whether a claimed delivery is still wanted as it was claimed. `ended`: its subscription was deactivated or deleted, or its client
 * no longer sees the event; a redelivery is wanted by an inactive subscription as well. `changed`: its person was erased, so it is to
 * be claimed again with the body that it has now.
 */
export async function findStanding(
  tx: ReadTransaction,
  { kind, delivery_id, subscription_id, event_id, epoch, email_key }: ClaimedDelivery,
): Promise<'wanted' | 'ended' | 'changed'> {
  const subscription = await tx.first(subscriptionAndGrant, { subscription_id, event_id });
  if (subscription === undefined || !mayClientSee(subscription)) return 'ended';
  const isOpen =
    kind === 'redelivery'
      ? subscription.deleted_at === null
      : subscription.is_active === 1 && subscription.epoch === epoch;
  if (!isOpen) return 'ended';
  if (email_key === null) return 'wanted';
  const message = await tx.first(personOfMessage, { delivery_id });
  return message?.email_key === email_key ? 'wanted' : 'changed';
}

/** How many deliveries wait, and since when the one that waits longest has been due; null if none is. */
export async function measureQueue(
  tx: ReadTransaction,
  now: Instant,
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
    .where('next_due_at', '<=', now)
    .orderBy('next_due_at')
    .limit(1)
    .executeTakeFirst();
  return { depth: Number(depth), oldestDue: oldest?.next_due_at ?? null };
}

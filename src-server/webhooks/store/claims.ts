import { addMicros, type Instant } from '../../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { Flag } from '../../database/column.ts';
import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { expectRow } from '../../store/rows.ts';
import { PENDING, YES, ZERO } from './literals.ts';
import { earliestDue } from './subscriptions.ts';

type Delivery = Row<'webhook_deliveries'>;
type Subscription = Row<'webhook_subscriptions'>;
type Message = Pick<
  Row<'webhook_messages'>,
  'name' | 'event_id' | 'email_key' | 'body' | 'is_test'
>;

/** A claimed delivery, with everything that its request needs. */
export interface ClaimedDelivery
  extends
    Message,
    Pick<Delivery, 'reference' | 'subscription_id' | 'epoch' | 'scheduled_attempts'>,
    Pick<Subscription, 'url' | 'secret' | 'former_secrets' | 'own_headers' | 'is_failing'> {
  /** `whk_…` */
  readonly subscription: string;
  readonly kind: 'scheduled' | 'redelivery';
  readonly delivery_id: number;
  readonly claim: number;
}

/** Which subscriptions may be served, and with how many requests. */
export interface ClaimLimits {
  /** Selects subscriptions whose last attempt failed, or only the others. */
  readonly isFailing: Flag;
  /** Requests in total. */
  readonly available: number;
  /** Subscriptions that have reached their limit. */
  readonly busy: ReadonlySet<number>;
  /** How many more requests a subscription may have; at least 1 unless busy. */
  readonly availableTo: (subscriptionId: number) => number;
}

export interface Lease {
  readonly now: Instant;
  /** The lease: if the owner dies, the delivery is due again when it expires. */
  readonly micros: number;
  /** Identifies the claim. */
  readonly claim: number;
}

/** The subscription that waited longest is served first, so that a backlog does not delay another's first delivery. */
const dueSubscriptions = prepareQuery(
  (db, $: Parameter<{ isFailing: Flag; now: Instant; limit: number }>) =>
    db
      .selectFrom('webhook_subscriptions')
      .select(['id', 'epoch', 'reference as subscription'])
      .select(['url', 'secret', 'former_secrets', 'own_headers', 'is_failing'])
      .where('is_failing', '=', $('isFailing'))
      .where('next_due_at', '<=', $('now'))
      .orderBy('served_at')
      .orderBy('next_due_at')
      .limit($('limit'))
      .forNoKeyUpdate()
      .skipLocked(),
);

const deliveryColumns = [
  'id as delivery_id',
  'reference',
  'message_id',
  'scheduled_attempts',
] as const;

type Queue = Pick<Delivery, 'subscription_id' | 'epoch'>;

const dueDeliveries = prepareQuery((db, $: Parameter<Queue & { now: Instant; limit: number }>) =>
  db
    .selectFrom('webhook_deliveries')
    .select(deliveryColumns)
    .where('subscription_id', '=', $('subscription_id'))
    .where('epoch', '=', $('epoch'))
    .where('status', '=', PENDING)
    .where('due_at', '<=', $('now'))
    .orderBy('due_at')
    .orderBy('id')
    .limit($('limit')),
);

/** The next lower number of attempts among pending deliveries of the queue. */
const attemptsBelow = prepareQuery((db, $: Parameter<Queue & { attempts: number }>) =>
  db
    .selectFrom('webhook_deliveries')
    .select('scheduled_attempts')
    .where('subscription_id', '=', $('subscription_id'))
    .where('epoch', '=', $('epoch'))
    .where('status', '=', PENDING)
    .where('scheduled_attempts', '>', ZERO)
    .where('scheduled_attempts', '<', $('attempts'))
    .orderBy('scheduled_attempts', 'desc')
    .limit(1),
);

const dueRetries = prepareQuery(
  (db, $: Parameter<Queue & { attempts: number; now: Instant; limit: number }>) =>
    db
      .selectFrom('webhook_deliveries')
      .select(deliveryColumns)
      .where('subscription_id', '=', $('subscription_id'))
      .where('epoch', '=', $('epoch'))
      .where('status', '=', PENDING)
      .where('scheduled_attempts', '>', ZERO)
      .where('scheduled_attempts', '=', $('attempts'))
      .where('due_at', '<=', $('now'))
      .orderBy('due_at')
      .orderBy('id')
      .limit($('limit')),
);

const messageById = prepareQuery((db, $: Parameter<{ id: number }>) =>
  db
    .selectFrom('webhook_messages')
    .select(['name', 'event_id', 'email_key', 'body', 'is_test'])
    .where('id', '=', $('id')),
);

/** Affects no row if an outcome was recorded in the meantime; hence no lock on the subscription is needed. */
const claimDelivery = prepareQuery(
  (db, $: Parameter<{ id: number; claim: number; now: Instant; until: Instant }>) =>
    db
      .updateTable('webhook_deliveries')
      .set({ claim: $('claim'), due_at: $('until') })
      .where('id', '=', $('id'))
      .where('status', '=', PENDING)
      .where('due_at', '<=', $('now')),
);

const recordServed = prepareQuery((db, $: Parameter<{ id: number; now: Instant }>) =>
  db
    .updateTable('webhook_subscriptions')
    .set((eb) => ({ served_at: $('now'), next_due_at: earliestDue(eb) }))
    .where('id', '=', $('id')),
);

/** Claims due deliveries: no other process gets them before the lease expires. */
export async function claimDue(
  tx: WriteTransaction,
  limits: ClaimLimits,
  lease: Lease,
): Promise<readonly ClaimedDelivery[]> {
  const { isFailing, available, busy, availableTo } = limits;
  if (available <= 0) return [];
  const { now, claim } = lease;
  const until = addMicros(now, lease.micros);
  const limit = available + busy.size;
  const candidates = await tx.all(dueSubscriptions, { isFailing, now, limit });
  const due = candidates.filter(({ id }) => !busy.has(id)).slice(0, available);
  const share = Math.ceil(available / Math.max(1, due.length));
  const messageOf = createMessageReader(tx);
  const claimed: ClaimedDelivery[] = [];
  for (const { id: subscription_id, ...subscription } of due) {
    const most = Math.min(share, availableTo(subscription_id), available - claimed.length);
    if (most === 0) break;
    const queue = { ...subscription, subscription_id, now, limit: most };
    for (const { message_id, ...delivery } of await pickDeliveries(tx, queue)) {
      const { delivery_id: id } = delivery;
      if ((await tx.run(claimDelivery, { id, claim, now, until })) === 0) continue;
      const message = await messageOf(message_id);
      const kind = 'scheduled';
      claimed.push({ ...subscription, ...delivery, ...message, subscription_id, kind, claim });
    }
    await tx.run(recordServed, { id: subscription_id, now });
  }
  return claimed;
}

/** Many deliveries share a message. */
function createMessageReader(tx: ReadTransaction): (id: number) => Promise<Message> {
  const known = new Map<number, Message>();
  return async (id) => {
    const message =
      known.get(id) ?? expectRow(await tx.first(messageById, { id }), 'webhook_messages', id);
    known.set(id, message);
    return message;
  };
}

/**
 * From a healthy endpoint's queue, the oldest deliveries; from a failing one's, those with the most attempts: otherwise a long backlog
 * would keep its first delivery from ever reaching its last attempt.
 */
async function pickDeliveries(
  tx: ReadTransaction,
  queue: Queue & { readonly is_failing: Flag; readonly now: Instant; readonly limit: number },
) {
  let attempts = queue.is_failing === 1 ? Number.MAX_SAFE_INTEGER : 0;
  while (attempts > 0) {
    const below = await tx.first(attemptsBelow, { ...queue, attempts });
    if (below === undefined) break;
    attempts = below.scheduled_attempts;
    const retries = await tx.all(dueRetries, { ...queue, attempts });
    if (retries.length > 0) return retries;
  }
  return tx.all(dueDeliveries, queue);
}

const dueRedeliveries = prepareQuery((db, $: Parameter<{ now: Instant; limit: number }>) =>
  db
    .selectFrom('webhook_redeliveries as r')
    .innerJoin('webhook_deliveries as d', 'd.id', 'r.delivery_id')
    .innerJoin('webhook_messages as m', 'm.id', 'd.message_id')
    .innerJoin('webhook_subscriptions as s', 's.id', 'd.subscription_id')
    .select(['d.id as delivery_id', 'd.reference', 'd.subscription_id', 'd.epoch'])
    .select(['d.scheduled_attempts', 'm.name', 'm.event_id', 'm.email_key', 'm.body', 'm.is_test'])
    .select(['s.reference as subscription', 's.url', 's.secret', 's.former_secrets'])
    .select(['s.own_headers', 's.is_failing'])
    .where('r.due_at', '<=', $('now'))
    .orderBy('r.due_at')
    .orderBy('r.id')
    .limit($('limit'))
    .forUpdate('r')
    .skipLocked(),
);

const claimRedelivery = prepareQuery(
  (db, $: Parameter<{ delivery_id: number; claim: number; until: Instant }>) =>
    db
      .updateTable('webhook_redeliveries')
      .set({ claim: $('claim'), due_at: $('until') })
      .where('delivery_id', '=', $('delivery_id')),
);

/** Claims redeliveries. */
export async function claimRedeliveries(
  tx: WriteTransaction,
  available: number,
  { now, micros, claim }: Lease,
): Promise<readonly ClaimedDelivery[]> {
  if (available <= 0) return [];
  const due = await tx.all(dueRedeliveries, { now, limit: available });
  const until = addMicros(now, micros);
  for (const { delivery_id } of due) await tx.run(claimRedelivery, { delivery_id, claim, until });
  return due.map((delivery) => ({ ...delivery, kind: 'redelivery', claim }));
}

type ClaimName = Pick<ClaimedDelivery, 'delivery_id' | 'claim'>;

const releaseDelivery = prepareQuery((db, $: Parameter<ClaimName & { now: Instant }>) =>
  db
    .updateTable('webhook_deliveries')
    .set({ claim: null, due_at: $('now') })
    .where('id', '=', $('delivery_id'))
    .where('claim', '=', $('claim'))
    .where('status', '=', PENDING),
);

const bringForward = prepareQuery((db, $: Parameter<Queue & { now: Instant }>) =>
  db
    .updateTable('webhook_subscriptions')
    .set({ next_due_at: $('now') })
    .where('id', '=', $('subscription_id'))
    .where('epoch', '=', $('epoch'))
    .where('is_active', '=', YES),
);

const releaseRedelivery = prepareQuery((db, $: Parameter<ClaimName & { now: Instant }>) =>
  db
    .updateTable('webhook_redeliveries')
    .set({ claim: null, due_at: $('now') })
    .where('delivery_id', '=', $('delivery_id'))
    .where('claim', '=', $('claim')),
);

/** The attempt was aborted without an outcome: the next claimer may repeat it immediately. */
export async function releaseClaim(tx: WriteTransaction, claimed: ClaimedDelivery): Promise<void> {
  const { kind, delivery_id, claim, subscription_id, epoch } = claimed;
  const { now } = tx;
  if (kind === 'redelivery') {
    await tx.run(releaseRedelivery, { delivery_id, claim, now });
    return;
  }
  await tx.run(releaseDelivery, { delivery_id, claim, now });
  await tx.run(bringForward, { subscription_id, epoch, now });
}

/** Whether any claim's lease ends between the two times, including claims of an epoch that has just ended. */
export async function isAnyClaimed(
  tx: ReadTransaction,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<boolean> {
  const served = await tx.db
    .selectFrom('webhook_subscriptions as s')
    .select('s.id')
    .where('s.served_at', '>=', from)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_deliveries as d')
          .select('d.id')
          .whereRef('d.subscription_id', '=', 's.id')
          .where('d.epoch', 'in', [eb.ref('s.epoch'), eb('s.epoch', '-', 1), eb('s.epoch', '-', 2)])
          .where('d.status', '=', PENDING)
          .where('d.due_at', '>=', from)
          .where('d.due_at', '<=', to)
          .where('d.claim', 'is not', null),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  if (served !== undefined) return true;
  const redelivery = await tx.db
    .selectFrom('webhook_redeliveries')
    .select('id')
    .where('due_at', '>=', from)
    .where('due_at', '<=', to)
    .where('claim', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return redelivery !== undefined;
}

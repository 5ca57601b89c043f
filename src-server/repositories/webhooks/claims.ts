import { addMicros, type Instant } from '../../../shared/instant.ts';
import type { CompiledStatement } from '../../database/query.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { expectRow } from '../new-row.ts';

/** One request that is to be made, with all that it needs. */
export interface Job {
  readonly kind: 'scheduled' | 'redelivery';
  readonly delivery_id: number;
  readonly reference: string;
  readonly subscription_id: number;
  readonly epoch: number;
  readonly scheduled_attempts: number;
  readonly name: string;
  readonly event_id: number | null;
  /** Whether the body holds a person's address. */
  readonly has_person: 0 | 1;
  readonly body: string;
  readonly url: string;
  readonly secret: string;
  /** Whether the subscription was failing when this was claimed. */
  readonly is_failing: 0 | 1;
  readonly claim: number;
}

/** A delivery whose turn it is. */
interface DueDelivery {
  readonly delivery_id: number;
  readonly reference: string;
  readonly message_id: number;
  readonly scheduled_attempts: number;
}

/** What every delivery of a subscription has in common. */
type DueSubscription = Pick<Job, 'epoch' | 'url' | 'secret' | 'is_failing'> & {
  readonly id: number;
};

/** What every delivery of a message has in common. */
type Message = Pick<Job, 'name' | 'event_id' | 'has_person' | 'body'>;

/** Subscriptions of one sort that may be served, and how many requests there may be in all. */
export interface ClaimLane {
  readonly isFailing: 0 | 1;
  readonly slots: number;
  /** Subscriptions that have all the requests they may have. */
  readonly busy: readonly number[];
  /** Further requests that this subscription may have; at least 1 unless busy. */
  readonly roomOf: (subscriptionId: number) => number;
}

export interface ClaimTerms {
  readonly now: Instant;
  /** How long the claim keeps others away: if its owner dies, the delivery is due again when it ends. */
  readonly leaseMicros: number;
  /** Names this claim. */
  readonly claim: number;
}

/** Whoever waited longest comes first, so that a backlog never goes before somebody else's first delivery. */
const dueSubscriptions: CompiledStatement<DueSubscription> = {
  sql: `select id, epoch, url, secret, is_failing from webhook_subscriptions
    where is_failing = ? and next_due_at <= ? and id not in (select value from json_each(?))
    order by served_at, next_due_at limit ?`,
};

const deliveryColumns = 'id as delivery_id, reference, message_id, scheduled_attempts';

const dueDeliveries: CompiledStatement<DueDelivery> = {
  sql: `select ${deliveryColumns} from webhook_deliveries
    where subscription_id = ? and epoch = ? and status = 'pending' and due_at <= ? order by due_at, id limit ?`,
};

const messageById: CompiledStatement<Message> = {
  sql: 'select name, event_id, email_key is not null as has_person, body from webhook_messages where id = ?',
};

/** The next lower number of attempts that a pending delivery of a subscription has behind it. */
const attemptsBelow: CompiledStatement<{ attempts: number | null }> = {
  sql: `select max(scheduled_attempts) as attempts from webhook_deliveries
    where subscription_id = ? and epoch = ? and status = 'pending' and scheduled_attempts > 0 and scheduled_attempts < ?`,
};

const dueRetries: CompiledStatement<DueDelivery> = {
  sql: `select ${deliveryColumns} from webhook_deliveries
    where subscription_id = ? and epoch = ? and status = 'pending' and scheduled_attempts = ? and scheduled_attempts > 0
    and due_at <= ? order by due_at, id limit ?`,
};

const claimDelivery: CompiledStatement<unknown> = {
  sql: 'update webhook_deliveries set claim = ?, due_at = ? where id = ?',
};

const served: CompiledStatement<unknown> = {
  sql: `update webhook_subscriptions set served_at = ?,
      next_due_at = (select min(due_at) from webhook_deliveries d
        where d.subscription_id = webhook_subscriptions.id and d.epoch = webhook_subscriptions.epoch and d.status = 'pending')
    where id = ?`,
};

/** Claims what is due: no other dispatcher gets the same before the lease ends. */
export async function claimDue(
  tx: WriteTransaction,
  lane: ClaimLane,
  terms: ClaimTerms,
): Promise<readonly Job[]> {
  if (lane.slots <= 0) return [];
  const busy = JSON.stringify(lane.busy);
  const due = await tx.all(dueSubscriptions, [lane.isFailing, terms.now, busy, lane.slots]);
  const share = Math.ceil(lane.slots / Math.max(1, due.length));
  const until = addMicros(terms.now, terms.leaseMicros);
  const messageOf = createMessageReader(tx);
  const jobs: Job[] = [];
  for (const { id: subscription_id, ...subscription } of due) {
    const limit = Math.min(share, lane.roomOf(subscription_id), lane.slots - jobs.length);
    if (limit === 0) break;
    const queue = { ...subscription, subscription_id, now: terms.now, limit };
    for (const { message_id, ...delivery } of await pickDeliveries(tx, queue)) {
      await tx.run(claimDelivery, [terms.claim, until, delivery.delivery_id]);
      jobs.push({
        ...subscription,
        ...delivery,
        ...(await messageOf(message_id)),
        subscription_id,
        kind: 'scheduled',
        claim: terms.claim,
      });
    }
    await tx.run(served, [terms.now, subscription_id]);
  }
  return jobs;
}

/** Many deliveries are of one message. */
function createMessageReader(tx: WriteTransaction): (id: number) => Promise<Message> {
  const known = new Map<number, Message>();
  return async (id) => {
    const message =
      known.get(id) ?? expectRow(await tx.first(messageById, [id]), 'webhook_messages', id);
    known.set(id, message);
    return message;
  };
}

/**
 * From a healthy endpoint's queue, the oldest. From a failing one's, what has been tried most often: otherwise a long backlog would
 * keep its first delivery from ever reaching its last attempt.
 */
async function pickDeliveries(
  tx: WriteTransaction,
  { subscription_id: id, epoch, is_failing, now, limit }: DueQueue,
): Promise<readonly DueDelivery[]> {
  let level = is_failing === 1 ? Number.MAX_SAFE_INTEGER : 0;
  while (level > 0) {
    const below = await tx.first(attemptsBelow, [id, epoch, level]);
    level = below?.attempts ?? 0;
    if (level === 0) break;
    const rows = await tx.all(dueRetries, [id, epoch, level, now, limit]);
    if (rows.length > 0) return rows;
  }
  return tx.all(dueDeliveries, [id, epoch, now, limit]);
}

interface DueQueue {
  readonly subscription_id: number;
  readonly epoch: number;
  readonly is_failing: 0 | 1;
  readonly now: Instant;
  readonly limit: number;
}

const dueRedeliveries: CompiledStatement<Omit<Job, 'kind' | 'claim'>> = {
  sql: `select d.id as delivery_id, d.reference, d.subscription_id, d.epoch, d.scheduled_attempts, m.name, m.event_id,
      m.email_key is not null as has_person, m.body, s.url, s.secret, s.is_failing
    from webhook_redeliveries r join webhook_deliveries d on d.id = r.delivery_id
    join webhook_messages m on m.id = d.message_id join webhook_subscriptions s on s.id = d.subscription_id
    where r.due_at <= ? order by r.due_at, r.id limit ?`,
};

const claimRedelivery: CompiledStatement<unknown> = {
  sql: 'update webhook_redeliveries set claim = ?, due_at = ? where delivery_id = ?',
};

/** Claims what somebody asked to deliver once more. */
export async function claimRedeliveries(
  tx: WriteTransaction,
  slots: number,
  terms: ClaimTerms,
): Promise<readonly Job[]> {
  const rows = slots <= 0 ? [] : await tx.all(dueRedeliveries, [terms.now, slots]);
  for (const row of rows) {
    await tx.run(claimRedelivery, [
      terms.claim,
      addMicros(terms.now, terms.leaseMicros),
      row.delivery_id,
    ]);
  }
  return rows.map((row) => ({ ...row, kind: 'redelivery', claim: terms.claim }));
}

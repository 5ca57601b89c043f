import { Cached } from '../../database/cached.ts';
import type { DomainEvent } from '../../database/domain-event.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { readDisabledReason } from '../../../shared/resources/disabled-reason.ts';
import { readTexts } from '../../store/rows.ts';
import { YES } from './literals.ts';

/** A subscription that receives an event, and its epoch. */
export type Recipient = Pick<Row<'webhook_subscriptions'>, 'id' | 'epoch'> & {
  /** Failures have switched it off: the delivery is only recorded. */
  readonly isMissed?: boolean;
};

const recipients = new Cached<string, readonly Recipient[]>('setup');

const activeSubscriptions = prepareQuery(
  (db, $: Parameter<{ organiser_id: number; event_id: number | null }>) =>
    db
      .selectFrom('webhook_subscriptions as s')
      .leftJoin('clients as c', 'c.id', 's.client_id')
      .leftJoin('client_events as g', (join) =>
        join.onRef('g.client_id', '=', 's.client_id').on('g.event_id', '=', $('event_id')),
      )
      .select([
        's.id',
        's.epoch',
        's.events',
        's.is_active',
        's.disabled_reason',
        's.event_id as pinned_event',
        's.client_id',
        'c.all_events',
        'g.event_id as granted_event',
      ])
      .where('s.organiser_id', '=', $('organiser_id'))
      .where((eb) => eb.or([eb('s.is_active', '=', YES), eb('s.disabled_reason', 'is not', null)]))
      .where('s.deleted_at', 'is', null)
      .orderBy('s.id'),
);

/** The subscriptions that receive the event, or miss it since they failed, ordered by id. Names match exactly (§6.2). */
export function listRecipients(
  tx: ReadTransaction,
  { organiser_id, event_id, name }: Pick<DomainEvent, 'organiser_id' | 'event_id' | 'name'>,
): Promise<readonly Recipient[]> {
  return recipients.get(tx, `${organiser_id}:${event_id}:${name}`, async () => {
    const active = await tx.all(activeSubscriptions, { organiser_id, event_id });
    return active
      .filter(
        (subscription) =>
          (subscription.pinned_event === null || subscription.pinned_event === event_id) &&
          mayClientSee(subscription) &&
          (subscription.is_active === 1 || isFailed(subscription.disabled_reason)) &&
          readTexts(subscription.events)?.includes(name),
      )
      .map(({ id, epoch, is_active }) => ({ id, epoch, isMissed: is_active === 0 }));
  });
}

function isFailed(reason: string | null): boolean {
  return reason !== null && readDisabledReason(reason)?.kind === 'failures';
}

/**
 * Whether the client of a subscription, if there is one, may see an event now. A client limited to events receives only deliveries about
 * these, hence none without an event.
 */
export function mayClientSee(subscription: {
  readonly client_id: number | null;
  readonly all_events: number | null;
  /** The event's row in `client_events`; null if there is none. */
  readonly granted_event: number | null;
}): boolean {
  const { client_id, all_events, granted_event } = subscription;
  return client_id === null || all_events === 1 || granted_event !== null;
}

/** A message and who receives it. */
export interface Addressed {
  readonly message: Omit<Row<'webhook_messages'>, 'id' | 'is_test' | 'created_at'>;
  readonly to: readonly Recipient[];
}

/**
 * Inserts the messages and, for each recipient, one delivery that is due now. Only inserts, so that concurrent events do not wait for each
 * other: a trigger adds a row to `webhook_wakes` for each delivery.
 */
export async function insertDeliveries(
  tx: WriteTransaction,
  addressed: readonly Addressed[],
): Promise<void> {
  const { now } = tx;
  const messages = await tx.insertAll(
    'webhook_messages',
    addressed.map(({ message }) => ({ ...message, is_test: 0, created_at: now })),
  );
  const deliveries = messages.flatMap(({ id: message_id }, index) =>
    (addressed[index]?.to ?? []).map(({ id, epoch, isMissed = false }) => ({
      reference: tx.newReference('delivery'),
      subscription_id: id,
      message_id,
      status: isMissed ? ('cancelled' as const) : ('pending' as const),
      epoch,
      attempts: 0,
      scheduled_attempts: 0,
      due_at: isMissed ? null : now,
      claim: null,
      created_at: now,
    })),
  );
  tx.append('webhook_deliveries', deliveries);
}

/**
 * Writes a test message for one subscription and its delivery, as one that failed: `insertRedelivery` then requests its only attempt,
 * which the schedule does not know.
 */
export async function insertTestDelivery(
  tx: WriteTransaction,
  subscription: Pick<Row<'webhook_subscriptions'>, 'id' | 'epoch' | 'organiser_id' | 'event_id'>,
  message: Pick<Row<'webhook_messages'>, 'name' | 'body'>,
) {
  const { now } = tx;
  const { organiser_id, event_id } = subscription;
  const { id: message_id } = await tx.insert('webhook_messages', {
    ...message,
    organiser_id,
    event_id,
    email_key: null,
    is_test: 1,
    created_at: now,
  });
  return tx.insert('webhook_deliveries', {
    reference: tx.newReference('delivery'),
    subscription_id: subscription.id,
    message_id,
    status: 'failed',
    epoch: subscription.epoch,
    attempts: 0,
    scheduled_attempts: 0,
    due_at: null,
    claim: null,
    created_at: now,
  });
}

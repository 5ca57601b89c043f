import { Cached } from '../../database/cached.ts';
import type { DomainEvent } from '../../database/domain-event.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { Row } from '../../database/schema.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { readTexts } from '../../repositories/texts-column.ts';
import { YES } from './literals.ts';

/** A subscription that gets an event, and its epoch. */
export type Recipient = Pick<Row<'webhook_subscriptions'>, 'id' | 'epoch'>;

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
        's.event_id as pinned_event',
        's.client_id',
        'c.all_events',
        'g.event_id as granted_event',
      ])
      .where('s.organiser_id', '=', $('organiser_id'))
      .where('s.is_active', '=', YES)
      .orderBy('s.id'),
);

/** Who gets the event, in the order of their ids. Names match exactly (§6.2). */
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
          readTexts(subscription.events)?.includes(name),
      )
      .map(({ id, epoch }) => ({ id, epoch }));
  });
}

/**
 * Whether the client of a subscription, if it has one, may see an event now. A client that is limited to events gets deliveries of
 * those and of nothing else, so none without an event.
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

const moveUp = prepareQuery((db, $: Parameter<{ id: number; now: Instant }>) =>
  db
    .updateTable('webhook_subscriptions')
    .set({ next_due_at: $('now') })
    .where('id', '=', $('id'))
    .where((eb) => eb.or([eb('next_due_at', 'is', null), eb('next_due_at', '>', $('now'))])),
);

/** Writes what happened and one delivery, due now, to each recipient. */
export async function insertDeliveries(
  tx: WriteTransaction,
  message: Omit<Row<'webhook_messages'>, 'id' | 'created_at'>,
  to: readonly Recipient[],
): Promise<void> {
  const { now } = tx;
  const { id: message_id } = await tx.insert('webhook_messages', { ...message, created_at: now });
  for (const { id, epoch } of to) {
    await tx.insert('webhook_deliveries', {
      reference: tx.newReference('delivery'),
      subscription_id: id,
      message_id,
      status: 'pending',
      epoch,
      attempts: 0,
      scheduled_attempts: 0,
      due_at: now,
      claim: null,
      created_at: now,
    });
    await tx.run(moveUp, { id, now });
  }
}

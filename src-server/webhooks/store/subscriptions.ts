import type { ExpressionBuilder } from 'kysely';
import { instantFromMicros } from '../../../shared/instant.ts';
import type { Row, Tables } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import type { WebhookEventName } from '../../../shared/resources/webhook-events.ts';
import { newRow, readTexts } from '../../store/rows.ts';
import { PENDING } from './literals.ts';

export type SubscriptionRow = Row<'webhook_subscriptions'>;

export function insertSubscription(
  tx: WriteTransaction,
  subscription: Pick<
    SubscriptionRow,
    'organiser_id' | 'client_id' | 'event_id' | 'url' | 'events' | 'secret'
  >,
): Promise<SubscriptionRow> {
  return tx.insert('webhook_subscriptions', {
    ...newRow(tx, 'webhook'),
    ...subscription,
    former_secrets: '[]',
    own_headers: null,
    is_active: 1,
    disabled_reason: null,
    epoch: 0,
    is_failing: 0,
    next_due_at: null,
    served_at: instantFromMicros(0),
    needs_sweep: 0,
    deleted_at: null,
  });
}

/** Undefined for a deleted subscription. */
export async function findSubscription(
  tx: ReadTransaction,
  reference: string,
): Promise<SubscriptionRow | undefined> {
  return tx.db
    .selectFrom('webhook_subscriptions')
    .selectAll()
    .where('reference', '=', reference)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function listClientSubscriptions(
  tx: ReadTransaction,
  clientRowId: number,
): Promise<readonly SubscriptionRow[]> {
  return tx.db
    .selectFrom('webhook_subscriptions')
    .selectAll()
    .where('client_id', '=', clientRowId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function countClientSubscriptions(
  tx: ReadTransaction,
  clientRowId: number,
): Promise<number> {
  const { count } = await tx.db
    .selectFrom('webhook_subscriptions')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('client_id', '=', clientRowId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of every organiser, created in their name rather than by a client. */
export function listConsoleSubscriptions(tx: ReadTransaction): Promise<SubscriptionRow[]> {
  return tx.db
    .selectFrom('webhook_subscriptions')
    .selectAll()
    .where('client_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** When the earliest pending delivery of the subscription is due. */
export function earliestDue(eb: ExpressionBuilder<Tables, 'webhook_subscriptions'>) {
  return eb
    .selectFrom('webhook_deliveries')
    .select('webhook_deliveries.due_at')
    .whereRef('webhook_deliveries.subscription_id', '=', 'webhook_subscriptions.id')
    .whereRef('webhook_deliveries.epoch', '=', 'webhook_subscriptions.epoch')
    .where('webhook_deliveries.status', '=', PENDING)
    .orderBy('webhook_deliveries.due_at')
    .limit(1);
}

/** Used to deactivate and to delete: pending deliveries then belong to an ended epoch. */
function ended(eb: ExpressionBuilder<Tables, 'webhook_subscriptions'>) {
  return {
    is_active: 0,
    is_failing: 0,
    next_due_at: null,
    needs_sweep: 1,
    epoch: eb('epoch', '+', 1),
  } as const;
}

/** Returns false if that epoch of the subscription had already ended. */
export async function deactivateSubscription(
  tx: WriteTransaction,
  { id, epoch, reason }: { readonly id: number; readonly epoch: number; readonly reason: string },
): Promise<boolean> {
  const updated_at = tx.timestamp();
  const { numUpdatedRows } = await tx.db
    .updateTable('webhook_subscriptions')
    .set((eb) => ({ ...ended(eb), disabled_reason: reason, updated_at }))
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('is_active', '=', 1)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

type OfClient = Pick<SubscriptionRow, 'id' | 'organiser_id' | 'client_id' | 'reference'>;

export function getWithEvent(
  tx: ReadTransaction,
  id: number,
): Promise<OfClient & { readonly event_reference: string | null }> {
  return tx.db
    .selectFrom('webhook_subscriptions as s')
    .leftJoin('events as e', 'e.id', 's.event_id')
    .select(['s.id', 's.organiser_id', 's.client_id', 's.reference'])
    .select('e.reference as event_reference')
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The other active subscriptions of the same client, or of no client and the same organiser, to events of that name. */
export async function listOthers(
  tx: ReadTransaction,
  { id, organiser_id, client_id }: OfClient,
  name: WebhookEventName,
): Promise<readonly Pick<SubscriptionRow, 'id' | 'epoch'>[]> {
  const active = await tx.db
    .selectFrom('webhook_subscriptions')
    .select(['id', 'epoch', 'events'])
    .where('organiser_id', '=', organiser_id)
    .where('client_id', client_id === null ? 'is' : '=', client_id)
    .where('id', '!=', id)
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute();
  return active.filter(({ events }) => readTexts(events)?.includes(name));
}

/** Subscriptions that were already inactive keep their reason. */
export async function deactivateClientSubscriptions(
  tx: WriteTransaction,
  clientRowId: number,
  reason: string,
): Promise<void> {
  const updated_at = tx.timestamp();
  await tx.db
    .updateTable('webhook_subscriptions')
    .set((eb) => ({ ...ended(eb), disabled_reason: reason, updated_at }))
    .where('client_id', '=', clientRowId)
    .where('is_active', '=', 1)
    .execute();
}

/** Erases the secrets immediately; the row stays until its log has been pruned. */
export async function deleteSubscriptionRow(tx: WriteTransaction, id: number): Promise<void> {
  const timestamp = tx.timestamp();
  await tx.db
    .updateTable('webhook_subscriptions')
    .set((eb) => ({
      ...ended(eb),
      secret: '',
      former_secrets: '[]',
      own_headers: null,
      deleted_at: timestamp,
      updated_at: timestamp,
    }))
    .where('id', '=', id)
    .execute();
}

export function activateSubscription(tx: WriteTransaction, id: number): Promise<SubscriptionRow> {
  return tx.db
    .updateTable('webhook_subscriptions')
    .set({ is_active: 1, disabled_reason: null, is_failing: 0, updated_at: tx.timestamp() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Call it in `writeFenced` if url or secret change: what was claimed with the former ones is claimed again. */
export function updateSubscriptionRow(
  tx: WriteTransaction,
  id: number,
  changes: Partial<
    Pick<SubscriptionRow, 'url' | 'events' | 'secret' | 'former_secrets' | 'own_headers'>
  >,
): Promise<SubscriptionRow> {
  return (
    tx.db
      .updateTable('webhook_subscriptions')
      // Setting the epoch increments the version of `deliveries`, so that senders check the rows again.
      .set((eb) => ({ ...changes, epoch: eb.ref('epoch'), updated_at: tx.timestamp() }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** Subscriptions of the organiser that were switched off with a reason, or whose last attempt failed, the latest change first. */
export function listTroubledSubscriptions(
  tx: ReadTransaction,
  organiserId: number,
  limit: number,
): Promise<readonly SubscriptionRow[]> {
  return tx.db
    .selectFrom('webhook_subscriptions')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('is_active', '=', 0), eb('disabled_reason', 'is not', null)]),
        eb('is_failing', '=', 1),
      ]),
    )
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
}

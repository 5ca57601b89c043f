import { prepareQuery, type Parameter } from '../database/prepared-query.ts';
import type { Changes, Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { expectRow, newRow } from './new-row.ts';

export type EventRow = Row<'events'>;
export type NewEvent = Omit<
  EventRow,
  'id' | 'reference' | 'created_at' | 'updated_at' | 'deleted_at'
>;

export function insertEvent(tx: WriteTransaction, event: NewEvent): Promise<EventRow> {
  return tx.db
    .insertInto('events')
    .values({ ...newRow(tx, 'event'), ...event, deleted_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findEvent(tx: ReadTransaction, reference: string): Promise<EventRow | undefined> {
  return tx.db
    .selectFrom('events')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
}

const byId = prepareQuery((db, $: Parameter<{ id: number }>) =>
  db.selectFrom('events').selectAll().where('id', '=', $('id')),
);

export async function getEvent(tx: ReadTransaction, id: number): Promise<EventRow> {
  return expectRow(await tx.first(byId, { id }), 'events', id);
}

export function findEventBySlug(
  tx: ReadTransaction,
  organiserId: number,
  slug: string,
): Promise<EventRow | undefined> {
  return tx.db
    .selectFrom('events')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .where('slug', '=', slug)
    .executeTakeFirst();
}

/** Those that are not archived, newest first: of one organiser, or of all. */
export function listEvents(
  tx: ReadTransaction,
  organiserId: number | null,
): Promise<readonly EventRow[]> {
  const events = tx.db.selectFrom('events').selectAll().where('deleted_at', 'is', null);
  const chosen = organiserId === null ? events : events.where('organiser_id', '=', organiserId);
  return chosen.orderBy('id', 'desc').execute();
}

export function updateEvent(
  tx: WriteTransaction,
  id: number,
  changes: Changes<'events'>,
): Promise<EventRow> {
  return tx.db
    .updateTable('events')
    .set({ ...changes, updated_at: tx.stamp() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What the setup of each event says changed, though no row of an event did: whoever follows one hears of it at once. */
export async function touchEvents(tx: WriteTransaction, organiserId: number): Promise<void> {
  const events = await tx.db
    .selectFrom('events')
    .select('id')
    .where('organiser_id', '=', organiserId)
    .execute();
  for (const { id } of events) await updateEvent(tx, id, {});
}

export async function hasOrders(tx: ReadTransaction, eventId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('orders')
    .select('id')
    .where('event_id', '=', eventId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

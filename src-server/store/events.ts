import type { Instant } from '../../shared/instant.ts';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { findByReference, getById, listByIds, newRow, updateById } from './rows.ts';

export type EventRow = Row<'events'>;
export type NewEvent = Omit<
  EventRow,
  'id' | 'reference' | 'created_at' | 'updated_at' | 'deleted_at'
>;

export function insertEvent(tx: WriteTransaction, event: NewEvent): Promise<EventRow> {
  return tx.insert('events', { ...newRow(tx, 'event'), ...event, deleted_at: null });
}

export const findEvent = findByReference('events');

export const getEvent = getById('events');

export const listEvents = listByIds('events');

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

/** The events of every organiser that have the slug, each with its organiser. */
export function listEventsBySlug(tx: ReadTransaction, slug: string) {
  return tx.db
    .selectFrom('events')
    .innerJoin('organisers', 'organisers.id', 'events.organiser_id')
    .select(['events.reference', 'organisers.reference as organiser', 'organisers.display_name'])
    .where('events.slug', '=', slug)
    .orderBy('events.id')
    .execute();
}

/** Events that are not archived, newest first, of one organiser or of all. */
export function listEventRows(
  tx: ReadTransaction,
  organiserId: number | null,
): Promise<readonly EventRow[]> {
  const events = tx.db.selectFrom('events').selectAll().where('deleted_at', 'is', null);
  const chosen = organiserId === null ? events : events.where('organiser_id', '=', organiserId);
  return chosen.orderBy('id', 'desc').execute();
}

export const updateEventRow = updateById('events');

/**
 * Updates `updated_at` of the organiser's events after a change of their setup that is stored elsewhere, so that stations following
 * them learn of it immediately.
 */
export async function touchEvents(tx: WriteTransaction, organiserId: number): Promise<void> {
  const events = await tx.db
    .selectFrom('events')
    .select('id')
    .where('organiser_id', '=', organiserId)
    .execute();
  for (const { id } of events) await updateEventRow(tx, id, {});
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

/** Published events of the organiser that had not ended then, by their start; those without times are left out. */
export function listUpcomingEvents(
  tx: ReadTransaction,
  { organiserId, after, limit }: UpcomingChoice,
): Promise<readonly EventRow[]> {
  return tx.db
    .selectFrom('events')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'published')
    .where((eb) => eb(eb.fn.coalesce('ends_at', 'starts_at'), '>', after))
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Published events of the organiser that have neither times nor sessions, the newest first. */
export function listUndatedEvents(
  tx: ReadTransaction,
  { organiserId, limit }: Omit<UpcomingChoice, 'after'>,
): Promise<readonly EventRow[]> {
  return tx.db
    .selectFrom('events')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'published')
    .where('starts_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.event_id', '=', 'events.id'),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export interface UpcomingChoice {
  readonly organiserId: number;
  readonly after: Instant;
  readonly limit: number;
}

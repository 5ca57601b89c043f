import { Cached } from '../database/cached.ts';
import type { Changes, Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { prepareQuery, type Parameter } from '../database/prepared-query.ts';
import { expectRow, newRow } from './rows.ts';

export type LocationRow = Row<'locations'>;

const byEvent = prepareQuery((db, $: Parameter<{ eventId: number }>) =>
  db.selectFrom('locations').selectAll().where('event_id', '=', $('eventId')),
);

const byReference = prepareQuery((db, $: Parameter<{ reference: string }>) =>
  db.selectFrom('locations').selectAll().where('reference', '=', $('reference')),
);

export function insertLocation(
  tx: WriteTransaction,
  location: Pick<LocationRow, 'event_id' | 'name'>,
): Promise<LocationRow> {
  return tx.db
    .insertInto('locations')
    .values({ ...newRow(tx, 'location'), ...location, archived_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateLocationRow(
  tx: WriteTransaction,
  id: number,
  changes: Changes<'locations'>,
): Promise<LocationRow> {
  return tx.db
    .updateTable('locations')
    .set({ ...changes, updated_at: tx.timestamp() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findLocation(
  tx: ReadTransaction,
  reference: string,
): Promise<LocationRow | undefined> {
  return tx.first(byReference, { reference });
}

const byId = prepareQuery((db, $: Parameter<{ id: number }>) =>
  db.selectFrom('locations').selectAll().where('id', '=', $('id')),
);

export async function getLocation(tx: ReadTransaction, id: number): Promise<LocationRow> {
  return expectRow(await tx.first(byId, { id }), 'locations', id);
}

/** Oldest first, including archived ones. */
export async function listLocations(
  tx: ReadTransaction,
  eventId: number,
): Promise<readonly LocationRow[]> {
  const rows = await tx.all(byEvent, { eventId });
  return rows.toSorted((one, other) => one.id - other.id);
}

const cached = new Cached<number, readonly LocationRow[]>('setup');

/** The same from the cache, for every scan. */
export function eventLocations(
  tx: ReadTransaction,
  eventId: number,
): Promise<readonly LocationRow[]> {
  return cached.get(tx, eventId, () => listLocations(tx, eventId));
}

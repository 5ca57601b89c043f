import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { compileStatement } from '../database/query.ts';
import { expectRow, newRow } from './new-row.ts';

export type LocationRow = Row<'locations'>;

const byEvent = compileStatement((db) =>
  db.selectFrom('locations').selectAll().where('event_id', '=', 0),
);

const byReference = compileStatement((db) =>
  db.selectFrom('locations').selectAll().where('reference', '=', ''),
);

export function insertLocation(
  tx: WriteTransaction,
  location: Pick<LocationRow, 'event_id' | 'name'>,
): Promise<LocationRow> {
  return tx.db
    .insertInto('locations')
    .values({ ...newRow(tx, 'location'), ...location })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findLocation(
  tx: ReadTransaction,
  reference: string,
): Promise<LocationRow | undefined> {
  return tx.first(byReference, [reference]);
}

const byId = compileStatement((db) => db.selectFrom('locations').selectAll().where('id', '=', 0));

export async function getLocation(tx: ReadTransaction, id: number): Promise<LocationRow> {
  return expectRow(await tx.first(byId, [id]), 'locations', id);
}

/** In the order in which they were made. */
export async function listLocations(
  tx: ReadTransaction,
  eventId: number,
): Promise<readonly LocationRow[]> {
  const rows = await tx.all(byEvent, [eventId]);
  return rows.toSorted((one, other) => one.id - other.id);
}

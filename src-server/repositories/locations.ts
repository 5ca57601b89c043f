import type { Row } from '../db/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../db/transaction.ts';
import { compileStatement } from '../db/query.ts';
import { newRow } from './new-row.ts';

export type LocationRow = Row<'locations'>;

const byEvent = compileStatement((db) =>
  db.selectFrom('locations').selectAll().where('event_id', '=', 0).orderBy('id'),
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

/** In the order in which they were made. */
export function listLocations(
  tx: ReadTransaction,
  eventId: number,
): Promise<readonly LocationRow[]> {
  return tx.all(byEvent, [eventId]);
}

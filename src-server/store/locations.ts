import { Cached } from '../database/cached.ts';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { findByReference, getById, listByOwner, newRow, updateById } from './rows.ts';

export type LocationRow = Row<'locations'>;

export function insertLocation(
  tx: WriteTransaction,
  location: Pick<LocationRow, 'event_id' | 'name' | 'direction'>,
): Promise<LocationRow> {
  return tx.insert('locations', { ...newRow(tx, 'location'), ...location, archived_at: null });
}

export const updateLocationRow = updateById('locations');

export const findLocation = findByReference('locations');

export const getLocation = getById('locations');

/** Oldest first, including archived ones. */
export const listLocations = listByOwner('locations', 'event_id');

const cached = new Cached<number, readonly LocationRow[]>('setup');

/** The same from the cache, for every scan. */
export function eventLocations(
  tx: ReadTransaction,
  eventId: number,
): Promise<readonly LocationRow[]> {
  return cached.get(tx, eventId, () => listLocations(tx, eventId));
}

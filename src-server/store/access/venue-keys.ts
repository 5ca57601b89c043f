import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export type VenueKeyRow = Row<'venue_keys'>;

/** The newest two, newest first: the current key and the one that is still accepted. */
export function listVenueKeys(
  tx: ReadTransaction,
  eventId: number,
): Promise<readonly VenueKeyRow[]> {
  return tx.db
    .selectFrom('venue_keys')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
}

export async function insertVenueKey(
  tx: WriteTransaction,
  eventId: number,
  value: Buffer,
): Promise<void> {
  const key = { event_id: eventId, value, created_at: tx.now };
  await tx.db.insertInto('venue_keys').values(key).execute();
}

/** Deletes every key except those given. */
export async function deleteVenueKeys(
  tx: WriteTransaction,
  eventIds: readonly number[],
  except: readonly number[] = [],
): Promise<void> {
  if (eventIds.length === 0) return;
  await tx.db
    .deleteFrom('venue_keys')
    .where('event_id', 'in', eventIds)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .execute();
}

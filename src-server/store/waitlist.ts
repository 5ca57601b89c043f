import { sql } from 'kysely';
import { mailboxKey } from '../database/mailbox-key.ts';
import type { Instant } from '../../shared/instant.ts';
import type { Row, WaitlistStatus } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { findByReference, listByIds, newRow, updateById } from './rows.ts';

export type WaitlistEntryRow = Row<'waitlist_entries'>;
/** The column that names the sellable waited for. */
export type SellableColumn = 'ticket_type_id' | 'add_on_id';

export function insertWaitlistEntry(
  tx: WriteTransaction,
  entry: Pick<WaitlistEntryRow, 'event_id' | 'ticket_type_id' | 'add_on_id' | 'email' | 'quantity'>,
): Promise<WaitlistEntryRow> {
  return tx.insert('waitlist_entries', {
    ...newRow(tx, 'waitlistEntry'),
    ...entry,
    status: 'waiting',
    offered_at: null,
    offer_expires_at: null,
    order_id: null,
  });
}

export const findWaitlistEntry = findByReference('waitlist_entries');

export const listWaitlistEntries = listByIds('waitlist_entries');

export const updateWaitlistEntry = updateById('waitlist_entries');

/** The entry that has waited longest. */
export function firstWaiting(
  tx: ReadTransaction,
  column: SellableColumn,
  sellableId: number,
): Promise<WaitlistEntryRow | undefined> {
  return tx.db
    .selectFrom('waitlist_entries')
    .selectAll()
    .where(column, '=', sellableId)
    .where('status', '=', 'waiting')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Places held by offers that have not lapsed. */
export async function countHeldPlaces(
  tx: ReadTransaction,
  column: SellableColumn,
  sellableId: number,
  now: Instant,
): Promise<number> {
  const row = await tx.db
    .selectFrom('waitlist_entries')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('quantity'), eb.lit(0)).as('held'))
    .where(column, '=', sellableId)
    .where('status', '=', 'offered')
    .where('offer_expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return row.held;
}

/** Expired offers, oldest first. The status is a literal, so that the partial index applies. */
export function listLapsedOffers(
  tx: ReadTransaction,
  now: Instant,
  limit: number,
): Promise<readonly WaitlistEntryRow[]> {
  return tx.db
    .selectFrom('waitlist_entries')
    .selectAll()
    .where('status', '=', sql.lit<WaitlistStatus>('offered'))
    .where('offer_expires_at', '<=', now)
    .orderBy('offer_expires_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Removes an erased person from all of the organiser's waiting lists and returns the entries. The rows stay, without the address.
 */
export async function eraseWaitlistEmail(
  tx: WriteTransaction,
  organiserId: number,
  key: string,
): Promise<readonly WaitlistEntryRow[]> {
  const entries = await tx.db
    .selectFrom('waitlist_entries')
    .innerJoin('events', 'events.id', 'waitlist_entries.event_id')
    .selectAll('waitlist_entries')
    .where('events.organiser_id', '=', organiserId)
    .where('waitlist_entries.email', '<>', '')
    .execute();
  const theirs = entries.filter((entry) => mailboxKey(entry.email) === key);
  for (const entry of theirs) {
    const status = entry.status === 'converted' ? 'converted' : 'expired';
    await updateWaitlistEntry(tx, entry.id, { email: '', status });
  }
  return theirs;
}

/** Sellables of the event that have a waiting list. */
export function listWaitedFor(
  tx: ReadTransaction,
  eventId: number,
): Promise<readonly Pick<WaitlistEntryRow, 'ticket_type_id' | 'add_on_id'>[]> {
  return tx.db
    .selectFrom('waitlist_entries')
    .select(['ticket_type_id', 'add_on_id'])
    .distinct()
    .where('event_id', '=', eventId)
    .where('status', '=', 'waiting')
    .execute();
}

import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import type { UpcomingChoice } from './events.ts';
import { findByReference, getById, listByOwner, newRow, updateById } from './rows.ts';

export type SessionRow = Row<'sessions'>;

export function insertSession(
  tx: WriteTransaction,
  session: Pick<SessionRow, 'event_id' | 'name' | 'starts_at' | 'ends_at'>,
): Promise<SessionRow> {
  return tx.insert('sessions', { ...newRow(tx, 'session'), ...session, cancelled_at: null });
}

export const findSession = findByReference('sessions');

export const getSession = getById('sessions');

export const updateSessionRow = updateById('sessions');

/** Oldest first. */
export const listEventSessions = listByOwner('sessions', 'event_id');

/** Updates `updated_at` of the event's sessions after a change of something else that they show. */
export async function touchSessions(tx: WriteTransaction, eventId: number): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ updated_at: tx.timestamp() })
    .where('event_id', '=', eventId)
    .execute();
}

/** Sessions of the organiser's published events that had not ended then and were not cancelled, by their start. */
export function listUpcomingSessions(
  tx: ReadTransaction,
  { organiserId, after, limit }: UpcomingChoice,
): Promise<readonly SessionRow[]> {
  return tx.db
    .selectFrom('sessions as s')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .selectAll('s')
    .where('e.organiser_id', '=', organiserId)
    .where('e.deleted_at', 'is', null)
    .where('e.status', '=', 'published')
    .where('s.ends_at', '>', after)
    .where('s.cancelled_at', 'is', null)
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .limit(limit)
    .execute();
}

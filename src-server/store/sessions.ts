import { prepareQuery, type Parameter } from '../database/prepared-query.ts';
import type { Changes, Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { expectRow, newRow } from './rows.ts';

export type SessionRow = Row<'sessions'>;

export function insertSession(
  tx: WriteTransaction,
  session: Pick<SessionRow, 'event_id' | 'name' | 'starts_at' | 'ends_at'>,
): Promise<SessionRow> {
  return tx.db
    .insertInto('sessions')
    .values({ ...newRow(tx, 'session'), ...session, cancelled_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const byReference = prepareQuery((db, $: Parameter<{ reference: string }>) =>
  db.selectFrom('sessions').selectAll().where('reference', '=', $('reference')),
);

export function findSession(
  tx: ReadTransaction,
  reference: string,
): Promise<SessionRow | undefined> {
  return tx.first(byReference, { reference });
}

const byId = prepareQuery((db, $: Parameter<{ id: number }>) =>
  db.selectFrom('sessions').selectAll().where('id', '=', $('id')),
);

export async function getSession(tx: ReadTransaction, id: number): Promise<SessionRow> {
  return expectRow(await tx.first(byId, { id }), 'sessions', id);
}

export function updateSessionRow(
  tx: WriteTransaction,
  id: number,
  changes: Changes<'sessions'>,
): Promise<SessionRow> {
  return tx.db
    .updateTable('sessions')
    .set({ ...changes, updated_at: tx.timestamp() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Oldest first. */
export function listEventSessions(
  tx: ReadTransaction,
  eventId: number,
): Promise<readonly SessionRow[]> {
  return tx.db
    .selectFrom('sessions')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
}

/** Updates `updated_at` of the event's sessions after a change of something else that they show. */
export async function touchSessions(tx: WriteTransaction, eventId: number): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ updated_at: tx.timestamp() })
    .where('event_id', '=', eventId)
    .execute();
}

import { prepareQuery, type AmongParameter, type Parameter } from '../database/prepared-query.ts';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { findByReference, newRow, updateById } from './rows.ts';

export type ConflictRow = Row<'conflicts'>;

type References = { readonly references: readonly string[] };

const byTickets = prepareQuery(
  (db, _: Parameter<References>, isAmong: AmongParameter<References>) =>
    db
      .selectFrom('tickets as t')
      .innerJoin('conflicts as c', 'c.ticket_id', 't.id')
      .where(isAmong('t.reference', 'references'))
      .selectAll('c'),
);

/** Every conflict of the tickets with these references, including withdrawn ones, in no particular order. */
export function listConflictsOfTickets(
  tx: ReadTransaction,
  references: readonly string[],
): Promise<readonly ConflictRow[]> {
  return tx.all(byTickets, { references });
}

/** The same of scans, by their numbers. */
export function listConflictsOfScans(
  tx: ReadTransaction,
  scanIds: readonly number[],
): Promise<readonly ConflictRow[]> {
  return tx.db.selectFrom('conflicts').selectAll().where('scan_id', 'in', scanIds).execute();
}

export function insertConflict(
  tx: WriteTransaction,
  conflict: Pick<
    ConflictRow,
    'event_id' | 'ticket_id' | 'kind' | 'scan_id' | 'other_scan_id' | 'expected_reason'
  >,
): Promise<ConflictRow> {
  return tx.insert('conflicts', {
    ...newRow(tx, 'conflict'),
    ...conflict,
    state: 'open',
    note: null,
    resolved_by: null,
    resolved_at: null,
    deleted_at: null,
  });
}

export const updateConflict = updateById('conflicts');

/** Of one event, or of all. */
export async function countOpenConflicts(
  tx: ReadTransaction,
  eventId: number | null = null,
): Promise<number> {
  const { count } = await tx.db
    .selectFrom('conflicts')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .$if(eventId !== null, (query) => query.where('event_id', '=', eventId ?? 0))
    .where('state', '=', 'open')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findConflict = findByReference('conflicts');

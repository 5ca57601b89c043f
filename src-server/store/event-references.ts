import type { ReadTransaction } from '../database/transaction.ts';

/** The reference of the event that each of these rows belongs to, by the row's own. */
export async function readEventReferences(
  tx: ReadTransaction,
  table: 'conflicts' | 'entry_scans' | 'releases',
  ids: readonly number[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .selectFrom(tx.db.dynamic.table<'conflicts' | 'entry_scans' | 'releases'>(table).as('t'))
    .innerJoin('events as e', 'e.id', 't.event_id')
    .select(['t.reference as row', 'e.reference as event'])
    .where('t.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ row, event }) => [row, event]));
}

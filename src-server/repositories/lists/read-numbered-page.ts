import type { CompiledStatement } from '../../database/query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { countRows, type KnownTotals } from './count-rows.ts';
import { joinConditions, type ListRow, type ListSelection } from './list-source.ts';
import { readResources } from './read-rows.ts';

export interface Paging {
  readonly page: number;
  readonly perPage: number;
}

/** One page, newest first (`created_at` descending, then reference descending), and how many rows there are in all. */
export async function readNumberedPage<Row extends ListRow, Resource>(
  tx: ReadTransaction,
  selection: ListSelection<Row, Resource>,
  paging: Paging,
): Promise<{ readonly rows: readonly Resource[]; readonly total: number }> {
  const { keys, total } = await readNumberedKeys(tx, selection, paging, new Map());
  return { rows: await readResources(tx, selection.source, keys), total };
}

/** The same without the rows: which they are, in order. */
export async function readNumberedKeys<Row extends ListRow, Resource>(
  tx: ReadTransaction,
  selection: ListSelection<Row, Resource>,
  { page, perPage }: Paging,
  known: KnownTotals,
): Promise<{ readonly keys: readonly ListRow[]; readonly total: number }> {
  const total = await countRows(tx, selection, known);
  const offset = (page - 1) * perPage;
  if (offset >= total) return { keys: [], total };
  const where = joinConditions(selection.conditions);
  const select: CompiledStatement<ListRow> = {
    sql: `select t.id, t.reference, t.updated_at from ${selection.source.table} t where ${where.sql}
      order by t.created_at desc, t.reference desc limit ? offset ?`,
  };
  return { keys: await tx.all(select, [...where.params, perPage, offset]), total };
}

import type { Instant } from '../../../shared/instant.ts';
import type { CompiledStatement } from '../../database/query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { changeColumn, joinConditions, type ListRow, type ListSelection } from './list-source.ts';

/** Totals by what was counted, each with the newest change of its partition at that time. */
export type KnownTotals = Map<string, { readonly newest: Instant | null; readonly total: number }>;

/** Lists and filters that are asked for at the same time; beyond it all are forgotten. */
const MAX_KNOWN = 1_000;

/**
 * How many rows a selection has. Counting takes time with their number; the newest change of a partition is one look-up, and
 * every row that comes or goes is a newer one. So a partition without a newer change still has the total that it had.
 */
export async function countRows<Row extends ListRow, Resource>(
  tx: ReadTransaction,
  selection: ListSelection<Row, Resource>,
  known: KnownTotals,
): Promise<number> {
  const { source, conditions, partition = null } = selection;
  const where = joinConditions(conditions);
  if (partition === null) return count(tx, source.table, where);
  const select: CompiledStatement<{ newest: Instant | null }> = {
    sql: `select max(${changeColumn(source)}) as newest from ${source.table} t where ${partition.sql}`,
  };
  const newest = (await tx.first(select, partition.params))?.newest ?? null;
  const key = JSON.stringify([source.table, where]);
  const earlier = known.get(key);
  if (earlier !== undefined && earlier.newest === newest) return earlier.total;
  const total = await count(tx, source.table, where);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, { newest, total });
  return total;
}

async function count(
  tx: ReadTransaction,
  table: string,
  where: ReturnType<typeof joinConditions>,
): Promise<number> {
  const select: CompiledStatement<{ total: number }> = {
    sql: `select count(*) as total from ${table} t where ${where.sql}`,
  };
  return (await tx.first(select, where.params))?.total ?? 0;
}

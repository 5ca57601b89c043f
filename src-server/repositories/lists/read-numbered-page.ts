import type { CompiledStatement } from '../../db/query.ts';
import type { ReadTransaction } from '../../db/transaction.ts';
import { joinConditions, type ListRow, type ListSelection } from './list-source.ts';

/** One page, newest first (`created_at` descending, then reference descending), and how many rows there are in all. */
export async function readNumberedPage<Row extends ListRow, Resource>(
  tx: ReadTransaction,
  { source, conditions }: ListSelection<Row, Resource>,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: readonly Resource[]; readonly total: number }> {
  const where = joinConditions(conditions);
  const count: CompiledStatement<{ total: number }> = {
    sql: `select count(*) as total from ${source.table} t where ${where.sql}`,
  };
  const total = (await tx.first(count, where.params))?.total ?? 0;
  const offset = (page - 1) * perPage;
  if (offset >= total) return { rows: [], total };
  // The page is cut before the joins, so that skipped rows cost no look-ups.
  const select: CompiledStatement<Row> = {
    sql: `select ${source.columns} from (
        select t.id as page_id from ${source.table} t where ${where.sql}
        order by t.created_at desc, t.reference desc limit ? offset ?
      ) cross join ${source.table} t on t.id = page_id ${source.joins}
      order by t.created_at desc, t.reference desc`,
  };
  const rows = await tx.all(select, [...where.params, perPage, offset]);
  return { rows: await source.toResources(tx, rows), total };
}

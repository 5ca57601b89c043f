import type { CompiledStatement } from '../../database/query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { joinConditions, type ListRow, type ListSelection } from './list-source.ts';

/** The resource with that reference, if the selection contains it. */
export async function findOne<Row extends ListRow, Resource>(
  tx: ReadTransaction,
  { source, conditions }: ListSelection<Row, Resource>,
  reference: string,
): Promise<Resource | null> {
  const where = joinConditions([...conditions, { sql: 't.reference = ?', params: [reference] }]);
  const select: CompiledStatement<Row> = {
    sql: `select ${source.columns} from ${source.table} t ${source.joins} where ${where.sql}`,
  };
  const row = await tx.first(select, where.params);
  if (row === undefined) return null;
  return (await source.toResources(tx, [row]))[0] ?? null;
}

import type { CompiledStatement } from '../database/query.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { joinConditions, type ListRow, type ListSelection } from './lists/list-source.ts';

/** Every resource of a selection that is known to be small, in the order in which the rows were made. */
export async function findAll<Row extends ListRow, Resource>(
  tx: ReadTransaction,
  { source, conditions }: ListSelection<Row, Resource>,
): Promise<readonly Resource[]> {
  const where = joinConditions(conditions);
  const select: CompiledStatement<Row> = {
    sql: `select ${source.columns} from ${source.table} t ${source.joins} where ${where.sql} order by t.id`,
  };
  return source.toResources(tx, await tx.all(select, where.params));
}

import type { ReadTransaction } from '../../database/transaction.ts';
import type { RowReader } from '../../rules/require-row.ts';

/** The row that a filter names; undefined without the filter. */
export async function rowOf<Row>(
  tx: ReadTransaction,
  read: RowReader<Row>,
  named: string | undefined,
): Promise<Row | undefined> {
  return named === undefined ? undefined : read(tx, named);
}

/** Its id. */
export async function idOf(
  tx: ReadTransaction,
  read: RowReader<{ readonly id: number }>,
  named: string | undefined,
): Promise<number | undefined> {
  return (await rowOf(tx, read, named))?.id;
}

/** Awaits one after the other, because a transaction runs one query at a time. */
export async function inOrder<From, To>(
  items: readonly From[],
  read: (item: From) => Promise<To>,
): Promise<readonly To[]> {
  const found: To[] = [];
  for (const item of items) found.push(await read(item));
  return found;
}

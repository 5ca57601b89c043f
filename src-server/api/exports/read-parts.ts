import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { Part } from '../../store/exports.ts';

/** Rows of one read. */
export const PART_ROWS = 500;

/** All rows that `list` returns part by part, each in its own read transaction, as `make` reads them. */
export async function* readParts<Row extends { readonly id: number }, Made>(
  database: Pick<Database, 'read'>,
  list: (tx: ReadTransaction, part: Part) => Promise<readonly Row[]>,
  make: (rows: readonly Row[], tx: ReadTransaction) => readonly Made[] | Promise<readonly Made[]>,
): AsyncGenerator<readonly Made[]> {
  let after = 0;
  for (;;) {
    const { made, last } = await database.read(async (tx) => {
      const rows = await list(tx, { after, limit: PART_ROWS });
      return { made: rows.length === 0 ? [] : await make(rows, tx), last: rows.at(-1) };
    });
    if (last === undefined) return;
    yield made;
    after = last.id;
  }
}

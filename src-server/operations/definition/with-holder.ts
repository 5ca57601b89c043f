import type { ReadTransaction } from '../../database/transaction.ts';
import { readEventsAndHolders } from '../../store/events-and-holders.ts';

interface Referenced {
  readonly reference: string;
}

/** The `describe` of a list whose rows the API shows below their event: each with that event's reference, and with who holds its ticket. */
export function withHolder<Row extends Referenced>(
  table: Parameters<typeof readEventsAndHolders>[1],
  read: (tx: ReadTransaction, ids: readonly number[]) => Promise<readonly Row[]>,
) {
  return async (tx: ReadTransaction, ids: readonly number[]) => {
    const known = await readEventsAndHolders(tx, table, ids);
    const rows = await read(tx, ids);
    return rows.map((row) => ({
      ...row,
      ...(known.get(row.reference) ?? { event: null, holder: null }),
    }));
  };
}

import type { ReadTransaction } from '../../database/transaction.ts';
import { readEventReferences } from '../../store/event-references.ts';

interface Referenced {
  readonly reference: string;
}

/** The `describe` of a list whose rows the API shows below their event: each with that event's reference. */
export function withEvent<Row extends Referenced>(
  table: Parameters<typeof readEventReferences>[1],
  read: (tx: ReadTransaction, ids: readonly number[]) => Promise<readonly Row[]>,
) {
  return async (tx: ReadTransaction, ids: readonly number[]) => {
    const events = await readEventReferences(tx, table, ids);
    const rows = await read(tx, ids);
    return rows.map((row) => ({ ...row, event: events.get(row.reference) ?? null }));
  };
}

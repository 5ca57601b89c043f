import {
  ImportError,
  importOrders,
  type ImportedOrder,
  type ImportProblem,
} from '../../domain/sales/import-orders.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { Delimiter } from './read-csv.ts';
import { readImportColumns, readImportRows, type ImportOptions } from './read-import-rows.ts';

/** What came of a file. Without `is_kept` nothing was placed: it was tried, or it has problems. */
export interface ImportReport {
  readonly event: string;
  readonly is_kept: boolean;
  readonly lines: number;
  readonly orders: number;
  readonly tickets: number;
  /** Orders that are there already. */
  readonly skipped: number;
  /** Of `orders`: those that another import of the file would place again. */
  readonly without_external_id: number;
  readonly delimiter: Delimiter;
  readonly ignored_columns: readonly string[];
  /** Every line that cannot be imported. */
  readonly problems: readonly ImportProblem[];
  readonly data: readonly ImportedOrder[];
}

/** Places the orders of a file, all of them or none, whose lines with problems it reports. Whoever calls it rolls back what is not to be kept. */
export async function importFile(
  tx: WriteTransaction,
  of: string,
  { content, options }: { readonly content: string; readonly options: ImportOptions },
): Promise<ImportReport> {
  const none = { event: of, is_kept: false, lines: 0, orders: 0, tickets: 0, skipped: 0 };
  const nothing = { ...none, without_external_id: 0, ignored_columns: [], data: [] };
  let delimiter = options.delimiter ?? ',';
  try {
    const { rows, ...file } = readImportRows(content, options);
    delimiter = file.delimiter;
    const { orders, skipped } = await importOrders(tx, of, rows);
    return {
      event: of,
      is_kept: false,
      lines: rows.length,
      orders: orders.length,
      tickets: orders.reduce((sum, order) => sum + order.tickets, 0),
      skipped,
      without_external_id: orders.filter((order) => order.external_id === null).length,
      delimiter,
      ignored_columns: file.ignored,
      problems: [],
      data: orders,
    };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { ...nothing, delimiter, problems: error.problems };
  }
}

/** What a file's columns are taken for. */
export function describeColumns(content: string, delimiter: Delimiter | null) {
  try {
    return { ...readImportColumns(content, { map: null, delimiter }), problems: [] };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { delimiter: null, columns: [], sample: [], problems: error.problems };
  }
}

import { writeCsvRow, type Delimiter } from '../../../shared/csv-row.ts';
import { jsonOf, writeCells, type Cell } from './cells.ts';

/** A table that is read page by page, so that memory stays small and no transaction is long. */
export interface Export {
  /** Names of the columns, which stay the same: scripts, and the import, match them. */
  readonly heading: readonly string[];
  readonly pages: AsyncIterable<readonly ExportedRow[]>;
  /** How many rows there are now. */
  readonly count?: () => Promise<number>;
}

export interface ExportedRow {
  readonly cells: readonly Cell[];
  /** What programs get; null for what the cells say. */
  readonly json: object | null;
}

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** By which spreadsheets know UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** The file as it is written, a page at a time. Lines of CSV end with CRLF (RFC 4180). */
export async function* writeExport(
  { heading, pages }: Export,
  { format, delimiter }: { readonly format: ExportFormat; readonly delimiter: Delimiter },
): AsyncGenerator<{ readonly text: string; readonly rows: number }> {
  if (format === 'csv') {
    const names = heading.map((name) => (/^\w+$/.test(name) ? name : writeCsvRow([name])));
    yield { text: `${BYTE_ORDER_MARK}${names.join(delimiter)}\r\n`, rows: 0 };
  }
  for await (const page of pages) {
    const lines = page.map(({ cells, json }) =>
      format === 'csv'
        ? `${writeCells(cells, delimiter)}\r\n`
        : `${JSON.stringify(json ?? jsonOf(heading, cells))}\n`,
    );
    yield { text: lines.join(''), rows: page.length };
  }
}

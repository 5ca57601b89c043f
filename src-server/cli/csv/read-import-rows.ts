import {
  ImportError,
  type ImportProblem,
  type ImportRow,
} from '../../services/orders/import-orders.ts';
import { UsageError } from '../usage-error.ts';
import { CsvError, readCsv, type CsvRecord } from './read-csv.ts';

export const importFields = [
  'email',
  'first_name',
  'last_name',
  'ticket_type',
  'quantity',
  'session',
  'seat_label',
  'external_id',
] as const;
type ImportField = (typeof importFields)[number];

/** Column of the file by field. */
export type ColumnMap = ReadonlyMap<ImportField, string>;

/** One transaction holds everybody else's writes up, doors included: about two seconds for as many. */
const MAX_ROWS = 5_000;

/** Reads `column=field` parts. Throws a `UsageError`. */
export function readColumnMap(parts: readonly string[]): ColumnMap {
  const map = new Map<ImportField, string>();
  for (const part of parts) {
    const split = part.lastIndexOf('=');
    const column = part.slice(0, Math.max(split, 0)).trim();
    const name = part.slice(split + 1).trim();
    const field = importFields.find((known) => known === name);
    if (column === '' || field === undefined) {
      throw new UsageError(
        `Expected --map as column=field with a field of ${importFields.join(', ')}, got "${part}".`,
      );
    }
    if (map.has(field)) throw new UsageError(`Expected one column for ${field} in --map.`);
    map.set(field, column);
  }
  return map;
}

/** Rows of a file with a heading. Without a map, columns are named for their fields. Throws an `ImportError`. */
export function readImportRows(content: Uint8Array, map: ColumnMap | null): readonly ImportRow[] {
  const [heading, ...records] = readRecords(decode(content));
  if (heading === undefined) throw refused(1, 'Expected a heading with the names of the columns.');
  const columns = placeColumns(heading, map);
  if (records.length > MAX_ROWS) {
    throw refused(
      1,
      `Expected at most ${MAX_ROWS} lines, got ${records.length}; split the file between two orders.`,
    );
  }
  const problems: ImportProblem[] = [];
  const rows = records.flatMap((record) => {
    const row = readRow(record, heading.cells.length, columns);
    if ('message' in row) problems.push(row);
    return 'message' in row ? [] : [row];
  });
  if (problems.length > 0) throw new ImportError(problems);
  return rows;
}

/** The byte order mark that spreadsheets write is no part of the text. */
function decode(content: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw refused(1, 'Expected a text file in UTF-8.');
}

function readRecords(text: string): readonly CsvRecord[] {
  try {
    return [...readCsv(text)].filter(({ cells }) => cells.length > 1 || cells[0]?.trim() !== '');
  } catch (error) {
    throw error instanceof CsvError ? refused(error.line, `Here ${error.message}.`) : error;
  }
}

function placeColumns({ line, cells }: CsvRecord, map: ColumnMap | null) {
  const names = cells.map((cell) => cell.trim());
  const places = new Map<ImportField, number>();
  for (const field of importFields) {
    const column = map === null ? field : map.get(field);
    if (column === undefined) continue;
    const place = names.indexOf(column);
    if (place !== names.lastIndexOf(column))
      throw refused(line, `There are two columns "${column}".`);
    if (place !== -1) places.set(field, place);
    else if (map !== null) throw refused(line, `There is no column "${column}".`);
  }
  if (!places.has('ticket_type')) throw refused(line, 'Expected a column for ticket_type.');
  return places;
}

function readRow(
  { line, cells }: CsvRecord,
  width: number,
  columns: ReadonlyMap<ImportField, number>,
): ImportRow | ImportProblem {
  if (cells.length !== width) {
    return { line, message: `Expected ${width} cells as in the heading, got ${cells.length}.` };
  }
  const cell = (field: ImportField) => cells[columns.get(field) ?? -1]?.trim() || null;
  const quantity = cell('quantity') ?? '1';
  if (!/^\d{1,9}$/.test(quantity)) {
    return { line, message: `Expected a whole number for quantity, got "${quantity}".` };
  }
  return {
    line,
    external_id: cell('external_id'),
    email: cell('email'),
    first_name: cell('first_name'),
    last_name: cell('last_name'),
    ticket_type: cell('ticket_type'),
    quantity: Number(quantity),
    session: cell('session'),
    seat_label: cell('seat_label'),
  };
}

function refused(line: number, message: string): ImportError {
  return new ImportError([{ line, message }]);
}

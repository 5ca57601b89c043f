import { MAX_IMPORT_LINES } from '../../../shared/contract/limits.ts';
import {
  ImportError,
  type ImportProblem,
  type ImportRow,
} from '../../domain/sales/import-orders.ts';
import { importFields, type ColumnMap, type ImportField } from './import-fields.ts';
import { CsvError, delimiters, readCsv, type CsvRecord, type Delimiter } from './read-csv.ts';

export interface ImportOptions {
  /** Without one, columns are named for their fields, in any letter case and with spaces for underscores. */
  readonly map: ColumnMap | null;
  /** Null finds it in the heading. */
  readonly delimiter: Delimiter | null;
}

export interface ImportFile {
  readonly rows: readonly ImportRow[];
  readonly delimiter: Delimiter;
  /** Names of the columns that nothing is read from. */
  readonly ignored: readonly string[];
}

export interface ImportColumn {
  readonly column: string;
  /** Null if nothing is read from it. */
  readonly field: ImportField | null;
}

/** The columns of a file, and the first cells of each, whether or not it can be imported. Throws an `ImportError` for what is no CSV. */
export function readImportColumns(
  written: string,
  options: ImportOptions,
): {
  readonly delimiter: Delimiter;
  readonly columns: readonly ImportColumn[];
  readonly sample: readonly (readonly string[])[];
} {
  const { delimiter, heading, records } = readHeading(written, options);
  const fields = new Map([...findColumns(heading, options.map)].map(([field, at]) => [at, field]));
  const columns = heading.cells.map((cell, place) => ({
    column: cell.trim(),
    field: fields.get(place) ?? null,
  }));
  return { delimiter, columns, sample: records.slice(0, SAMPLE).map(({ cells }) => cells) };
}

const SAMPLE = 5;

function readHeading(written: string, { map, delimiter: given }: ImportOptions) {
  const text = written.replace(SEPARATOR_LINE, '');
  const delimiter = given ?? namedDelimiter(written) ?? findDelimiter(text, map);
  const [heading, ...records] = readRecords(text, delimiter);
  if (heading === undefined) throw refused(1, 'Expected a heading with the names of the columns.');
  return { delimiter, heading, records };
}

/** Reads a file with a heading. Throws an `ImportError`. */
export function readImportRows(written: string, options: ImportOptions): ImportFile {
  const { map } = options;
  const { delimiter, heading, records } = readHeading(written, options);
  const columns = placeColumns(heading, map, delimiter);
  if (records.length > MAX_IMPORT_LINES) {
    throw refused(
      1,
      `Expected at most ${MAX_IMPORT_LINES} lines, got ${records.length}; split the file between two orders.`,
    );
  }
  const problems: ImportProblem[] = [];
  const rows = records.flatMap((record) => {
    const row = readRow(record, heading.cells.length, columns);
    if ('message' in row) problems.push(row);
    return 'message' in row ? [] : [row];
  });
  if (problems.length > 0) throw new ImportError(problems);
  const used = new Set(columns.values());
  const ignored = heading.cells.map((cell) => cell.trim()).filter((_, place) => !used.has(place));
  return { rows, delimiter, ignored: ignored.filter((name) => name !== '') };
}

/** Decodes UTF-8, or UTF-16 that says so, and drops the byte order mark that spreadsheets write. Throws an `ImportError`. */
export function decodeImport(content: Uint8Array): string {
  const encoding = content[0] === 0xff && content[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(content);
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw refused(1, 'Expected a text file in UTF-8: a spreadsheet saves it as “CSV UTF-8”.');
}

/** With this first line a spreadsheet says how it separates cells. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?(?=[\r\n])/i;

function namedDelimiter(text: string): Delimiter | null {
  const [, named] = SEPARATOR_LINE.exec(text) ?? [];
  return delimiters.find((delimiter) => delimiter === named) ?? null;
}

/** The delimiter at which the heading has the most columns that are looked for; of several, the one with the most columns. */
function findDelimiter(text: string, map: ColumnMap | null): Delimiter {
  const scores = delimiters.map((delimiter) => {
    const names = headingOf(text, delimiter, map);
    const found = importFields.filter((field) => {
      const column = columnOf(field, map);
      return column !== undefined && names.includes(column);
    });
    return { delimiter, found: found.length, cells: names.length };
  });
  scores.sort((one, other) => other.found - one.found || other.cells - one.cells);
  return scores[0]?.delimiter ?? ',';
}

function headingOf(text: string, delimiter: Delimiter, map: ColumnMap | null): readonly string[] {
  try {
    for (const { cells } of readCsv(text, delimiter)) {
      if (cells.some((cell) => cell.trim() !== '')) return cells.map((cell) => nameIn(cell, map));
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return [];
}

function readRecords(text: string, delimiter: Delimiter): readonly CsvRecord[] {
  try {
    return [...readCsv(text, delimiter)].filter(({ cells }) =>
      cells.some((cell) => cell.trim() !== ''),
    );
  } catch (error) {
    throw error instanceof CsvError ? refused(error.line, `Here ${error.message}.`) : error;
  }
}

function columnOf(field: ImportField, map: ColumnMap | null): string | undefined {
  return map === null ? field : map.get(field);
}

/** Columns of a map are named exactly. Others are compared like fields: `First name` is first_name. */
function nameIn(name: string, map: ColumnMap | null): string {
  const trimmed = name.trim();
  return map === null ? trimmed.toLowerCase().replaceAll(/[\s-]+/g, '_') : trimmed;
}

/** Of several columns of one name, the first. */
function findColumns(
  { cells }: CsvRecord,
  map: ColumnMap | null,
): ReadonlyMap<ImportField, number> {
  const names = cells.map((cell) => nameIn(cell, map));
  const places = new Map<ImportField, number>();
  for (const field of importFields) {
    const column = columnOf(field, map);
    const place = column === undefined ? -1 : names.indexOf(column);
    if (place !== -1) places.set(field, place);
  }
  return places;
}

function placeColumns(heading: CsvRecord, map: ColumnMap | null, delimiter: Delimiter) {
  const { line, cells } = heading;
  const names = cells.map((cell) => nameIn(cell, map));
  const places = findColumns(heading, map);
  for (const field of importFields) {
    const column = columnOf(field, map);
    if (column === undefined) continue;
    if (names.indexOf(column) !== names.lastIndexOf(column))
      throw refused(line, `There are two columns "${column}".`);
    if (map !== null && !places.has(field)) throw refused(line, `There is no column "${column}".`);
  }
  if (places.has('ticket_type')) return places;
  const found = cells.map((cell) => cell.trim()).join(', ');
  throw refused(
    line,
    `Expected a column for ticket_type; with ${delimiterNames[delimiter]} between cells, the columns are ${found}. Say which one it is, as in "Their name=ticket_type" (map), or what separates cells (delimiter).`,
  );
}

export const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
};

/** `1.23E+11`: different numbers look the same afterwards, so orders of different ids would become one. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d+$/;

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
  const externalId = cell('external_id');
  if (externalId !== null && SHORTENED.test(externalId)) {
    return {
      line,
      message: `Expected the whole external id, got "${externalId}", to which a spreadsheet has shortened a long number; have its column formatted as text.`,
    };
  }
  return {
    line,
    external_id: externalId,
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

import { delimiters, type Delimiter } from '../../../shared/csv-row.ts';
import { refused } from './import-error.ts';
import type { ImportSource } from './import-source.ts';
import { readRecords, readWholeText, type CsvRecord, type InvalidRecord } from './read-records.ts';
import { findEncoding, readText, type Encoding } from './read-text.ts';

/** A file with a heading. */
export interface ImportFile {
  readonly name: string;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** Names of the columns, without white space around them. */
  readonly heading: readonly string[];
  readonly headingLine: number;
  /** What stands below the heading, without blank lines. May be read more than once. */
  readonly records: () => AsyncGenerator<CsvRecord | InvalidRecord>;
}

export interface Opening {
  /** Null finds it in the heading: the one by which most columns are known, and of several, by which there are most. */
  readonly delimiter: Delimiter | null;
  readonly isKnown: (heading: string) => boolean;
}

/** Throws an `ImportError` for what has no heading, and for what is no text. */
export async function openFile(source: ImportSource, opening: Opening): Promise<ImportFile> {
  const found = await findEncoding(source);
  const head = await beginningOf(readText(source, found));
  const delimiter = opening.delimiter ?? namedDelimiter(head.text) ?? findDelimiter(head, opening);
  const heading = headingOf(head, delimiter, opening);
  if (heading === null && !head.isWhole)
    throw refused(1, { kind: 'long_heading', values: { most: BEGINNING } });
  if (heading === null) throw refused(1, { kind: 'no_heading', values: {} });
  if ('problem' in heading) throw refused(heading.line, { kind: heading.problem, values: {} });
  return {
    name: source.name,
    encoding: found.encoding,
    delimiter,
    heading: heading.cells.map((cell) => cell.trim()),
    headingLine: heading.line,
    records: () =>
      recordsBelow(
        readRecords(withoutSeparatorLine(readText(source, found)), delimiter),
        heading.line,
      ),
  };
}

/** A heading is shorter. */
const BEGINNING = 64 * 1024;

interface Beginning {
  readonly text: string;
  /** Whether it is the whole file. */
  readonly isWhole: boolean;
}

async function beginningOf(text: AsyncGenerator<string>): Promise<Beginning> {
  let beginning = '';
  for await (const part of text) {
    beginning += part;
    if (beginning.length >= BEGINNING) return { text: beginning, isWhole: false };
  }
  return { text: beginning, isWhole: true };
}

/** With this first line a spreadsheet says how it separates cells. Its line end stays, so that lines keep their numbers. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?(?=[\r\n])/i;

async function* withoutSeparatorLine(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const part of text) {
    yield isFirst ? part.replace(SEPARATOR_LINE, '') : part;
    isFirst = false;
  }
}

function namedDelimiter(beginning: string): Delimiter | null {
  const [, named] = SEPARATOR_LINE.exec(beginning) ?? [];
  return delimiters.find((delimiter) => delimiter === named) ?? null;
}

function findDelimiter(beginning: Beginning, opening: Opening): Delimiter {
  const { isKnown } = opening;
  const scores = delimiters.map((delimiter) => {
    const heading = headingOf(beginning, delimiter, opening);
    const cells = heading === null || 'problem' in heading ? [] : heading.cells;
    return { delimiter, known: cells.filter(isKnown).length, cells: cells.length };
  });
  scores.sort((one, other) => other.known - one.known || other.cells - one.cells);
  return scores[0]?.delimiter ?? ',';
}

/** Lines above a heading, at most. */
const MOST_ABOVE = 20;

/**
 * The first record; or, if it is a single cell or nothing of it is known, the first of which two cells are and that has more than all above it: reports
 * have a title above their columns, and a guest may have a ticket called `Ticket` that is `paid`.
 */
function headingOf(
  { text, isWhole }: Beginning,
  delimiter: Delimiter,
  { isKnown }: Pick<Opening, 'isKnown'>,
): CsvRecord | InvalidRecord | null {
  let first: CsvRecord | InvalidRecord | null = null;
  // A title may be a word that columns have too.
  let [above, widest] = [0, 1];
  for (const record of readWholeText(text.replace(SEPARATOR_LINE, ''), delimiter, isWhole)) {
    if (isBlankRecord(record)) continue;
    const cells = 'cells' in record ? record.cells.filter((cell) => cell.trim() !== '') : [];
    const known = cells.filter(isKnown).length;
    if (known >= (first === null ? 1 : 2) && cells.length > widest) return record;
    first ??= record;
    [above, widest] = [above + 1, Math.max(widest, cells.length)];
    if (above > MOST_ABOVE || !('cells' in first)) break;
  }
  return first;
}

async function* recordsBelow(
  records: AsyncGenerator<CsvRecord | InvalidRecord>,
  headingLine: number,
): AsyncGenerator<CsvRecord | InvalidRecord> {
  for await (const record of records) {
    if (record.line > headingLine && !isBlankRecord(record)) yield record;
  }
}

function isBlankRecord(record: CsvRecord | InvalidRecord): boolean {
  return 'cells' in record && record.cells.every((cell) => cell.trim() === '');
}

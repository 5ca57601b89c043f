/** A record of RFC 4180 with its first line number, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The quoting on that line is invalid. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** What may stand between two cells. Spreadsheets write `;` where a comma separates decimals. */
export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

const LINE_END = /\r\n|\n|\r/g;

/** Reads records with line ends of any platform. A blank line is a record with one empty cell. @throws {CsvError} */
export function* readCsv(text: string, delimiter: Delimiter = ','): Generator<CsvRecord> {
  const PLAIN = new RegExp(`[^"${delimiter}\\r\\n]*`, 'y');
  const END = new RegExp(`${delimiter}|\\r\\n|\\n|\\r|$`, 'y');
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const begins = line;
    const cells: string[] = [];
    for (let end: string = delimiter; end === delimiter;) {
      const next = text[at] === '"' ? closingQuote(text, at, line) + 1 : matchAt(PLAIN, text, at);
      const cell = text.slice(at, next ?? at);
      line += cell.match(LINE_END)?.length ?? 0;
      cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
      at = next ?? at;
      const after = matchAt(END, text, at);
      if (after === null) throw new CsvError(line, 'a quote stands in the middle of a cell');
      end = text.slice(at, after);
      at = after;
    }
    line += 1;
    yield { line: begins, cells };
  }
}

/** The position of the quote that closes the cell beginning at `at`; doubled quotes belong to the cell. */
function closingQuote(text: string, at: number, line: number): number {
  let quote = text.indexOf('"', at + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  if (quote === -1) throw new CsvError(line, 'a quote is opened and never closed');
  return quote;
}

function matchAt(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** A record of RFC 4180 with the line that it begins on, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The text breaks the rules of quoting on that line. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const PLAIN = /[^",\r\n]*/y;
const END = /,|\r\n|\n|\r|$/y;
const LINE_END = /\r\n|\n|\r/g;

/** Reads records with line ends of any platform. A blank line is a record with one empty cell. @throws {CsvError} */
export function* readCsv(text: string): Generator<CsvRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const begins = line;
    const cells: string[] = [];
    for (let end = ','; end === ',';) {
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

/** Where the quote is that ends the cell beginning at `at`; doubled ones are part of it. */
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

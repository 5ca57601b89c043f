// Own code, because the streaming parsers that there are count lines wrongly where a cell has line ends of its own, and lose lines after one that is
// invalid; here every problem names its line, and the lines after it are read.

import type { Delimiter } from '../../../shared/csv-row.ts';

export const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
};

/** A record of RFC 4180 with its first line number, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The quoting on that line is invalid; reading goes on with the line after it. */
export interface InvalidRecord {
  readonly line: number;
  readonly problem: QuoteProblem;
}

type QuoteProblem = 'quote_open' | 'quote_inside' | 'line_too_long';

const LINE_END = /\r\n|\n|\r/g;
/** A record that is longer was opened by a quote that nobody closed. */
const MAX_RECORD = 1024 * 1024;

/**
 * Reads records with line ends of any platform, as their text comes in. A blank line is a record with one empty cell. Memory is that of a part of
 * the text and of one record.
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<CsvRecord | InvalidRecord> {
  const reader = new RecordReader(delimiter);
  for await (const part of text) yield* reader.read(part, false);
  yield* reader.read('', true);
}

/** Likewise of a text that is there as a whole, or of those that its beginning has. */
export function* readWholeText(
  text: string,
  delimiter: Delimiter,
  isWhole = true,
): Generator<CsvRecord | InvalidRecord> {
  yield* new RecordReader(delimiter).read(text, isWhole);
}

/** What an attempt to read a record came to: its cells and where the next one begins, where its quoting is wrong, or that its end is not there yet. */
type Attempt =
  | { readonly kind: 'record'; readonly cells: readonly string[]; readonly next: number }
  | { readonly kind: 'invalid'; readonly problem: QuoteProblem; readonly at: number }
  | { readonly kind: 'unfinished' };

/** Reads records from a text that comes in parts. */
export class RecordReader {
  readonly #delimiter: Delimiter;
  readonly #plain: RegExp;
  readonly #end: RegExp;
  #left = '';
  /** So much text is needed before a record that is not complete is tried again: otherwise a long one would be read from its beginning with each part. */
  #enough = 0;
  #line = 1;
  /** Inside of a line of which nothing is read. */
  #isSkipping = false;

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter;
    this.#plain = new RegExp(`[^"${delimiter}\\r\\n]*`, 'y');
    this.#end = new RegExp(`${delimiter}|\\r\\n|\\n|\\r|$`, 'y');
  }

  *read(part: string, isLast: boolean): Generator<CsvRecord | InvalidRecord> {
    const text = this.#left + part;
    if (!isLast && text.length < this.#enough) {
      this.#left = text;
      return;
    }
    let at = this.#isSkipping ? this.#skip(text, 0) : 0;
    while (at < text.length) {
      const attempt = this.#attempt(text, at, isLast);
      if (attempt.kind === 'unfinished') break;
      const line = this.#line;
      if (attempt.kind === 'record') {
        this.#line += linesIn(attempt.cells) + 1;
        at = attempt.next;
        yield { line, cells: attempt.cells };
      } else {
        const wrong = line + countLineEnds(text.slice(at, attempt.at));
        this.#line += countLineEnds(text.slice(at, attempt.at));
        at = this.#skip(text, attempt.at);
        yield { line: wrong, problem: attempt.problem };
      }
    }
    this.#left = text.slice(at);
    this.#enough = Math.min(2 * this.#left.length, MAX_RECORD + 1);
  }

  #attempt(text: string, begin: number, isLast: boolean): Attempt {
    const cells: string[] = [];
    let at = begin;
    for (;;) {
      const isQuoted = text[at] === '"';
      const close = isQuoted ? closingQuote(text, at) : at;
      if (close === -1) return unclosed(text, begin, at, isLast);
      const next = isQuoted ? close + 1 : matchAt(this.#plain, text, at);
      const cell = text.slice(at, next);
      const end = matchAt(this.#end, text, next);
      // Whether a line feed follows a carriage return, or another quote this one, only the next part says.
      if (!isLast && Math.max(next, end) >= text.length) return unclosed(text, begin, at, isLast);
      if (end === -1) return { kind: 'invalid', problem: 'quote_inside', at: next };
      cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell);
      if (text[next] !== this.#delimiter) return { kind: 'record', cells, next: end };
      at = end;
    }
  }

  /** Where the next line begins, as far as it is there. */
  #skip(text: string, at: number): number {
    LINE_END.lastIndex = at;
    this.#isSkipping = !LINE_END.test(text);
    if (this.#isSkipping) return text.length;
    this.#line += 1;
    return LINE_END.lastIndex;
  }
}

function unclosed(text: string, begin: number, at: number, isLast: boolean): Attempt {
  if (!isLast && text.length - begin <= MAX_RECORD) return { kind: 'unfinished' };
  const isOpen = text[at] === '"' && closingQuote(text, at) === -1;
  return { kind: 'invalid', problem: isOpen ? 'quote_open' : 'line_too_long', at };
}

/** The position of the quote that closes the cell beginning at `at`; doubled quotes belong to the cell. -1 if there is none. */
function closingQuote(text: string, at: number): number {
  let quote = text.indexOf('"', at + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote;
}

/** Where the match that begins at `at` ends; -1 if there is none. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function linesIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + countLineEnds(cell), 0);
}

function countLineEnds(text: string): number {
  return text.includes('\n') || text.includes('\r') ? (text.match(LINE_END)?.length ?? 0) : 0;
}

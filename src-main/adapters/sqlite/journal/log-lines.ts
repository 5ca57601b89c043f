// Why: docs/decisions/0016-journal.md
import { closeSync, fstatSync, readSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { openRegularFile, readRegularFile } from '../../../../src-files/read-regular-file.ts';
import { parseJson } from '../../../../shared/contract/parse-json.ts';
import { JournalLine } from '../../../../shared/sealing/journal-line.ts';
import { JournalKind } from '../../../../shared/station/journal-pages.ts';
import { chainText, hashText } from './journal-chain.ts';
import { contentColumns, type ChainedContent } from './journal-schema.ts';

/** `journal.log` beside `journal.db`. */
export function logPathOf(journal: string): string {
  return join(dirname(journal), `${parse(journal).name}.log`);
}

/** `{"hash":…,"row":[…]}`, where the hash is that of the text of the array: the previous row's hash, then the row's content. */
export function lineOf(hash: string, text: string): string {
  return `{"hash":${JSON.stringify(hash)},"row":${text}}\n`;
}

export function lineOfRow(row: ChainedContent): string {
  return lineOf(row.hash, chainText(row.previous_hash, row));
}

const BEGINNING = '{"hash":"';
const LINE = /^\{"hash":"([0-9a-f]{64})","row":(\[.*\])\}\n$/s;
const Row = Compile(
  Type.Object({
    ...JournalLine.properties,
    sequence: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    kind: JournalKind,
  }),
);

/** Null for a line that is torn, damaged or not ours. */
function rowIn(line: string): ChainedContent | null {
  const [, hash, text] = LINE.exec(line) ?? [];
  if (hash === undefined || text === undefined || hashText(text) !== hash) return null;
  const values = parseJson(text);
  if (!Array.isArray(values)) return null;
  const named = ['previous_hash', ...contentColumns].map((name, index) => [name, values[index]]);
  const row: unknown = { ...Object.fromEntries(named), hash };
  return Row.Check(row) ? row : null;
}

interface Line {
  /** With its newline, which the last one may lack. */
  readonly text: string;
  /** Offset behind it. */
  readonly end: number;
}

function* linesOf(bytes: Buffer): Generator<Line> {
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf('\n', start);
    const end = newline === -1 ? bytes.length : newline + 1;
    yield { text: bytes.toString('utf8', start, end), end };
    start = end;
  }
}

export interface LogRows {
  /** Every intact row, in the order of the lines. */
  readonly rows: readonly ChainedContent[];
  /** Whether something is damaged before the last of them. */
  readonly isDamaged: boolean;
}

/** A log that is missing or cannot be read has no rows. */
export function readLog(path: string): LogRows {
  const rows: ChainedContent[] = [];
  let unread = 0;
  let damaged = 0;
  for (const { text } of linesOf(contentOf(path))) {
    const row = rowIn(text);
    if (row === null) unread += 1;
    else {
      damaged = unread;
      rows.push(row);
    }
  }
  return { rows, isDamaged: damaged > 0 };
}

function contentOf(path: string): Buffer {
  try {
    return readRegularFile(path);
  } catch {
    return Buffer.alloc(0);
  }
}

export interface LogEnd {
  /** The last intact row. */
  readonly last: ChainedContent | null;
  /** Offset behind it. */
  readonly end: number;
  /** The sequence of the last row, counting the torn or damaged lines after the last intact one. */
  readonly written: number;
  /** Whether there is something, but no row in it. */
  readonly isDamaged: boolean;
}

const WINDOW = 64 * 1_024;

/** Reads only as much of the log's end as holds an intact row. */
export function readLogEnd(path: string): LogEnd {
  const nothing = { last: null, end: 0, written: 0 };
  try {
    const handle = openRegularFile(path);
    try {
      const { size } = fstatSync(handle);
      for (let length = WINDOW; ; length *= 8) {
        const from = Math.max(0, size - length);
        const bytes = Buffer.alloc(size - from);
        const read = readSync(handle, bytes, 0, bytes.length, from);
        const found = lastRowIn([...linesOf(bytes.subarray(0, read))]);
        if (found !== null) return { ...found, end: from + found.end, isDamaged: false };
        if (from === 0) return { ...nothing, isDamaged: size > 0 };
      }
    } finally {
      closeSync(handle);
    }
  } catch {
    return { ...nothing, isDamaged: false };
  }
}

function lastRowIn(lines: readonly Line[]): Omit<LogEnd, 'isDamaged'> | null {
  for (const [index, { text, end }] of [...lines.entries()].toReversed()) {
    const last = rowIn(text);
    if (last === null) continue;
    const behind = lines.slice(index + 1).filter((line) => line.text.startsWith(BEGINNING));
    return { last, end, written: last.sequence + behind.length };
  }
  return null;
}

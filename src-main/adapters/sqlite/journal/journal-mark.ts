// Why: docs/decisions/0016-journal.md
import { closeSync, constants, fsyncSync, openSync, writeSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { crc32 } from 'node:zlib';
import { readRegularFile } from '../../../../src-files/read-regular-file.ts';
import type { Logger } from '../../../ports/system.ts';
import { quarantineIrregular } from '../quarantine.ts';

/** The newest row that a journal is known to have held. */
export interface Mark {
  /** The beginning of the journal's chain; null if damaged. */
  readonly genesis: string | null;
  readonly sequence: number;
  /** Null if damage left the row without a hash. */
  readonly hash: string | null;
}

const LINE_BYTES = 192;
const LINE =
  /^gatehouse-journal-mark 1 ([0-9a-f]{64}|-) (\d{16}) ([0-9a-f]{64}|-) ([0-9a-f]{8})\n*$/;
const HASH = /^[0-9a-f]{64}$/;

/** `journal.mark` beside `journal.db`. */
export function markPathOf(journal: string): string {
  return join(dirname(journal), `${parse(journal).name}.mark`);
}

/** Null if the file is missing or unreadable: a journal is opened without it too. */
export function readMark(path: string): Mark | null {
  try {
    const [, genesis, sequence, hash, check] =
      LINE.exec(readRegularFile(path).toString('latin1')) ?? [];
    if (genesis === undefined || sequence === undefined || hash === undefined) return null;
    const text = `${genesis} ${sequence} ${hash}`;
    if (check !== checkOf(text)) return null;
    return { genesis: hashOrNull(genesis), sequence: Number(sequence), hash: hashOrNull(hash) };
  } catch {
    return null;
  }
}

/**
 * Stores the high-water mark of a journal in a separate file, so that a journal whose end is missing is detected; SQLite opens one without
 * an error. The mark is written in place after every append without waiting for the disk: after a power cut it may be behind the journal,
 * never ahead of it. A failure of this file never prevents a scan: it is logged once and retried at the next one.
 */
export class JournalMark {
  /** The mark of the last run. */
  readonly before: Mark | null;
  readonly #path: string;
  readonly #logger: Logger | undefined;
  readonly #line = Buffer.alloc(LINE_BYTES, '\n');
  #file: number | null = null;
  #isFailureLogged = false;

  constructor(path: string, logger?: Logger) {
    this.#path = path;
    this.#logger = logger;
    this.before = readMark(path);
  }

  write(mark: Mark): void {
    this.#line.fill('\n').write(lineOf(mark), 'latin1');
    this.#attempt(() => {
      this.#file ??= openMark(this.#path);
      writeSync(this.#file, this.#line, 0, LINE_BYTES, 0);
    });
  }

  /** Waits until it is on disk. */
  flush(): void {
    const file = this.#file;
    if (file !== null) this.#attempt(() => fsyncSync(file));
  }

  close(): void {
    const file = this.#file;
    this.#file = null;
    if (file !== null) this.#attempt(() => closeSync(file));
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (this.#isFailureLogged) return;
      this.#isFailureLogged = true;
      const details = { path: this.#path, error: String(error) };
      this.#logger?.warn(details, 'the mark of the journal cannot be written');
    }
  }
}

function lineOf({ genesis, sequence, hash }: Mark): string {
  const text = `${hashOrDash(genesis)} ${String(sequence).padStart(16, '0')} ${hashOrDash(hash)}`;
  return `gatehouse-journal-mark 1 ${text} ${checkOf(text)}`;
}

function hashOrDash(hash: string | null): string {
  return hash !== null && HASH.test(hash) ? hash : '-';
}

function hashOrNull(written: string): string | null {
  return written === '-' ? null : written;
}

function checkOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

function openMark(path: string): number {
  quarantineIrregular(path); // A folder or a pipe in its place cannot hold the mark.
  return openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
}

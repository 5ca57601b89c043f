import { closeSync, constants, fsyncSync, openSync, writeSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { crc32 } from 'node:zlib';
import { readRegularFile } from '../../../../src-files/read-regular-file.ts';
import type { Logger } from '../../../ports/logger.ts';
import { quarantineIrregular } from '../quarantine.ts';

/** The newest row that a journal is known to have held. */
export interface Mark {
  /** What the chain of the journal begins with; null where damage took it. */
  readonly genesis: string | null;
  readonly sequence: number;
  /** Null where damage left the row without one. */
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

/** Null where there is none, and where what is there says nothing: a journal is opened without it too. */
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
 * Keeps the high-water mark of a journal in a file of its own, so that a journal whose end is gone, which SQLite opens without a word, is
 * noticed. It is written in place after every append and waits for no disk: after a power cut it may be behind the journal, never
 * ahead of it. No failure of this file is worth a scan: it is logged once, and tried again at the next one.
 */
export class JournalMark {
  /** What the last run left. */
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

  /** Waits until the disk has it. */
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
  quarantineIrregular(path); // a folder or a pipe in its place takes no mark
  return openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
}

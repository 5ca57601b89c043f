// Why: docs/decisions/0016-journal.md
import fs, { closeSync, constants, fsyncSync, ftruncateSync, openSync, renameSync } from 'node:fs';
import { freeName, isThere } from '../../../../src-files/look-for.ts';
import type { Logger } from '../../../ports/system.ts';
import { quarantineIrregular } from '../quarantine.ts';
import type { ChainedContent } from './journal-schema.ts';
import { lineOfRow, readLog, readLogEnd, type LogEnd, type LogRows } from './log-lines.ts';

/**
 * The rows of a journal once more, as lines of text: what a damaged or lost database held comes back from here, and a journal whose end is
 * missing is detected, which SQLite opens without an error. A line is written after its row was committed and without waiting for the disk:
 * after a power cut the log may be behind the journal, never ahead of it. A failure of this file never prevents a scan: it is logged once,
 * and what is missing is appended later.
 */
export class JournalLog {
  readonly path: string;
  /** What the last run left. */
  readonly found: LogEnd;
  readonly #logger: Logger | undefined;
  #file: number | null = null;
  /** Offset behind the last line, and its sequence. */
  #end: number;
  #sequence: number;
  #isLevel = false;
  #isToBeReplaced: boolean;
  #isFailureLogged = false;

  constructor(path: string, logger?: Logger) {
    this.path = path;
    this.#logger = logger;
    this.found = readLogEnd(path);
    this.#end = this.found.end;
    this.#sequence = this.found.last?.sequence ?? 0;
    this.#isToBeReplaced = this.found.isDamaged;
  }

  read(): LogRows {
    const read = readLog(this.path);
    if (read.isDamaged) this.replaceLater();
    return read;
  }

  /** Before the next line is written, the file is set aside as it is, and a new one gets every row. */
  replaceLater(): void {
    this.#isToBeReplaced = true;
  }

  /** Adds the line of a row, unless rows before it are still missing. */
  append(line: string, sequence: number): void {
    if (this.#isLevel) this.#isLevel = this.#attempt(() => this.#write(line, sequence));
  }

  /** Adds what is missing, if anything is. */
  catchUp(rowsAfter: (sequence: number) => Iterable<ChainedContent>): void {
    if (this.#isLevel) return;
    this.#isLevel = this.#attempt(() => {
      const previousOf = this.#isToBeReplaced ? this.#replace() : null;
      ftruncateSync(this.#opened(), this.#end);
      for (const row of rowsAfter(this.#sequence)) {
        const previous_hash = previousOf?.get(row.hash) ?? row.previous_hash;
        this.#write(lineOfRow({ ...row, previous_hash }), row.sequence);
      }
    });
  }

  /** @throws if rows may be left in it. */
  erase(): void {
    const file = this.#opened();
    ftruncateSync(file);
    fsyncSync(file);
    this.#end = 0;
    this.#sequence = 0;
    this.#isLevel = false;
    this.#isToBeReplaced = false;
  }

  /** Waits until it is on disk. */
  flush(): void {
    const file = this.#file;
    if (file !== null) this.#attempt(() => fsyncSync(file));
  }

  close(): void {
    const file = this.#file;
    this.#file = null;
    this.#isLevel = false;
    if (file !== null) this.#attempt(() => closeSync(file));
  }

  #write(line: string, sequence: number): void {
    const bytes = fs.writeSync(this.#opened(), line, this.#end, 'utf8');
    if (bytes !== Buffer.byteLength(line)) throw new Error('only a part of a line was written');
    this.#end += bytes;
    this.#sequence = sequence;
  }

  #opened(): number {
    if (this.#file !== null) return this.#file;
    quarantineIrregular(this.path); // Nothing can be appended to a folder or a pipe.
    this.#file = openSync(this.path, constants.O_RDWR | constants.O_CREAT, 0o600);
    return this.#file;
  }

  /** Returns the hashes that its intact rows follow: the row after a gap cannot be checked without the hash of the one that is lost. */
  #replace(): ReadonlyMap<string, string> {
    const { rows } = readLog(this.path);
    this.close();
    if (isThere(this.path)) {
      const keptAs = freeName(`${this.path}.damaged`);
      renameSync(this.path, keptAs);
      this.#logger?.warn({ kept_as: keptAs }, 'the log of the journal is damaged and written anew');
    }
    this.#isToBeReplaced = false;
    this.#end = 0;
    this.#sequence = 0;
    return new Map(rows.map(({ hash, previous_hash }) => [hash, previous_hash]));
  }

  /** Whether it succeeded. */
  #attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (!this.#isFailureLogged) {
        this.#isFailureLogged = true;
        const details = { path: this.path, error: String(error) };
        this.#logger?.warn(details, 'the log of the journal cannot be written');
      }
      return false;
    }
  }
}

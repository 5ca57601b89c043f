import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isThere } from '../../../../src-files/look-for.ts';
import type { ChainReport } from '../../../ports/journal.ts';
import { verifyChain, type ChainStart } from './journal-chain.ts';
import { markPathOf, readMark, type Mark } from './journal-mark.ts';
import type { JournalRow } from './journal-schema.ts';
import { prepareJournal, type JournalStatements } from './journal-statements.ts';
import { openWithoutTrace, type OpenedToRead } from './open-without-trace.ts';

const PAGE_ROWS = 500;

/** A row with the hash of its predecessor. */
export interface ChainedRow extends JournalRow {
  readonly previous_hash: string;
}

/** The file exists but is not a journal, or cannot be read. */
export class JournalUnreadableError extends Error {
  override readonly name = 'JournalUnreadableError';
}

/** Read-only access to a station's journal, also while its station runs. */
export class JournalReader implements Disposable {
  readonly #opened: OpenedToRead;
  readonly #statements: JournalStatements;
  readonly #start: ChainStart;
  readonly #mark: Mark | null;
  readonly #hasMark: boolean;

  private constructor(opened: OpenedToRead, mark: Mark | null, hasMark: boolean) {
    this.#opened = opened;
    this.#mark = mark;
    this.#hasMark = hasMark;
    this.#statements = prepareJournal(opened.database);
    const start = this.#statements.chain.get();
    if (start === undefined) throw new JournalUnreadableError('the chain has no beginning');
    this.#start = start;
  }

  /** @throws {JournalUnreadableError} */
  static open(path: string): JournalReader {
    return reading(() => {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found === undefined) throw new JournalUnreadableError('there is no such file');
      if (found.isDirectory()) throw new JournalUnreadableError('there is a folder in its place');
      // Reading a pipe would block forever.
      if (!found.isFile()) throw new JournalUnreadableError('it is no file');
      // SQLite would take the log of an empty database for a leftover, and delete it.
      if (found.size === 0) throw new JournalUnreadableError('the file is empty');
      // Read before the rows: a running station writes a row first and then its mark.
      const mark = readMark(markPathOf(path));
      const opened = openWithoutTrace(path);
      try {
        return new JournalReader(opened, mark, isThere(markPathOf(path)));
      } catch (error) {
        opened.close();
        throw error;
      }
    });
  }

  /**
   * Every row, oldest first, a page at a time, so that a slow reader does not block checkpoints of the running station.
   *
   * @throws {JournalUnreadableError} if the file is damaged.
   */
  *pages(): Generator<readonly ChainedRow[]> {
    let previous_hash = this.#start.genesis;
    let after = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const rows = reading(() => this.#statements.page.all(after, PAGE_ROWS));
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map((row) => {
        const chained = { ...row, previous_hash };
        previous_hash = row.hash;
        return chained;
      });
      after = last.sequence;
    }
  }

  /** @throws {JournalUnreadableError} if the file is damaged. */
  verify(): ChainReport {
    return reading(() => verifyChain(this.#start, this.#statements.rows.iterate(), this.#mark));
  }

  /** Whether the end of the chain was compared with the station's mark. */
  get endIs(): 'checked' | 'without_mark' | 'with_unreadable_mark' {
    if (this.#mark !== null) return 'checked';
    return this.#hasMark ? 'with_unreadable_mark' : 'without_mark';
  }

  /** The newest row's hash, which identifies the whole chain. */
  get lastHash(): string {
    return reading(() => this.#statements.last.get()?.hash ?? this.#start.genesis);
  }

  [Symbol.dispose](): void {
    this.#opened.close();
  }
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) && !isRefusedByFileSystem(error)) throw error;
    throw new JournalUnreadableError(error.message, { cause: error });
  }
}

/** Whether the file system refused access, as opposed to a bug. */
function isRefusedByFileSystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

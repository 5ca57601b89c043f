import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isThere } from '../../../../src-files/free-name.ts';
import type { ChainReport } from '../../../ports/journal.ts';
import { verifyChain, type ChainStart } from './journal-chain.ts';
import { markPathOf, readMark, type Mark } from './journal-mark.ts';
import type { JournalRow } from './journal-schema.ts';
import { prepareJournal, type JournalStatements } from './journal-statements.ts';
import { openWithoutTrace, type OpenedToRead } from './open-without-trace.ts';

const PAGE_ROWS = 500;

/** A row with the hash that its own is chained to. */
export interface ChainedRow extends JournalRow {
  readonly previous_hash: string;
}

/** The file is there and is not a journal, or cannot be read. */
export class JournalUnreadableError extends Error {
  override readonly name = 'JournalUnreadableError';
}

/** A station's journal to look at, also while its station runs. Nothing of it can be changed from here. */
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
    return told(() => {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found === undefined) throw new JournalUnreadableError('there is no such file');
      if (found.isDirectory()) throw new JournalUnreadableError('there is a folder in its place');
      // To read a pipe would wait for ever.
      if (!found.isFile()) throw new JournalUnreadableError('it is no file');
      // SQLite would take the log of an empty database for a left-over, and delete it.
      if (found.size === 0) throw new JournalUnreadableError('the file is empty');
      // Before the rows are read: a running station writes a row first and then its mark.
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
   * Every row, oldest first, a page at a time, so that a slow reader holds up no checkpoint of the running station.
   * @throws {JournalUnreadableError} where the file is damaged.
   */
  *pages(): Generator<readonly ChainedRow[]> {
    let previous_hash = this.#start.genesis;
    let after = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const rows = told(() => this.#statements.page.all(after, PAGE_ROWS));
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

  /** @throws {JournalUnreadableError} where the file is damaged. */
  verify(): ChainReport {
    return told(() => verifyChain(this.#start, this.#statements.rows.iterate(), this.#mark));
  }

  /** Whether the end of the chain could be compared with the mark that the station keeps of it. */
  get endIs(): 'checked' | 'without_mark' | 'with_unreadable_mark' {
    if (this.#mark !== null) return 'checked';
    return this.#hasMark ? 'with_unreadable_mark' : 'without_mark';
  }

  /** The hash of the newest row, which stands for the whole chain. */
  get lastHash(): string {
    return told(() => this.#statements.last.get()?.hash ?? this.#start.genesis);
  }

  [Symbol.dispose](): void {
    this.#opened.close();
  }
}

function told<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) && !isRefusedByFileSystem(error)) throw error;
    throw new JournalUnreadableError(error.message, { cause: error });
  }
}

/** Whether the file system refused, and not the program failed. */
function isRefusedByFileSystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

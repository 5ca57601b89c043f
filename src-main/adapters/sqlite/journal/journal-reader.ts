import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isThere } from '../../../../src-files/look-for.ts';
import type { ChainReport } from '../../../ports/journal.ts';
import { verifyChain, type Mark } from './journal-chain.ts';
import type { ChainedRow } from './journal-schema.ts';
import { prepareJournal, type JournalStatements } from './journal-statements.ts';
import { logPathOf, readLogEnd } from './log-lines.ts';
import { openWithoutTrace, type OpenedToRead } from './open-without-trace.ts';

const PAGE_ROWS = 500;

/** The file exists but is not a journal, or cannot be read. */
export class JournalUnreadableError extends Error {
  override readonly name = 'JournalUnreadableError';
}

/** Read-only access to a station's journal, also while its station runs. */
export class JournalReader implements Disposable {
  readonly #opened: OpenedToRead;
  readonly #statements: JournalStatements;
  readonly #genesis: string;
  readonly #mark: Mark | null;
  readonly #hasLog: boolean;

  private constructor(opened: OpenedToRead, log: { mark: Mark | null; isThere: boolean }) {
    this.#opened = opened;
    this.#statements = prepareJournal(opened.database);
    const genesis = this.#statements.genesis.get();
    if (genesis === undefined) throw new JournalUnreadableError('the chain has no beginning');
    this.#genesis = genesis;
    const isEmpty = this.#statements.last.get() === undefined;
    this.#mark = log.mark ?? (log.isThere && isEmpty ? { sequence: 0, hash: null } : null);
    this.#hasLog = log.isThere;
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
      // Read before the rows: a running station writes a row first and then its line in the log.
      const log = logPathOf(path);
      const { last: mark } = readLogEnd(log);
      const opened = openWithoutTrace(path);
      try {
        return new JournalReader(opened, { mark, isThere: isThere(log) });
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
    let after = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const rows = reading(() => this.#statements.page.all(after, PAGE_ROWS));
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = last.sequence;
    }
  }

  /** @throws {JournalUnreadableError} if the file is damaged. */
  verify(): ChainReport {
    return reading(() => verifyChain(this.#genesis, this.#statements.rows.iterate(), this.#mark));
  }

  /** Whether the end of the chain was compared with the last line of the log. */
  get endIs(): 'checked' | 'without_log' | 'with_unreadable_log' {
    if (this.#mark !== null) return 'checked';
    return this.#hasLog ? 'with_unreadable_log' : 'without_log';
  }

  /** The newest row's hash, which identifies the whole chain. */
  get lastHash(): string {
    return reading(() => this.#statements.last.get()?.hash ?? this.#genesis);
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

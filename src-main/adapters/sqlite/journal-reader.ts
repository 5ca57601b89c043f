import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { ChainReport } from '../../ports/journal.ts';
import { verifyChain } from './journal-chain.ts';
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
  readonly #start: { readonly genesis: string; readonly first_sequence: number };

  private constructor(opened: OpenedToRead) {
    this.#opened = opened;
    this.#statements = prepareJournal(opened.database);
    const start = this.#statements.chain.get();
    if (start === undefined) throw new JournalUnreadableError('the chain has no beginning');
    this.#start = start;
  }

  /** @throws {JournalUnreadableError} */
  static open(path: string): JournalReader {
    return told(() => {
      if (!existsSync(path)) throw new JournalUnreadableError('there is no such file');
      const opened = openWithoutTrace(path);
      try {
        return new JournalReader(opened);
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
    return told(() => verifyChain(this.#start, this.#statements.rows.iterate()));
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
    if (!(error instanceof Database.SqliteError)) throw error;
    throw new JournalUnreadableError(error.message, { cause: error });
  }
}

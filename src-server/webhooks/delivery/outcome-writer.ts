import type { Database } from '../../database/database.ts';
import type { WriteTransaction } from '../../database/transaction.ts';

/** Does the work and gives what answers its caller, once it has been committed. */
type Recording = (tx: WriteTransaction) => Promise<() => void>;

interface Waiting {
  readonly record: Recording;
  readonly reject: (error: unknown) => void;
}

/**
 * Records the outcomes of one turn of the event loop as one work. When one of them cannot be recorded, none of that work is, and each
 * is tried alone: they are of different deliveries.
 */
export class OutcomeWriter {
  readonly #database: Database;
  #waiting: Waiting[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const record: Recording = async (tx) => {
      const value = await work(tx);
      return () => resolve(value);
    };
    this.#waiting.push({ record, reject });
    if (this.#waiting.length === 1) setImmediate(() => void this.#writeAll());
    return promise;
  }

  async #writeAll(): Promise<void> {
    const all = this.#waiting;
    this.#waiting = [];
    try {
      await this.#commit(all);
    } catch {
      await Promise.all(all.map((one) => this.#commit([one]).catch(one.reject)));
    }
  }

  async #commit(all: readonly Waiting[]): Promise<void> {
    const answers = await this.#database.write(async (tx) => {
      const done: (() => void)[] = [];
      for (const { record } of all) done.push(await record(tx));
      return done;
    });
    for (const answer of answers) answer();
  }
}

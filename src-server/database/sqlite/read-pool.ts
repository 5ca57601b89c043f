import type { Instant } from '../../../shared/instant.ts';
import { closedError } from '../database-error.ts';
import type { ReadTransaction } from '../transaction.ts';
import type { SqliteConnection } from './connection.ts';
import { fromSqliteError } from './sqlite-error.ts';
import { readLatestTimestamp } from './timestamp-sequence.ts';
import { OpenReadTransaction } from '../open-transaction.ts';
import { versionsOf } from './versions.ts';

const MAX_CONNECTIONS = 4;

/**
 * Read-only connections beside the writing one. Each read has its own connection and hence its own snapshot; in WAL mode reads neither wait
 * for writes nor delay them. Excess reads wait for a connection.
 */
export class ReadPool {
  readonly #open: () => SqliteConnection;
  readonly #database: object;
  readonly #clock: () => Instant;
  readonly #all: SqliteConnection[] = [];
  readonly #idle: SqliteConnection[] = [];
  readonly #waiting: ((connection: SqliteConnection) => void)[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(open: () => SqliteConnection, database: object, clock: () => Instant) {
    this.#open = open;
    this.#database = database;
    this.#clock = clock;
  }

  /** The bound is the last timestamp committed in the snapshot: every row committed later has a greater one. */
  async read<T>(callback: (tx: ReadTransaction, bound: Instant) => Promise<T>): Promise<T> {
    if (this.#closed) throw closedError();
    const reading = this.#readOnce(callback);
    this.#running.add(reading);
    try {
      return await reading;
    } finally {
      this.#running.delete(reading);
    }
  }

  /** Waits for running reads. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    for (const connection of this.#all.splice(0)) connection.close();
  }

  async #readOnce<T>(callback: (tx: ReadTransaction, bound: Instant) => Promise<T>): Promise<T> {
    const connection = await this.#acquire();
    const transaction = new OpenReadTransaction({
      executor: connection,
      now: this.#clock(),
      database: this.#database,
      versions: { of: (topic) => versionsOf(connection)[topic] },
    });
    try {
      connection.run('begin');
      return await callback(transaction, readLatestTimestamp(connection));
    } catch (error) {
      throw fromSqliteError(error);
    } finally {
      transaction.expire();
      if (connection.inTransaction) connection.run('rollback');
      this.#release(connection);
    }
  }

  async #acquire(): Promise<SqliteConnection> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#all.length >= MAX_CONNECTIONS) {
      return new Promise((resolve) => this.#waiting.push(resolve));
    }
    const connection = this.#open();
    this.#all.push(connection);
    return connection;
  }

  #release(connection: SqliteConnection): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(connection);
    else next(connection);
  }
}

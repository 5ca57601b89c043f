import type { Connection } from './connection.ts';
import { describeDatabaseError } from '../database-error.ts';
import { OpenReadTransaction } from './open-transaction.ts';
import type { ReadTransaction } from '../transaction.ts';
import { closedError } from './write-lane.ts';

const MAX_CONNECTIONS = 4;

/**
 * Read-only connections beside the writing one. Each read has a connection and so a snapshot of its own; in WAL mode it neither
 * waits for writes nor delays them. More reads than connections wait their turn.
 */
export class ReadPool {
  readonly #open: () => Connection;
  readonly #all: Connection[] = [];
  readonly #idle: Connection[] = [];
  readonly #waiting: ((connection: Connection) => void)[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(open: () => Connection) {
    this.#open = open;
  }

  async read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    if (this.#closed) throw closedError();
    const reading = this.#readOnce(work);
    this.#running.add(reading);
    try {
      return await reading;
    } finally {
      this.#running.delete(reading);
    }
  }

  /** Lets running reads end. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    for (const connection of this.#all.splice(0)) connection.close();
  }

  async #readOnce<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    const connection = await this.#acquire();
    const transaction = new OpenReadTransaction(connection);
    try {
      connection.run('begin');
      return await work(transaction);
    } catch (error) {
      throw describeDatabaseError(error);
    } finally {
      transaction.expire();
      if (connection.inTransaction) connection.run('rollback');
      this.#release(connection);
    }
  }

  async #acquire(): Promise<Connection> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#all.length >= MAX_CONNECTIONS) {
      return new Promise((resolve) => this.#waiting.push(resolve));
    }
    const connection = this.#open();
    this.#all.push(connection);
    return connection;
  }

  #release(connection: Connection): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(connection);
    else next(connection);
  }
}

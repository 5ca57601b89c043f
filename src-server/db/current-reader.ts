import type { Connection } from './connection.ts';
import { describeDatabaseError } from './database-error.ts';
import type { CompiledStatement, SqlValue } from './query.ts';
import { closedError } from './write-lane.ts';

/** A connection that holds no snapshot: each statement sees the newest commit. Opened when it is first used. */
export class CurrentReader {
  readonly #open: () => Connection;
  #connection: Connection | null = null;
  #closed = false;

  constructor(open: () => Connection) {
    this.#open = open;
  }

  first<Row>(statement: CompiledStatement<Row>, params: readonly SqlValue[]): Row | undefined {
    if (this.#closed) throw closedError();
    try {
      this.#connection ??= this.#open();
      return this.#connection.first(statement, params);
    } catch (error) {
      throw describeDatabaseError(error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#connection?.close();
    this.#connection = null;
  }
}

import { closedError } from '../database-error.ts';
import type { Versions } from '../topics.ts';
import type { SqliteConnection } from './connection.ts';
import { fromSqliteError } from './sqlite-error.ts';
import { versionsOf } from './versions.ts';

/** Reads the latest commit of any process, on a connection that is opened on first use. */
export class CurrentReader {
  readonly #open: () => SqliteConnection;
  #connection: SqliteConnection | null = null;
  #versions: Versions | null = null;
  #closed = false;

  constructor(open: () => SqliteConnection) {
    this.#open = open;
  }

  /**
   * Queries SQLite once per turn of the event loop. Requests read in the same turn were all sent before the query, and so before anything
   * that is committed after it.
   */
  versions(): Versions {
    if (this.#versions !== null) return this.#versions;
    if (this.#closed) throw closedError();
    try {
      this.#connection ??= this.#open();
      this.#versions = versionsOf(this.#connection);
    } catch (error) {
      throw fromSqliteError(error);
    }
    setImmediate(() => {
      this.#versions = null;
    });
    return this.#versions;
  }

  close(): void {
    this.#closed = true;
    this.#connection?.close();
    this.#connection = null;
  }
}

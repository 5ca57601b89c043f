import { closedError } from '../database-error.ts';
import type { Versions } from '../topics.ts';
import type { Connection } from './connection.ts';
import { fromSqliteError } from './sqlite-error.ts';
import { versionsOf } from './versions.ts';

/** Looks at what is committed at this moment, by any process, on a connection that is opened when it is first used. */
export class CurrentReader {
  readonly #open: () => Connection;
  #connection: Connection | null = null;
  #versions: Versions | null = null;
  #closed = false;

  constructor(open: () => Connection) {
    this.#open = open;
  }

  /**
   * Asks SQLite once a turn of the event loop: a request that is read in the same turn as another was on its way before that one was
   * looked at, and so before whatever is committed after it.
   */
  versions(): Versions {
    if (this.#versions !== null) return this.#versions;
    this.#versions = this.#look((connection) => versionsOf(connection));
    setImmediate(() => {
      this.#versions = null;
    });
    return this.#versions;
  }

  /** Changes whenever any connection commits. */
  dataVersion(): number {
    return this.#look((connection) => connection.dataVersion());
  }

  close(): void {
    this.#closed = true;
    this.#connection?.close();
    this.#connection = null;
  }

  #look<T>(look: (connection: Connection) => T): T {
    if (this.#closed) throw closedError();
    try {
      this.#connection ??= this.#open();
      return look(this.#connection);
    } catch (error) {
      throw fromSqliteError(error);
    }
  }
}

import type { Connection } from './connection.ts';

/** Who may call, and as what. Rows that are new take nothing away, so only their changes and ends count. */
const watchedTables = ['access_tokens', 'clients', 'organisers'] as const;

/**
 * A number that is another one as soon as somebody's access may have changed, by any process: what was remembered at an earlier
 * number must be read again. SQLite itself tells that another connection committed (`data_version`), whatever it wrote; of the
 * connection's own commits count those that touched the tables above, which triggers report that live only in this connection.
 */
export class AccessVersion {
  readonly #connection: Connection;
  #foreign: number | undefined;
  #isTouched = false;
  #isAsked = false;
  #number = 0;

  /** `connection` is the one that writes for this process. */
  constructor(connection: Connection) {
    this.#connection = connection;
    connection.define('note_access', () => {
      this.#isTouched = true;
      return null;
    });
    for (const table of watchedTables) {
      for (const change of ['update', 'delete'] as const) {
        connection.exec(
          `create temp trigger access_${change}_${table} after ${change} on main.${table} begin select note_access(); end`,
        );
      }
    }
  }

  /** What a transaction of the connection changed holds from now on. To be called before anything else sees its commit. */
  settle(): void {
    if (this.#isTouched) this.#number += 1;
    this.#isTouched = false;
  }

  /**
   * Asks SQLite once a turn of the event loop: a request that is read in the same turn as another was on its way before that one was
   * looked at, and so before whatever is committed after it.
   */
  get current(): number {
    if (this.#isAsked) return this.#number;
    this.#isAsked = true;
    setImmediate(() => {
      this.#isAsked = false;
    });
    const foreign = this.#connection.dataVersion();
    if (foreign !== this.#foreign) this.#number += 1;
    this.#foreign = foreign;
    return this.#number;
  }
}

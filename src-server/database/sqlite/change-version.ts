import type { Connection } from './connection.ts';

/** Who may call, and as what. Rows that are new take nothing away, so only their changes and ends count. */
export const accessChanges = [
  'update on main.access_tokens',
  'delete on main.access_tokens',
  'update on main.clients',
  'delete on main.clients',
  'update on main.organisers',
  'delete on main.organisers',
] as const;

/** Whether a delivery that was claimed is still wanted, with the body that it had. */
export const deliveryChanges = [
  'update of is_active, epoch, deleted_at on main.webhook_subscriptions',
  'delete on main.webhook_subscriptions',
  'update of all_events on main.clients',
  'insert on main.client_events',
  'delete on main.client_events',
  'update on main.webhook_messages',
] as const;

/**
 * A number that is another one as soon as something may have changed, by any process: what was read at an earlier number must be read
 * again. SQLite itself tells that another connection committed (`data_version`), whatever it wrote; of the connection's own commits
 * count those that made one of `changes`, which triggers report that live only in this connection.
 */
export class ChangeVersion {
  readonly #connection: Connection;
  #foreign: number | undefined;
  #isTouched = false;
  #isAsked = false;
  #number = 0;

  /** `connection` is the one that writes for this process; `name` is this version's own. */
  constructor(connection: Connection, name: string, changes: readonly string[]) {
    this.#connection = connection;
    connection.define(`note_${name}`, () => {
      this.#isTouched = true;
      return null;
    });
    for (const [number, change] of changes.entries()) {
      connection.exec(
        `create temp trigger ${name}_${number} after ${change} begin select note_${name}(); end`,
      );
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

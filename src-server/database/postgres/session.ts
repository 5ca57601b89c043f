import type pg from 'pg';
import type { Lock } from '../database.ts';
import { closedError, DatabaseError } from '../database-error.ts';
import { fromPostgresError, IS_READ_ONLY } from './postgres-error.ts';

const RECONNECT_MS = 1_000;
/** A response shows that the connection still leads to a server: a firewall may have forgotten it, and who only listens would never know. */
const ASK_EVERY_MS = 5_000;

export interface SessionOptions {
  /** Opens a connection outside the pool. */
  readonly open: (prepare: (client: pg.Client) => Promise<void>) => Promise<pg.Client>;
  /** Whether no other process may have the database open, instead of any number. */
  readonly isAlone: boolean;
  readonly onNotification: (payload: string) => void;
  /** Notifications may have been missed. */
  readonly onReconnect: () => void;
}

/**
 * The one connection that a process keeps. It listens for notifications, and holds the advisory locks: they end with it, however that
 * happens, so a holder checks `isHeld` before each piece of work.
 *
 * States: connected → lost, with its locks → connected again, tried every second, or as soon as a lock is requested.
 */
export class Session {
  readonly #options: SessionOptions;
  #client: pg.Client | null = null;
  readonly #held = new Set<string>();
  #pause: NodeJS.Timeout | null = null;
  #reconnecting: Promise<pg.Client> | null = null;
  #asking: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Rejects with `database.busy` if another process is alone with the database, or if this one wants to be and others have it open. */
  async start(prepare: (client: pg.Client) => Promise<void> = async () => undefined) {
    const client = await this.#options.open(async (opened) => {
      await prepare(opened);
      await this.#share(opened);
      opened.on('notification', ({ payload = '' }) => this.#options.onNotification(payload));
      await opened.query('listen gatehouse');
    });
    // A client that has failed sends no more responses, and its end follows some time after.
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    this.#client = client;
    this.#asking = setInterval(() => void this.#ask(client), ASK_EVERY_MS).unref();
    if (this.#closed) await this.close();
    return client;
  }

  /** Locks and notifications of a server that has become a standby concern nobody. */
  async #ask(client: pg.Client): Promise<void> {
    try {
      const { rows } = await client.query<{ lost: boolean }>(`select ${IS_READ_ONLY} as lost`);
      if (rows[0]?.lost === true) this.#lose(client);
    } catch {
      // The client says so itself.
    }
  }

  async tryLock(name: string): Promise<Lock | null> {
    const client = this.#client ?? (await this.#startAgain());
    // PostgreSQL would let the same session take a lock twice.
    if (this.#held.has(name)) return null;
    try {
      const { rows } = await client.query<{ held: boolean }>(
        "select pg_try_advisory_lock(hashtextextended('gatehouse ' || $1, 0)) as held",
        [name],
      );
      if (rows[0]?.held !== true) return null;
    } catch (error) {
      throw fromPostgresError(error);
    }
    this.#held.add(name);
    return {
      isHeld: () => this.#client === client && this.#held.has(name),
      release: () => this.#release(name, client),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#pause !== null) clearTimeout(this.#pause);
    const client = this.#client;
    this.#forget();
    await client?.end();
  }

  async #share(client: pg.Client): Promise<void> {
    const { isAlone } = this.#options;
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock${isAlone ? '' : '_shared'}(hashtextextended('gatehouse: in use', 0)) as held`,
    );
    if (rows[0]?.held === true) return;
    throw new DatabaseError(
      'database.busy',
      isAlone
        ? `A program is using the database ${client.database}. Stop the servers, then try again.`
        : `The database ${client.database} is being copied. Try again when that has ended.`,
    );
  }

  async #release(name: string, client: pg.Client): Promise<void> {
    if (this.#client !== client || !this.#held.delete(name)) return;
    const unlock = "select pg_advisory_unlock(hashtextextended('gatehouse ' || $1, 0))";
    // Without a response the connection ends, and the lock with it.
    await client.query(unlock, [name]).catch(() => undefined);
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#forget();
    void client.end().catch(() => undefined);
    this.#startSoon();
  }

  #startSoon(): void {
    if (this.#closed) return;
    this.#pause = setTimeout(() => void this.#startAgain().catch(() => undefined), RECONNECT_MS);
  }

  async #startAgain(): Promise<pg.Client> {
    if (this.#closed) throw closedError();
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#reconnecting ??= this.start().finally(() => {
      this.#reconnecting = null;
      if (this.#client === null) this.#startSoon();
      else this.#options.onReconnect();
    });
    return this.#reconnecting;
  }

  #forget(): void {
    this.#client = null;
    this.#held.clear();
    if (this.#asking !== null) clearInterval(this.#asking);
  }
}

import type pg from 'pg';
import type { Lock } from '../database.ts';
import { fromPostgresError } from './postgres-error.ts';

/**
 * Advisory locks of this process, all on one dedicated connection: they end with it, however that happens. A holder checks `isHeld` before
 * each piece of work, because the connection may be lost at any time.
 *
 * States of a lock: free → held (`tryLock`) → released, or lost with the connection.
 */
export class Locks {
  readonly #open: () => pg.Client;
  #client: Promise<pg.Client> | null = null;
  readonly #held = new Set<string>();

  constructor(open: () => pg.Client) {
    this.#open = open;
  }

  async tryLock(name: string): Promise<Lock | null> {
    // PostgreSQL would let the same session take a lock twice.
    if (this.#held.has(name)) return null;
    try {
      this.#client ??= this.#connect();
      const client = await this.#client;
      const { rows } = await client.query<{ held: boolean }>(
        "select pg_try_advisory_lock(hashtextextended('gatehouse ' || $1, 0)) as held",
        [name],
      );
      if (rows[0]?.held !== true) return null;
      const mine = this.#client;
      this.#held.add(name);
      return {
        isHeld: () => this.#client === mine && this.#held.has(name),
        release: () => this.#release(name, mine),
      };
    } catch (error) {
      this.#forget();
      throw fromPostgresError(error);
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#forget();
    await (await client?.catch(() => null))?.end();
  }

  async #release(name: string, mine: Promise<pg.Client>): Promise<void> {
    if (this.#client !== mine || !this.#held.delete(name)) return;
    const client = await mine;
    await client.query("select pg_advisory_unlock(hashtextextended('gatehouse ' || $1, 0))", [
      name,
    ]);
  }

  async #connect(): Promise<pg.Client> {
    const client = this.#open();
    client.on('error', () => this.#forget());
    client.on('end', () => this.#forget());
    await client.connect();
    return client;
  }

  #forget(): void {
    this.#client = null;
    this.#held.clear();
  }
}

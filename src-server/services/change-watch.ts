import type { Instant } from '../../shared/instant.ts';
import type { Database } from '../database/database.ts';
import { latestStampNow } from '../repositories/latest-stamp.ts';

/** How soon a change by another process is noticed; those of this process are at once. */
const POLL_MS = 50;

/** Wakes whoever waits for a change of the database, by any process. Costs nothing while nobody waits. */
export class ChangeWatch {
  readonly #database: Database;
  readonly #stopListening: () => void;
  readonly #waiting = new Set<() => void>();
  #poll: NodeJS.Timeout | null = null;
  #seen: Instant | null = null;
  #closed = false;

  constructor(database: Database) {
    this.#database = database;
    this.#stopListening = database.onCommit(() => this.#wake());
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Settles once something was stamped after `since`, after `limitMs`, or when the server closes. Rejects with a `DatabaseError`. */
  async changedSince(since: Instant, limitMs: number): Promise<void> {
    if (this.#closed || latestStampNow(this.#database) > since) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const limit = setTimeout(resolve, limitMs);
    this.#waiting.add(resolve);
    this.#poll ??= setInterval(() => this.#look(), POLL_MS);
    await promise;
    clearTimeout(limit);
    this.#waiting.delete(resolve);
    if (this.#waiting.size === 0) this.#stopPolling();
  }

  close(): void {
    this.#closed = true;
    this.#stopListening();
    this.#wake();
  }

  #look(): void {
    const latest = this.#latest();
    if (latest !== null && latest === this.#seen) return;
    this.#seen = latest;
    this.#wake();
  }

  /** Null when it cannot be read: those who wait find out why when they read themselves. */
  #latest(): Instant | null {
    try {
      return latestStampNow(this.#database);
    } catch {
      return null;
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
  }

  #stopPolling(): void {
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#poll = null;
  }
}

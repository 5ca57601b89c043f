import type { Database } from '../database/database.ts';

/** How soon a commit by another process is heard of; those of this process are at once. */
const WITHIN_MS = 50;

/** Tells whoever waits that something was committed, by any process. Costs nothing while nobody listens. */
export class ChangeWatch {
  readonly #database: Pick<Database, 'onCommit'>;
  readonly #listening = new Set<() => void>();
  #closed = false;

  constructor(database: Pick<Database, 'onCommit'>) {
    this.#database = database;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Hears of every commit from now on, so that whoever reads afterwards misses none. */
  listen(): ChangeListener {
    let hasHeard = false;
    let wake: (() => void) | null = null;
    const hear = () => {
      hasHeard = true;
      wake?.();
    };
    const stopListening = this.#database.onCommit(hear, WITHIN_MS);
    this.#listening.add(hear);
    return {
      next: async (limitMs) => {
        if (!hasHeard && !this.#closed) {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          const limit = setTimeout(resolve, limitMs);
          await promise;
          clearTimeout(limit);
        }
        hasHeard = false;
      },
      [Symbol.dispose]: () => {
        stopListening();
        this.#listening.delete(hear);
      },
    };
  }

  /** Wakes everybody, for good. */
  close(): void {
    this.#closed = true;
    for (const hear of this.#listening) hear();
  }
}

export interface ChangeListener extends Disposable {
  /** Settles after a commit that came since it last settled, after `limitMs`, or when the watch is closed. */
  readonly next: (limitMs: number) => Promise<void>;
}

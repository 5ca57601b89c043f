import type { Database } from '../database/database.ts';

/** How soon commits of other processes are noticed. Commits of this process are noticed at once. */
const WITHIN_MS = 50;

/** Wakes listeners when any process has committed something. Costs nothing without listeners. */
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

  /** Listens to every commit from now on, so that reads after this call miss none. */
  listen(): ChangeSubscription {
    let hasCommitted = false;
    let wake: (() => void) | null = null;
    const signal = () => {
      hasCommitted = true;
      wake?.();
    };
    const stopListening = this.#database.onCommit(signal, WITHIN_MS);
    this.#listening.add(signal);
    return {
      next: async (limitMs) => {
        if (!hasCommitted && !this.#closed) {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          const limit = setTimeout(resolve, limitMs);
          await promise;
          clearTimeout(limit);
        }
        hasCommitted = false;
      },
      [Symbol.dispose]: () => {
        stopListening();
        this.#listening.delete(signal);
      },
    };
  }

  /** Wakes all listeners and ends the watch. */
  close(): void {
    this.#closed = true;
    for (const signal of this.#listening) signal();
  }
}

export interface ChangeSubscription extends Disposable {
  /** Resolves after a commit since it last resolved, after `limitMs`, or when the watch is closed. */
  readonly next: (limitMs: number) => Promise<void>;
}

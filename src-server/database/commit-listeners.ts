import type { Commit, CommitListener } from './database.ts';

const FOREIGN_COMMIT: Commit = { events: [], hasDeliveries: true, eventIds: null };

/** Notifies listeners of commits: this process's own as they happen, other processes' by polling while anybody listens. */
export class CommitListeners {
  readonly #listeners = new Map<CommitListener, number>();
  /** Changes with every commit of another process. */
  readonly #commitMark: (() => unknown) | null;
  #seen: unknown = null;
  #timer: NodeJS.Timeout | null = null;
  #intervalMs = Number.POSITIVE_INFINITY;

  /** Without `commitMark` nothing is polled: `notify` reports other processes' commits too. */
  constructor(commitMark: (() => unknown) | null = null) {
    this.#commitMark = commitMark;
  }

  /** `withinMs`: how soon this listener must learn of other processes' commits. */
  add(listener: CommitListener, withinMs: number): () => void {
    this.#listeners.set(listener, withinMs);
    this.#poll();
    return () => {
      this.#listeners.delete(listener);
      this.#poll();
    };
  }

  /** A listener that throws affects neither the database nor the other listeners. */
  notify(commit: Commit): void {
    for (const listener of this.#listeners.keys()) {
      try {
        listener(commit);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  close(): void {
    this.#listeners.clear();
    this.#poll();
  }

  /** Polls as often as the most impatient listener needs. */
  #poll(): void {
    if (this.#commitMark === null) return;
    const intervalMs = Math.min(...this.#listeners.values());
    if (intervalMs === this.#intervalMs) return;
    this.#intervalMs = intervalMs;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = Number.isFinite(intervalMs) ? setInterval(() => this.#look(), intervalMs) : null;
    this.#timer?.unref();
  }

  #look(): void {
    let mark: unknown;
    try {
      mark = this.#commitMark?.();
    } catch {
      // Listeners that read the database get the error themselves.
      return;
    }
    if (mark === this.#seen) return;
    this.#seen = mark;
    this.notify(FOREIGN_COMMIT);
  }
}

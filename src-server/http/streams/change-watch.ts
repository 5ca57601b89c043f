import type { ChangeKind, ChangeNotice } from '../../../shared/resources/event-stream.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { Commit, Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';

export interface EventChange {
  readonly kind: ChangeKind;
  readonly updatedAt: Instant;
  readonly notice: ChangeNotice;
}

export interface EventChanges {
  readonly changes: readonly EventChange[];
  /** Every change of the event up to here is in `changes` or in an earlier read. */
  readonly bound: Instant;
  /** What is not in `changes` was committed later. */
  readonly readAt: Instant;
  /** Whether there are, or may be, rows above the bound; they are reported once it has passed them. */
  readonly isBehind: boolean;
}

export interface ChangesQuery {
  readonly eventId: number;
  /** Timestamps after this one. */
  readonly since: Instant;
  readonly bound: Instant;
}

type ReadChanges = (tx: ReadTransaction, query: ChangesQuery) => Promise<EventChanges>;

/** How soon commits of other processes are noticed. Commits of this process are noticed immediately. */
const WITHIN_MS = 50;

/**
 * Wakes those who follow an event when any process has committed something that concerns it, and reads what has changed, once for all of
 * them. Costs nothing while nobody follows any.
 */
export class ChangeWatch {
  readonly #database: Pick<Database, 'onCommit' | 'readBounded'>;
  readonly #readChanges: ReadChanges;
  /** By event. */
  readonly #followers = new Map<number, Set<() => void>>();
  /** The next read of each event, which begins at the end of this turn. */
  readonly #next = new Map<number, { since: Instant; readonly found: Promise<EventChanges> }>();
  #stopListening: (() => void) | null = null;
  #closed = false;

  constructor(database: Pick<Database, 'onCommit' | 'readBounded'>, readChanges: ReadChanges) {
    this.#database = database;
    this.#readChanges = readChanges;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Follows an event from now on, so that reads after this call miss no commit. `ended` wakes the follower too. */
  follow(eventId: number, ended: AbortSignal): ChangeSubscription {
    let isWoken = false;
    let wake: (() => void) | null = null;
    const signal = () => {
      isWoken = true;
      wake?.();
    };
    const others = this.#followers.get(eventId) ?? new Set();
    this.#followers.set(eventId, others.add(signal));
    this.#stopListening ??= this.#database.onCommit((commit) => this.#notify(commit), WITHIN_MS);
    ended.addEventListener('abort', signal, { once: true });
    return {
      next: async (limitMs) => {
        if (!isWoken && !this.#closed && !ended.aborted) {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          const limit = setTimeout(resolve, limitMs);
          await promise;
          clearTimeout(limit);
        }
        isWoken = false;
      },
      [Symbol.dispose]: () => {
        ended.removeEventListener('abort', signal);
        others.delete(signal);
        if (others.size === 0 && this.#followers.get(eventId) === others) {
          this.#followers.delete(eventId);
        }
        if (this.#followers.size > 0) return;
        this.#stopListening?.();
        this.#stopListening = null;
      },
    };
  }

  /** Reads the changes after `since`, or after an earlier time that another caller requests in the same turn of the event loop. */
  read(eventId: number, since: Instant): Promise<EventChanges> {
    const shared = this.#next.get(eventId);
    if (shared !== undefined) {
      if (since < shared.since) shared.since = since;
      return shared.found;
    }
    const next = { since, found: this.#readSoon(eventId) };
    this.#next.set(eventId, next);
    return next.found;
  }

  /** The same for one who may be far behind the others. */
  readAlone(eventId: number, since: Instant): Promise<EventChanges> {
    return this.#database.readBounded((tx, bound) =>
      this.#readChanges(tx, { eventId, since, bound }),
    );
  }

  /** Wakes everybody and ends the watch. */
  close(): void {
    this.#closed = true;
    this.#wake(this.#followers.keys());
  }

  async #readSoon(eventId: number): Promise<EventChanges> {
    await new Promise((resolve) => setImmediate(resolve));
    const asked = this.#next.get(eventId);
    this.#next.delete(eventId);
    if (asked === undefined) throw new Error('expected a read that was requested');
    return this.readAlone(eventId, asked.since);
  }

  #notify({ eventIds }: Commit): void {
    this.#wake(eventIds ?? this.#followers.keys());
  }

  #wake(eventIds: Iterable<number>): void {
    for (const id of eventIds) {
      for (const signal of this.#followers.get(id) ?? []) signal();
    }
  }
}

export interface ChangeSubscription extends Disposable {
  /** Resolves after a commit that concerns the event since it last resolved, after `limitMs`, or when it or the watch has ended. */
  readonly next: (limitMs: number) => Promise<void>;
}

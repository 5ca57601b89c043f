import { CHANGE_WAITS_MS, type OrganiserChange } from '../../shared/console/stream.ts';
import type { Database } from '../database/database.ts';
import {
  beginChanges,
  readChanges,
  type ChangePosition,
} from '../domain/access/organiser-changes.ts';

type Tell = (change: OrganiserChange) => void;

interface Followed {
  readonly tells: Set<Tell>;
  /** Resolves once the read before has ended, so that each begins where that one ended. */
  position: Promise<ChangePosition>;
  timer: NodeJS.Timeout | null;
}

/**
 * Tells those who follow an organiser what any process has changed of it, read once for all of them. Costs nothing while nobody follows any.
 */
export class OrganiserWatch {
  readonly #database: Pick<Database, 'onCommit' | 'readBounded'>;
  readonly #followed = new Map<number, Followed>();
  readonly #closing = new AbortController();
  #stopListening: (() => void) | null = null;

  constructor(database: Pick<Database, 'onCommit' | 'readBounded'>) {
    this.#database = database;
  }

  /** Aborted once the server closes: whoever follows ends then. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  close(): void {
    this.#closing.abort();
  }

  /** Follows the organiser from now on: what is committed after this resolves is told. */
  async follow(organiserId: number, tell: Tell): Promise<Disposable> {
    const followed = this.#followed.get(organiserId) ?? this.#begin(organiserId);
    followed.tells.add(tell);
    this.#stopListening ??= this.#database.onCommit(() => this.#notice(), CHANGE_WAITS_MS.noticed);
    const end = () => this.#end(organiserId, followed, tell);
    try {
      await followed.position;
    } catch (error) {
      end();
      throw error;
    }
    return { [Symbol.dispose]: end };
  }

  #begin(organiserId: number): Followed {
    const position = this.#database.readBounded((tx, bound) =>
      beginChanges(tx, organiserId, bound),
    );
    const followed: Followed = { tells: new Set(), position, timer: null };
    this.#followed.set(organiserId, followed);
    return followed;
  }

  #end(organiserId: number, followed: Followed, tell: Tell): void {
    followed.tells.delete(tell);
    if (followed.tells.size > 0) return;
    if (followed.timer !== null) clearTimeout(followed.timer);
    if (this.#followed.get(organiserId) === followed) this.#followed.delete(organiserId);
    if (this.#followed.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = null;
  }

  #notice(): void {
    for (const [organiserId, followed] of this.#followed) {
      followed.timer ??= setTimeout(() => {
        followed.timer = null;
        followed.position = this.#read(organiserId, followed);
      }, CHANGE_WAITS_MS.toldTogether);
    }
  }

  async #read(organiserId: number, { position, tells }: Followed): Promise<ChangePosition> {
    const from = await position;
    try {
      const read = await this.#database.readBounded((tx, bound) =>
        readChanges(tx, { organiserId, from, bound }),
      );
      if (read.change.topics.length > 0) for (const tell of tells) tell(read.change);
      return read.position;
    } catch {
      // The next commit is another chance; who follows finds out in its own read of the database.
      return from;
    }
  }
}

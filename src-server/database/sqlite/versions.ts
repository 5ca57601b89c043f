import { prepareQuery } from '../prepared-query.ts';
import { ConcernedEvents, topics, type Followers, type Topic, type Versions } from '../topics.ts';
import type { SqliteConnection } from './connection.ts';

const readVersions = prepareQuery((db) => db.selectFrom('change_versions').select([...topics]));

/** The versions in the connection's snapshot. */
export function versionsOf(connection: SqliteConnection): Versions {
  const versions = connection.first(readVersions, {});
  if (versions === undefined) throw new Error('expected the row of change_versions');
  return versions;
}

/** The versions at the start of a batch of the writing connection, and what the batch has changed since. */
export class WriterVersions {
  readonly #changed = new Set<Topic>();
  readonly #read: () => Versions;
  #versions: Versions | null = null;
  #concerned = new ConcernedEvents();

  constructor(read: () => Versions) {
    this.#read = read;
  }

  /** The write lock is held: no other connection commits from here on. */
  begin(): void {
    this.#changed.clear();
    this.#concerned = new ConcernedEvents();
    this.#versions = null;
  }

  noteChanged(changed: readonly Topic[], followers: Followers): void {
    for (const topic of changed) this.#changed.add(topic);
    this.#concerned.note(followers);
  }

  /** The events that the batch concerns; null for every event. */
  get eventIds(): ReadonlySet<number> | null {
    return this.#concerned.ids;
  }

  of(topic: Topic): number | null {
    // Checked before the topic is changed, so that a rolled-back callback of the batch leaves the version as it was.
    if (this.#changed.has(topic)) return null;
    this.#versions ??= this.#read();
    return this.#versions[topic];
  }
}

import { prepareQuery } from '../prepared-query.ts';
import { topics, type Topic, type Versions } from '../topics.ts';
import type { SqliteConnection } from './connection.ts';

const readVersions = prepareQuery((db) => db.selectFrom('change_versions').select([...topics]));

/** The versions in the connection's snapshot. */
export function versionsOf(connection: SqliteConnection): Versions {
  const versions = connection.first(readVersions, {});
  if (versions === undefined) throw new Error('expected the row of change_versions');
  return versions;
}

/** The versions at the start of a batch of the writing connection, and the topics that the batch has changed since. */
export class WriterVersions {
  readonly #changed = new Set<Topic>();
  readonly #read: () => Versions;
  #versions: Versions | null = null;

  constructor(read: () => Versions) {
    this.#read = read;
  }

  /** The write lock is held: no other connection commits from here on. */
  begin(): void {
    this.#changed.clear();
    this.#versions = null;
  }

  noteChanged(changed: readonly Topic[]): void {
    for (const topic of changed) this.#changed.add(topic);
  }

  of(topic: Topic): number | null {
    // Checked before the topic is changed, so that a rolled-back callback of the batch leaves the version as it was.
    if (this.#changed.has(topic)) return null;
    this.#versions ??= this.#read();
    return this.#versions[topic];
  }
}

import type { Topic } from './topics.ts';
import type { ReadTransaction } from './transaction.ts';

interface Entries<Key, Value> {
  readonly version: number;
  readonly values: Map<Key, Value>;
}

/**
 * A cache of values read from the database. An entry is valid while the version of its topic stays the same. A transaction that has changed
 * the topic itself bypasses the cache, because its change may still be rolled back. The first read at another version empties the cache.
 */
export class Cached<Key, Value> {
  readonly #topic: Topic;
  readonly #byDatabase = new WeakMap<object, Entries<Key, Value>>();

  constructor(topic: Topic) {
    this.#topic = topic;
  }

  async get(tx: ReadTransaction, key: Key, load: () => Promise<Value>): Promise<Value> {
    const version = await tx.version(this.#topic);
    if (version === null) return load();
    let entries = this.#byDatabase.get(tx.database);
    if (entries?.version !== version) {
      entries = { version, values: new Map() };
      this.#byDatabase.set(tx.database, entries);
    }
    const { values } = entries;
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = await load();
    values.set(key, value);
    return value;
  }
}

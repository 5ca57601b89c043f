import type { Topic } from './topics.ts';
import type { ReadTransaction } from './transaction.ts';

interface Remembered<Key, Value> {
  readonly version: number;
  readonly values: Map<Key, Value>;
}

/**
 * Values read from the database, remembered by this process for as long as the version of their topic stays what it was. A
 * transaction that has changed the topic itself reads for itself alone: it may still be rolled back.
 */
export class Cached<Key, Value> {
  readonly #topic: Topic;
  readonly #byDatabase = new WeakMap<object, Remembered<Key, Value>>();

  constructor(topic: Topic) {
    this.#topic = topic;
  }

  async get(tx: ReadTransaction, key: Key, load: () => Promise<Value>): Promise<Value> {
    const version = await tx.version(this.#topic);
    if (version === null) return load();
    let remembered = this.#byDatabase.get(tx.database);
    if (remembered?.version !== version) {
      remembered = { version, values: new Map() };
      this.#byDatabase.set(tx.database, remembered);
    }
    const { values } = remembered;
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = await load();
    values.set(key, value);
    return value;
  }
}

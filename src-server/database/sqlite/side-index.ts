import type { Connection } from './connection.ts';
import type { CompiledStatement, SqlValue } from '../query.ts';

/** What a side index is of. Statements bind by position. */
export interface SideIndexDefinition<Key extends readonly SqlValue[]> {
  /** Its row in `side_indexes`. */
  readonly name: string;
  /** The number that stands for a key, the same that `tail` gives. */
  readonly labelOf: (...key: Key) => number;
  /** The rows after a row, in order. */
  readonly tail: CompiledStatement<{ readonly id: number; readonly label: number }>;
  /** The rows under a label that have joined. */
  readonly joined: CompiledStatement<{ readonly id: number }>;
  /** Joins the rows after a row up to another. */
  readonly join: string;
}

/** Where a transaction or a savepoint began. */
export interface SideIndexMark {
  readonly length: number;
  readonly generation: number;
}

/**
 * Finds the rows of a table by a random key. A row is first in memory, and joins the index on disk together with thousands of others,
 * in the order of their keys: an index of the table itself costs each row a page of its own, written by its commit and once more
 * by a checkpoint.
 *
 * What is in memory is the table's tail, so nothing is lost with it: it is read again when it is first asked for and topped up when
 * another process has committed. Only to be used by the connection that writes, within a transaction.
 */
export class SideIndex<Key extends readonly SqlValue[]> {
  readonly #connection: Connection;
  readonly #definition: SideIndexDefinition<Key>;
  readonly #gather: number;
  readonly #recent = new Map<number, number[]>();
  /** Labels of the rows in memory, in the order of their ids. */
  #order: number[] = [];
  #isLoaded = false;
  #generation = 0;
  #upTo = 0;
  #lastId = 0;

  /** `gather`: how many rows are to join together. */
  constructor(connection: Connection, definition: SideIndexDefinition<Key>, gather: number) {
    this.#connection = connection;
    this.#definition = definition;
    this.#gather = gather;
  }

  get isFull(): boolean {
    return this.#order.length >= this.#gather;
  }

  /** Ids of the rows under the key's label, ascending. */
  find(...key: Key): readonly number[] {
    this.#load();
    const label = this.#definition.labelOf(...key);
    const joined = this.#connection.all(this.#definition.joined, [label]);
    const recent = this.#recent.get(label);
    if (joined.length === 0) return recent ?? [];
    const ids = joined.map(({ id }) => id);
    return recent === undefined ? ids : [...ids, ...recent];
  }

  /** To be called with each row that was inserted. */
  add(id: number, ...key: Key): void {
    this.#load();
    if (id > this.#lastId) this.#append(id, this.#definition.labelOf(...key));
  }

  mark(): SideIndexMark {
    return { length: this.#order.length, generation: this.#generation };
  }

  /** Forgets what was added since the mark, because SQLite undid it. */
  undo({ length, generation }: SideIndexMark): void {
    if (generation !== this.#generation) return this.forget();
    for (const label of this.#order.splice(length).reverse()) {
      const ids = this.#recent.get(label);
      ids?.pop();
      if (ids?.length === 0) this.#recent.delete(label);
    }
    this.#lastId = lastOf(this.#order, this.#recent) ?? this.#upTo;
  }

  /** Another process has committed. */
  refresh(): void {
    if (!this.#isLoaded) return;
    if (this.#readUpTo() !== this.#upTo) this.forget();
    else this.#readTail();
  }

  /** Lets every row join. `forget` follows once that is committed. */
  join(): void {
    this.#load();
    const { name, join } = this.#definition;
    this.#connection.run(join, [this.#upTo, this.#lastId]);
    this.#connection.run(writeUpTo, [this.#lastId, name]);
  }

  /** Empties the memory; what has not joined is read again. */
  forget(): void {
    this.#isLoaded = false;
    this.#generation += 1;
    this.#recent.clear();
    this.#order = [];
  }

  #load(): void {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    this.#generation += 1;
    this.#upTo = this.#readUpTo();
    this.#lastId = this.#upTo;
    this.#readTail();
  }

  #readTail(): void {
    const rows = this.#connection.all(this.#definition.tail, [this.#lastId]);
    for (const { id, label } of rows) this.#append(id, label);
  }

  #append(id: number, label: number): void {
    const ids = this.#recent.get(label);
    if (ids === undefined) this.#recent.set(label, [id]);
    else ids.push(id);
    this.#order.push(label);
    this.#lastId = id;
  }

  #readUpTo(): number {
    return this.#connection.first(readUpTo, [this.#definition.name])?.up_to ?? 0;
  }
}

const readUpTo: CompiledStatement<{ readonly up_to: number }> = {
  sql: 'select up_to from side_indexes where name = ?',
};
const writeUpTo = 'update side_indexes set up_to = ? where name = ?';

function lastOf(
  order: readonly number[],
  recent: ReadonlyMap<number, readonly number[]>,
): number | undefined {
  const label = order.at(-1);
  return label === undefined ? undefined : recent.get(label)?.at(-1);
}

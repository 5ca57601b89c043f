import type { Kysely } from 'kysely';
import type { Instant } from '../../shared/instant.ts';
import type { Reference, ReferenceKind } from '../../shared/references.ts';
import type { DomainEvent } from './domain-event.ts';
import type { NewReference } from './new-reference.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { Row, Tables } from './schema.ts';
import type { Topic } from './topics.ts';
import type { NumberedTable, ReadTransaction, WriteTransaction } from './transaction.ts';

/** Runs the statements of a transaction: a connection of an adapter. */
export interface Executor {
  readonly kysely: Kysely<Tables>;
  all<Params extends object, Found>(
    query: PreparedQuery<Params, Found>,
    params: Params,
  ): readonly Found[] | Promise<readonly Found[]>;
  first<Params extends object, Found>(
    query: PreparedQuery<Params, Found>,
    params: Params,
  ): Found | undefined | Promise<Found | undefined>;
  /** Returns how many rows changed. */
  change<Params extends object>(
    query: PreparedQuery<Params, unknown>,
    params: Params,
  ): number | Promise<number>;
  /** Returns the number of the new row. */
  insert(table: NumberedTable, row: object): number | Promise<number>;
  /** Returns the numbers of the new rows, which have the same columns in the same order. */
  insertAll(
    table: NumberedTable,
    rows: readonly object[],
  ): readonly number[] | Promise<readonly number[]>;
  /** Inserts rows with the same columns in the same order; if that fails, throws, or makes the commit fail. */
  append(table: NumberedTable, rows: readonly object[]): void;
}

interface ReadOptions {
  readonly executor: Executor;
  readonly now: Instant;
  readonly database: object;
  readonly versionOf: (topic: Topic) => number | null | Promise<number | null>;
}

/** A transaction, with the methods that only its adapter may call. */
export class OpenReadTransaction implements ReadTransaction {
  readonly database: object;
  readonly now: Instant;
  readonly #options: ReadOptions;
  #isOpen = true;

  constructor(options: ReadOptions) {
    this.database = options.database;
    this.now = options.now;
    this.#options = options;
  }

  get db() {
    return this.executor.kysely;
  }

  async all<Params extends object, Found>(query: PreparedQuery<Params, Found>, params: Params) {
    return this.executor.all(query, params);
  }

  async first<Params extends object, Found>(query: PreparedQuery<Params, Found>, params: Params) {
    return this.executor.first(query, params);
  }

  async version(topic: Topic): Promise<number | null> {
    this.assertOpen();
    return this.#options.versionOf(topic);
  }

  /** After this every use throws: a forgotten `await` must not run statements in another transaction. */
  expire(): void {
    this.#isOpen = false;
  }

  protected get executor(): Executor {
    if (!this.#isOpen) throw expired();
    return this.#options.executor;
  }

  protected assertOpen(): void {
    if (!this.#isOpen) throw expired();
  }
}

interface WriteOptions extends ReadOptions {
  readonly nextTimestamp: () => Instant;
  readonly newReference: NewReference;
}

export class OpenWriteTransaction extends OpenReadTransaction implements WriteTransaction {
  /** Events emitted so far. */
  readonly events: DomainEvent[] = [];
  readonly #options: WriteOptions;

  constructor(options: WriteOptions) {
    super(options);
    this.#options = options;
  }

  async run<Params extends object>(query: PreparedQuery<Params, unknown>, params: Params) {
    return this.executor.change(query, params);
  }

  async insert<Name extends NumberedTable>(table: Name, row: Omit<Row<Name>, 'id'>) {
    return { ...row, id: await this.executor.insert(table, row) };
  }

  async insertAll<Name extends NumberedTable>(table: Name, rows: readonly Omit<Row<Name>, 'id'>[]) {
    const ids = await this.executor.insertAll(table, rows);
    return rows.map((row, index) => ({ ...row, id: expectId(ids[index], table) }));
  }

  append<Name extends NumberedTable>(table: Name, rows: readonly Omit<Row<Name>, 'id'>[]): void {
    this.executor.append(table, rows);
  }

  timestamp(): Instant {
    this.assertOpen();
    return this.#options.nextTimestamp();
  }

  newReference<Kind extends ReferenceKind>(kind: Kind): Reference<Kind> {
    return this.#options.newReference(kind);
  }

  emit(event: DomainEvent): void {
    this.assertOpen();
    this.events.push(event);
  }
}

function expired(): Error {
  return new Error('expected a transaction that is still open');
}

function expectId(id: number | undefined, table: NumberedTable): number {
  if (id === undefined) throw new Error(`expected the row that was inserted into ${table}`);
  return id;
}

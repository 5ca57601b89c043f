import type { Kysely } from 'kysely';
import type { Instant } from '../../shared/instant.ts';
import type { Reference, ReferenceKind } from '../../shared/references.ts';
import type { DomainEvent } from './domain-event.ts';
import { newReference } from './new-reference.ts';
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
  append(table: keyof Tables, rows: readonly object[]): void;
}

interface ReadOptions {
  readonly executor: Executor;
  readonly now: Instant;
  readonly database: object;
  readonly versions: {
    /** Null if the commit that this transaction belongs to has changed the topic. */
    of(topic: Topic): number | null | Promise<number | null>;
  };
}

/** What an expired transaction uses: a forgotten `await` must not run statements in another transaction. */
const expired = {
  get executor(): never {
    throw expiredError();
  },
  get versions(): never {
    throw expiredError();
  },
  get timestamps(): never {
    throw expiredError();
  },
  get events(): never {
    throw expiredError();
  },
};

/** A transaction, with the methods that only its adapter may call. */
export class OpenReadTransaction<
  Options extends ReadOptions = ReadOptions,
> implements ReadTransaction {
  readonly database: object;
  readonly now: Instant;
  protected options: Options | typeof expired;

  constructor(options: Options) {
    this.database = options.database;
    this.now = options.now;
    this.options = options;
  }

  get db() {
    return this.options.executor.kysely;
  }

  async all<Params extends object, Found>(query: PreparedQuery<Params, Found>, params: Params) {
    return this.options.executor.all(query, params);
  }

  async first<Params extends object, Found>(query: PreparedQuery<Params, Found>, params: Params) {
    return this.options.executor.first(query, params);
  }

  async version(topic: Topic): Promise<number | null> {
    return this.options.versions.of(topic);
  }

  /** After this every use throws. */
  expire(): void {
    this.options = expired;
  }
}

interface WriteOptions extends ReadOptions {
  readonly timestamps: { next(now: Instant): Instant };
}

interface Writing extends WriteOptions {
  readonly events: DomainEvent[];
}

export class OpenWriteTransaction extends OpenReadTransaction<Writing> implements WriteTransaction {
  /** Events emitted so far. */
  readonly events: readonly DomainEvent[];

  constructor(options: WriteOptions) {
    const events: DomainEvent[] = [];
    super({ ...options, events });
    this.events = events;
  }

  async run<Params extends object>(query: PreparedQuery<Params, unknown>, params: Params) {
    return this.options.executor.change(query, params);
  }

  async insert<Name extends NumberedTable>(table: Name, row: Omit<Row<Name>, 'id'>) {
    return { ...row, id: await this.options.executor.insert(table, row) };
  }

  async insertAll<Name extends NumberedTable>(table: Name, rows: readonly Omit<Row<Name>, 'id'>[]) {
    const ids = await this.options.executor.insertAll(table, rows);
    return rows.map((row, index) => ({ ...row, id: expectId(ids[index], table) }));
  }

  append<Name extends keyof Tables>(table: Name, rows: readonly Omit<Row<Name>, 'id'>[]): void {
    this.options.executor.append(table, rows);
  }

  timestamp(): Instant {
    return this.options.timestamps.next(this.now);
  }

  newReference<Kind extends ReferenceKind>(kind: Kind, at = this.now): Reference<Kind> {
    return newReference(kind, at);
  }

  emit(event: DomainEvent): void {
    this.options.events.push(event);
  }
}

function expiredError(): Error {
  return new Error('expected a transaction that is still open');
}

function expectId(id: number | undefined, table: NumberedTable): number {
  if (id === undefined) throw new Error(`expected the row that was inserted into ${table}`);
  return id;
}

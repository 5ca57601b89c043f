import type { Instant } from '../../../shared/instant.ts';
import type { Reference, ReferenceKind } from '../../../shared/references.ts';
import type { DomainEvent } from '../domain-event.ts';
import type { NewReference } from '../new-reference.ts';
import type { PreparedQuery } from '../prepared-query.ts';
import type { Row } from '../schema.ts';
import type { Topic } from '../topics.ts';
import type { NumberedTable, ReadTransaction, WriteTransaction } from '../transaction.ts';
import { toSqlValue, type Connection } from './connection.ts';
import type { Stamps } from './stamps.ts';
import { versionsOf, type WriterVersions } from './versions.ts';

/** A transaction with what only its owner may do. */
export class SqliteReadTransaction implements ReadTransaction {
  readonly database: object;
  readonly #connection: Connection;
  #isOpen = true;

  constructor(connection: Connection, database: object) {
    this.#connection = connection;
    this.database = database;
  }

  get db() {
    return this.use().kysely;
  }

  async all<Params extends object, Found>(query: PreparedQuery<Params, Found>, params: Params) {
    return this.use().all(query, params);
  }

  async first<Params extends object, Found>(query: PreparedQuery<Params, Found>, params: Params) {
    return this.use().first(query, params);
  }

  async version(topic: Topic): Promise<number | null> {
    return versionsOf(this.use())[topic];
  }

  /** After this every use throws: a forgotten `await` must not reach into somebody else's transaction. */
  expire(): void {
    this.#isOpen = false;
  }

  protected use(): Connection {
    if (!this.#isOpen) throw new Error('expected a transaction that is still open');
    return this.#connection;
  }
}

interface WriteTransactionOptions {
  readonly connection: Connection;
  readonly database: object;
  readonly versions: WriterVersions;
  readonly clock: () => Instant;
  readonly newReference: NewReference;
  readonly stamps: Stamps;
}

export class SqliteWriteTransaction extends SqliteReadTransaction implements WriteTransaction {
  readonly now: Instant;
  /** Emitted so far. */
  readonly events: DomainEvent[] = [];
  readonly #stamps: Stamps;
  readonly #versions: WriterVersions;
  readonly #newReference: NewReference;

  constructor(options: WriteTransactionOptions) {
    super(options.connection, options.database);
    this.now = options.clock();
    this.#newReference = options.newReference;
    this.#stamps = options.stamps;
    this.#versions = options.versions;
  }

  override async version(topic: Topic): Promise<number | null> {
    this.use();
    return this.#versions.of(topic);
  }

  async run<Params extends object>(query: PreparedQuery<Params, unknown>, params: Params) {
    return this.use().change(query, params);
  }

  async insert<Name extends NumberedTable>(table: Name, row: Omit<Row<Name>, 'id'>) {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    const sql = `insert into ${table} (${columns.join(', ')}) values (${places})`;
    const id = this.use().run(sql, Object.values(row).map(toSqlValue));
    return { ...row, id };
  }

  stamp(): Instant {
    this.use();
    return this.#stamps.next();
  }

  newReference<Kind extends ReferenceKind>(kind: Kind): Reference<Kind> {
    return this.#newReference(kind);
  }

  emit(event: DomainEvent): void {
    this.use();
    this.events.push(event);
  }
}

import type { Instant } from '../../../shared/instant.ts';
import type { Connection } from './connection.ts';
import type { DomainEvent } from '../domain-event.ts';
import type { Mint } from '../mint.ts';
import type { CompiledStatement, SqlValue } from '../query.ts';
import type { SetupMemory } from './setup-memory.ts';
import type { SideIndexes } from './side-indexes.ts';
import { readLatestStamp, type Stamps } from './stamps.ts';
import type { ReadTransaction, WriteTransaction } from '../transaction.ts';

/** A transaction with what only its owner may do. Classes, because one is made for every check-in. */
export class OpenReadTransaction implements ReadTransaction {
  readonly #connection: Connection;
  #isOpen = true;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get db() {
    return this.use().kysely;
  }

  async all<Row>(statement: CompiledStatement<Row>, params: readonly SqlValue[]) {
    return this.use().all(statement, params);
  }

  async first<Row>(statement: CompiledStatement<Row>, params: readonly SqlValue[]) {
    return this.use().first(statement, params);
  }

  async latestStamp(): Promise<Instant> {
    return readLatestStamp(this.use());
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

/** What the transactions of a group share. */
export interface WriteCircumstances {
  readonly connection: Connection;
  readonly clock: () => Instant;
  readonly mint: Mint;
  readonly stamps: Stamps;
  readonly setup: SetupMemory;
  readonly indexes: SideIndexes;
}

export class OpenWriteTransaction extends OpenReadTransaction implements WriteTransaction {
  readonly now: Instant;
  readonly mint: Mint;
  readonly setup: SetupMemory;
  readonly scansByTicket: SideIndexes['scansByTicket'];
  readonly answersByKey: SideIndexes['answersByKey'];
  /** What was told so far. */
  readonly events: DomainEvent[] = [];
  readonly #stamps: Stamps;

  constructor({ connection, clock, mint, stamps, setup, indexes }: WriteCircumstances) {
    super(connection);
    this.now = clock();
    this.mint = mint;
    this.setup = setup;
    this.scansByTicket = indexes.scansByTicket;
    this.answersByKey = indexes.answersByKey;
    this.#stamps = stamps;
  }

  async run(statement: CompiledStatement<unknown>, params: readonly SqlValue[]): Promise<number> {
    return this.use().run(statement.sql, params);
  }

  override async latestStamp(): Promise<Instant> {
    return this.#stamps.latest;
  }

  stamp(): Instant {
    this.use();
    return this.#stamps.next();
  }

  emit(event: DomainEvent): void {
    this.use();
    this.events.push(event);
  }
}

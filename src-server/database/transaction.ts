import type { Kysely } from 'kysely';
import type { Instant } from '../../shared/instant.ts';
import type { DomainEvent } from './domain-event.ts';
import type { Mint } from './mint.ts';
import type { CompiledStatement, SqlValue } from './query.ts';
import type { Tables } from './schema.ts';
import type { SetupMemory } from './sqlite/setup-memory.ts';
import type { SideIndexes } from './sqlite/side-indexes.ts';

/** One consistent snapshot of the database. Not to be used after the work that it was given to has settled. */
export interface ReadTransaction {
  readonly db: Kysely<Tables>;
  all<Row>(statement: CompiledStatement<Row>, params: readonly SqlValue[]): Promise<readonly Row[]>;
  first<Row>(
    statement: CompiledStatement<Row>,
    params: readonly SqlValue[],
  ): Promise<Row | undefined>;
  /** The last stamp that was committed in this snapshot: every row that lands later carries a greater one. */
  latestStamp(): Promise<Instant>;
}

/** The write lock is held: what is read here is true until the commit. */
export interface WriteTransaction extends ReadTransaction, SideIndexes {
  readonly setup: SetupMemory;
  /** Runs an insert, update or delete; gives the rowid of an insert. */
  run(statement: CompiledStatement<unknown>, params: readonly SqlValue[]): Promise<number>;
  /** Wall-clock time when the transaction began. Orders nothing: `stamp` does. */
  readonly now: Instant;
  /**
   * The next `created_at` or `updated_at`: greater than every stamp before it, in any process, whatever the wall clock does.
   * Stamps follow the commit order of their transactions.
   */
  stamp(): Instant;
  readonly mint: Mint;
  /** Tells that something happened. Heard by `Database.onCommit` listeners after the commit; forgotten if this work fails. */
  emit(event: DomainEvent): void;
}

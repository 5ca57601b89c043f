import type { Instant } from '../../shared/instant.ts';
import type { Connection } from './connection.ts';
import type { DomainEvent } from './domain-event.ts';
import type { Mint } from './mint.ts';
import type { SetupMemory } from './setup-memory.ts';
import type { SideIndexes } from './side-indexes.ts';
import { readLatestStamp, type Stamps } from './stamps.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** A transaction with what only its owner may do. */
export interface OpenReadTransaction {
  readonly tx: ReadTransaction;
  /** After this every use throws: a forgotten `await` must not reach into somebody else's transaction. */
  expire(): void;
}

export interface OpenWriteTransaction {
  readonly tx: WriteTransaction;
  readonly events: readonly DomainEvent[];
  expire(): void;
}

export function createReadTransaction(connection: Connection): OpenReadTransaction {
  const lease = createLease(connection);
  const tx: ReadTransaction = {
    get db() {
      return lease.use().kysely;
    },
    all: async (statement, params) => lease.use().all(statement, params),
    first: async (statement, params) => lease.use().first(statement, params),
    latestStamp: async () => readLatestStamp(lease.use()),
  };
  return { tx, expire: lease.expire };
}

export function createWriteTransaction(options: {
  readonly connection: Connection;
  readonly clock: () => Instant;
  readonly mint: Mint;
  readonly stamps: Stamps;
  readonly setup: SetupMemory;
  readonly indexes: SideIndexes;
}): OpenWriteTransaction {
  const lease = createLease(options.connection);
  const events: DomainEvent[] = [];
  const tx: WriteTransaction = {
    get db() {
      return lease.use().kysely;
    },
    all: async (statement, params) => lease.use().all(statement, params),
    first: async (statement, params) => lease.use().first(statement, params),
    run: async (statement, params) => lease.use().run(statement.sql, params),
    latestStamp: async () => options.stamps.latest,
    setup: options.setup,
    ...options.indexes,
    now: options.clock(),
    stamp: () => {
      lease.use();
      return options.stamps.next();
    },
    mint: options.mint,
    emit: (event) => {
      lease.use();
      events.push(event);
    },
  };
  return { tx, events, expire: lease.expire };
}

function createLease(connection: Connection) {
  let open = true;
  return {
    use: () => {
      if (!open) throw new Error('expected a transaction that is still open');
      return connection;
    },
    expire: () => {
      open = false;
    },
  };
}

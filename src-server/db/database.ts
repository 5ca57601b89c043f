import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { instantFromMillis, type Instant } from '../../shared/instant.ts';
import { openReadConnection, openWriteConnection, stopBlocking } from './connection.ts';
import { describeDatabaseError } from './database-error.ts';
import type { DomainEvent } from './domain-event.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { createMint, type Mint } from './mint.ts';
import { ReadPool } from './read-pool.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';
import { WriteLane } from './write-lane.ts';

/**
 * The organiser's database: `DATA/server.db`. Several processes may have it open and write at the same time.
 * Both methods reject with a `DatabaseError`, or with what the work threw; then nothing of the work was written.
 */
export interface Database extends AsyncDisposable {
  /** Answers after the commit has reached the disk. Works queued in one turn of the event loop share a commit. */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /** A consistent snapshot that sees every write answered before. Keep it short: it holds one of few connections. */
  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T>;
  /** Calls `listener` with what each commit of this process told. Gives what ends the calls. */
  onCommit(listener: (events: readonly DomainEvent[]) => void): () => void;
  /** Copies a consistent state into `file` while others read and write. */
  backup(file: string): Promise<void>;
  /** Finishes what was begun, then closes. May be called twice. */
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** The data directory; made when it is not there. */
  readonly dataDir: string;
  readonly clock?: () => Instant;
  readonly mint?: Mint;
}

/** Opens `DATA/server.db` and brings it to the newest schema. Throws a `DatabaseError`, or what the file system threw. */
export function openDatabase(options: OpenDatabaseOptions): Database {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const file = join(options.dataDir, 'server.db');
  const connection = openMigrated(file);
  const listeners = new Set<(events: readonly DomainEvent[]) => void>();
  const lane = new WriteLane({
    connection,
    clock: options.clock ?? (() => instantFromMillis(Date.now())),
    mint: options.mint ?? createMint(Date.now),
    onCommit: (events) => tellAll(listeners, events),
  });
  const pool = new ReadPool(() => openReadConnection(file));
  let closing: Promise<void> | null = null;
  const close = async () => {
    await lane.close();
    await pool.close();
    connection.close();
  };
  const closeOnce = () => (closing ??= close());
  return {
    write: (work) => lane.write(work),
    read: (work) => pool.read(work),
    onCommit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    backup: (target) => connection.backup(target),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

/** A listener that throws fails on its own: the lane and the other listeners go on. */
function tellAll(
  listeners: ReadonlySet<(events: readonly DomainEvent[]) => void>,
  events: readonly DomainEvent[],
): void {
  for (const listener of listeners) {
    try {
      listener(events);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

function openMigrated(file: string) {
  try {
    const connection = openWriteConnection(file);
    try {
      migrate(connection, migrations);
      stopBlocking(connection);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  } catch (error) {
    throw describeDatabaseError(error);
  }
}

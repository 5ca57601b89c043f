import { join } from 'node:path';
import { millisOf, type Instant } from '../../shared/instant.ts';
import { makePrivateFolder } from '../../src-files/private-files.ts';
import { systemClock } from '../clock.ts';
import { accessChanges, ChangeVersion, deliveryChanges } from './sqlite/change-version.ts';
import { openReadConnection, openWriteConnection, stopBlocking } from './sqlite/connection.ts';
import { assertNotEmptied } from './sqlite/emptied-file.ts';
import { describeDatabaseError } from './database-error.ts';
import type { DomainEvent } from './domain-event.ts';
import { migrate } from './sqlite/migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { createMint, type Mint } from './mint.ts';
import { ReadPool } from './sqlite/read-pool.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';
import { WriteLane, type RecordEvents, type Told } from './sqlite/write-lane.ts';
import { CurrentReader } from './sqlite/current-reader.ts';
import type { CompiledStatement, SqlValue } from './query.ts';

/**
 * The organiser's database: `DATA/server.db`. Several processes may have it open and write at the same time.
 * Both methods reject with a `DatabaseError`, or with what the work threw; then nothing of the work was written.
 */
export interface Database extends AsyncDisposable {
  /** Answers after the commit has reached the disk. Works queued in one turn of the event loop share a commit. */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /** A consistent snapshot that sees every write answered before. Keep it short: it holds one of few connections. */
  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T>;
  /**
   * The first row of what is committed at this very moment by this process, and within a millisecond by any other, without giving
   * up the turn: for a check that must still hold when the next line runs. Keep the statement to a few rows found by key. Throws a
   * `DatabaseError`.
   */
  readNow<Row>(statement: CompiledStatement<Row>, params: readonly SqlValue[]): Row | undefined;
  /**
   * Another number as soon as a token, a client or an organiser was changed or taken away, by any process: what was remembered of
   * them at an earlier number must be read again. Throws a `DatabaseError`.
   */
  accessVersion(): number;
  /** The same of whatever decides whether a delivery that was claimed is still wanted. Throws a `DatabaseError`. */
  deliveryVersion(): number;
  /** Calls `listener` with what each commit of this process told, unless that was nothing. Gives what ends the calls. */
  onCommit(listener: CommitListener): () => void;
  /** Copies a consistent state into `file` while others read and write. */
  backup(file: string): Promise<void>;
  /** Finishes what was begun, then closes. May be called twice. */
  close(): Promise<void>;
}

/** `isRecorded` says whether any of it was recorded for somebody. */
export type CommitListener = (events: readonly DomainEvent[], isRecorded: boolean) => void;

export interface OpenDatabaseOptions {
  /** The data directory; made when it is not there. */
  readonly dataDir: string;
  readonly clock?: () => Instant;
  readonly mint?: Mint;
  /** What is written in the transaction of each change that tells something; nothing when not given. */
  readonly record?: RecordEvents;
  /** How many rows join a side index together. */
  readonly gatherRows?: number;
}

/** Enough to share the pages of a side index, few enough to be a pause that nobody at a door notices. */
const GATHER_ROWS = 16_384;

/** Opens `DATA/server.db` and brings it to the newest schema. Throws a `DatabaseError`, or what the file system threw. */
export function openDatabase(options: OpenDatabaseOptions): Database {
  makePrivateFolder(options.dataDir);
  const file = join(options.dataDir, 'server.db');
  const clock = options.clock ?? systemClock.now;
  const connection = openMigrated(file);
  const listeners = new Set<CommitListener>();
  const current = new CurrentReader(() => openReadConnection(file));
  const access = new ChangeVersion(connection, 'access', accessChanges);
  const deliveries = new ChangeVersion(connection, 'delivery', deliveryChanges);
  const lane = new WriteLane({
    connection,
    versions: [access, deliveries],
    clock,
    mint: options.mint ?? createMint(() => millisOf(clock())),
    record: options.record ?? (async () => false),
    beforeCommit: () => current.release(),
    onCommit: (told) => tellAll(listeners, told),
    gatherRows: options.gatherRows ?? GATHER_ROWS,
  });
  const pool = new ReadPool(() => openReadConnection(file));
  let closing: Promise<void> | null = null;
  const close = async () => {
    await lane.close();
    await pool.close();
    current.close();
    connection.close();
  };
  const closeOnce = () => (closing ??= close());
  return {
    write: (work) => lane.write(work),
    read: (work) => pool.read(work),
    readNow: (statement, params) => current.first(statement, params),
    accessVersion: () => currentVersion(access),
    deliveryVersion: () => currentVersion(deliveries),
    onCommit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    backup: (target) => connection.backup(target),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

function currentVersion(version: ChangeVersion): number {
  try {
    return version.current;
  } catch (error) {
    throw describeDatabaseError(error);
  }
}

/** A listener that throws fails on its own: the lane and the other listeners go on. */
function tellAll(
  listeners: ReadonlySet<CommitListener>,
  { events, isRecorded }: Readonly<Told>,
): void {
  for (const listener of listeners) {
    try {
      listener(events, isRecorded);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

function openMigrated(file: string) {
  assertNotEmptied(file);
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
    throw describeDatabaseError(error, file);
  }
}

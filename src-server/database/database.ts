// Why: docs/decisions/0014-two-databases.md
import type { Instant } from '../../shared/instant.ts';
import type { DomainEvent } from './domain-event.ts';
import type { Versions } from './topics.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/**
 * Jobs that only one process may do at a time. SQLite's adapter locks a file of that name in the data folder; `src-files/private-files.ts`
 * lists them.
 */
export type LockName = 'mail' | 'maintenance' | 'webhook-maintenance';

/**
 * The organiser's database. Several processes may have it open and write at the same time.
 *
 * Every method rejects with a `DatabaseError`, or with whatever the callback threw; then nothing of the transaction was written.
 */
export interface Database extends AsyncDisposable {
  /** Runs the callback in a consistent snapshot that contains every write that has resolved. Keep it short: connections are few. */
  read<T>(callback: (tx: ReadTransaction) => Promise<T>): Promise<T>;
  /**
   * Like `read`, with an upper bound for timestamps: the snapshot holds every row with a timestamp at or below it that will ever be
   * committed, so an incremental reader that has read up to the bound misses nothing.
   */
  readBounded<T>(callback: (tx: ReadTransaction, bound: Instant) => Promise<T>): Promise<T>;
  /**
   * Resolves once the commit is durable. If the transaction was rolled back because of a conflict, the callback runs again, so it must have
   * no effects outside the transaction.
   */
  write<T>(callback: (tx: WriteTransaction) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * Rejects with `database.full` for five seconds after the disk has refused a write; then writes to find out whether it still does. Writes
   * nothing unless one was refused.
   */
  assertWritable(): Promise<void>;
  /** Between the writes of something long: lets the writes that wait for it come first, also those of a server in another process. */
  giveWay(): Promise<void>;
  /** How long a transaction of something long may take: on SQLite all other writes wait for one that writes. */
  readonly turnMs: number;
  /**
   * The topics' versions as committed at this moment by any process, and the database's time. Calls in one turn of the event loop share one
   * query.
   */
  versions(): Promise<Versions & { readonly now: Instant }>;
  /**
   * Calls `listener` after a commit: immediately for a commit of this process, within about `withinMs` for any other's. Returns a function that
   * unsubscribes.
   */
  onCommit(listener: CommitListener, withinMs: number): () => void;
  /**
   * Takes the lock of that name unless it is held. It is released when the process ends, however that happens. Null while another process
   * holds it.
   */
  tryLock(name: LockName): Promise<Lock | null>;
  /**
   * Counts a request of `key` across all processes, unless it would be more than `limit` within 60 s. Null if a single process serves all
   * requests and counts them in memory.
   */
  readonly countRequest: ((key: string, limit: number) => Promise<CountedRequest>) | null;
  /** To be called after rows were inserted with explicit numbers: new rows are numbered after them. */
  numberAfterImport(): Promise<void>;
  /** How much the database takes on disk, in bytes. */
  sizeBytes(): Promise<number>;
  /** Copies a consistent snapshot into `file` while others read and write. */
  backup(file: string, onCopied?: OnCopied): Promise<void>;
  readonly mark: PlaceMark;
  /** Waits for running transactions, then closes. May be called twice. */
  close(): Promise<void>;
}

/** How much of a file is copied; begins again if the database changes meanwhile. */
export interface CopiedBytes {
  readonly bytes: number;
  readonly of: number;
}

export type OnCopied = (copied: CopiedBytes) => void;

/**
 * Tells a database from its copies: a server keeps the mark in the database, and finds another one, or none, if the database was replaced by
 * an earlier state of itself, or is elsewhere.
 */
export interface PlaceMark {
  /** Null if the database in this place has none. */
  read(): Promise<string | null>;
  /** Where it can be renewed it becomes another one, so that every start of a server differs from the one before. */
  renew(): Promise<string>;
}

export interface WriteOptions {
  /**
   * `serializable` (the default): the callback sees the database as if it ran alone. `read committed`: the callback locks the rows that its
   * decision depends on (`forUpdate`), so that other writes can run concurrently.
   */
  readonly isolation?: 'serializable' | 'read committed';
  /**
   * Rejects with `database.locked`, having done nothing, while a write with this lock runs in another process. If only one process writes
   * at a time, the later write runs after the earlier one.
   */
  readonly lock?: string;
}

export interface Commit {
  /** Events emitted by this process; empty for a commit of another process. */
  readonly events: readonly DomainEvent[];
  /** Whether a webhook delivery may have been queued. */
  readonly hasDeliveries: boolean;
  /** The events whose followers it concerns; null for every event. */
  readonly eventIds: ReadonlySet<number> | null;
}

export type CommitListener = (commit: Commit) => void;

/** Writes events to the outbox, in the transaction that emitted them. Returns true if any delivery was queued. */
export type OutboxWriter = (
  tx: WriteTransaction,
  events: readonly DomainEvent[],
) => Promise<boolean>;

export interface CountedRequest {
  readonly admitted: boolean;
  /** Requests left. */
  readonly remaining: number;
  /** Time until the oldest counted request expires; 0 if none is counted. */
  readonly resetMs: number;
}

export interface Lock {
  /** False once it was released or lost; another process may then hold it. */
  isHeld(): boolean;
  /** May be called twice. */
  release(): Promise<void>;
}

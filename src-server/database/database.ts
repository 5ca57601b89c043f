import type { Instant } from '../../shared/instant.ts';
import type { DomainEvent } from './domain-event.ts';
import type { Versions } from './topics.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/**
 * The organiser's database. Several processes may have it open and write at the same time.
 * Every method rejects with a `DatabaseError`, or with what the callback threw; then nothing of the transaction was written.
 */
export interface Database extends AsyncDisposable {
  /** A consistent snapshot that sees every write answered before. Keep it short: it holds one of few connections. */
  read<T>(callback: (tx: ReadTransaction) => Promise<T>): Promise<T>;
  /**
   * The same with an upper bound for stamps: the snapshot holds every row stamped at or below it that will ever be committed, so an
   * incremental reader that has read up to the bound misses nothing.
   */
  readBounded<T>(callback: (tx: ReadTransaction, bound: Instant) => Promise<T>): Promise<T>;
  /**
   * Resolves once the commit is durable. The callback may run again when the database had to roll it back for another one's sake, so
   * it touches nothing but the transaction.
   */
  write<T>(callback: (tx: WriteTransaction) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** The versions of what is committed at this moment, by any process. Calls of one turn of the event loop share the answer. */
  versions(): Promise<Versions>;
  /**
   * Calls `listener` soon after a commit: at once for a commit of this process, within about `withinMs` for any other's. Returns what
   * ends the calls.
   */
  onCommit(listener: CommitListener, withinMs: number): () => void;
  /**
   * Takes the lock of that name for this process, before any other has it: it ends with the process, however that ends. Null while
   * another holds it.
   */
  tryLock(name: string): Promise<Lock | null>;
  /**
   * Counts a request of `key` over all processes, unless that would be more than `limit` in some 60 s. Null where one process takes all
   * requests, which counts them by itself.
   */
  readonly countRequest: ((key: string, limit: number) => Promise<CountedRequest>) | null;
  /** After rows were inserted with their numbers: new rows are numbered after them. */
  numberAfterImport(): Promise<void>;
  /** Copies a consistent state into `file` while others read and write. */
  backup(file: string): Promise<void>;
  /** Finishes what was begun, then closes. May be called twice. */
  close(): Promise<void>;
}

export interface WriteOptions {
  /**
   * `serializable` (the default): the callback reads and decides as if it ran alone. `read committed`: it locks the rows that its
   * decision rests on (`forUpdate`), so that others run beside it.
   */
  readonly isolation?: 'serializable' | 'read committed';
}

export interface Commit {
  /** What this process emitted; empty for a commit of another one. */
  readonly events: readonly DomainEvent[];
  /** Whether a webhook delivery may have been queued. */
  readonly hasDeliveries: boolean;
}

export type CommitListener = (commit: Commit) => void;

/** Writes events to the outbox, in the transaction that emitted them. Returns true if any delivery was queued. */
export type OutboxWriter = (
  tx: WriteTransaction,
  events: readonly DomainEvent[],
) => Promise<boolean>;

export interface CountedRequest {
  readonly admitted: boolean;
  /** How many more are possible now. */
  readonly remaining: number;
  /** Until the oldest counted request no longer counts; 0 when none does. */
  readonly resetMs: number;
}

export interface Lock {
  /** False once it was released or lost: another process may have it. */
  isHeld(): boolean;
  /** May be called twice. */
  release(): Promise<void>;
}

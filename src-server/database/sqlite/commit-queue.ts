import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '../../../shared/instant.ts';
import type { Commit, OutboxWriter } from '../database.ts';
import { closedError } from '../database-error.ts';
import type { DomainEvent } from '../domain-event.ts';
import type { WriteTransaction } from '../transaction.ts';
import type { SqliteConnection } from './connection.ts';
import { fromSqliteError, isBusy } from './sqlite-error.ts';
import { TimestampSequence } from './timestamp-sequence.ts';
import { OpenWriteTransaction } from '../open-transaction.ts';
import type { WriterVersions } from './versions.ts';

/** How long a batch waits for another process's transaction before it gives up. */
const BUSY_DEADLINE_MS = 10_000;
const BUSY_PAUSE_MS = 10;
/** A larger batch would only delay its first results. */
const MAX_BATCH = 256;

interface CommitQueueOptions {
  readonly connection: SqliteConnection;
  /** Identifies the open database, for caches. */
  readonly database: object;
  readonly versions: WriterVersions;
  readonly clock: () => Instant;
  readonly outbox: OutboxWriter;
  readonly onCommit: (commit: Commit) => void;
  /** Nothing of a batch was written. */
  readonly onFailed: (error: unknown) => void;
}

interface QueuedWrite {
  /** Runs the callback; returns a function that resolves the caller's promise. */
  readonly run: (tx: WriteTransaction) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

interface Emitted {
  readonly events: DomainEvent[];
  hasDeliveries: boolean;
}

/**
 * Group commit. Callbacks queued in the same turn of the event loop run one after another in one transaction, each in its own savepoint if
 * there are several, and are resolved after its commit: they share one flush to disk. No delay is added to fill a batch.
 *
 * Phases of a batch: begin (retried while another process writes) → each callback and its outbox rows (a failure rolls back that callback
 * alone) → commit → resolve. If SQLite rolls back the whole transaction (disk full), every callback of the batch is rejected and nothing of
 * it is kept.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions;
  #queue: QueuedWrite[] = [];
  #draining: Promise<void> | null = null;
  #closed = false;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
  }

  write<T>(callback: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(closedError());
    return new Promise<T>((resolve, reject) => {
      const run = async (tx: WriteTransaction) => {
        const value = await callback(tx);
        return () => resolve(value);
      };
      this.#queue.push({ run, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Finishes what is queued; rejects later writes. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  /**
   * Before each batch it yields to everything else in this turn of the event loop, so that all writes of the turn share the commit, and to
   * further turns as long as each adds more. A single write does not wait.
   */
  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      let earlier: number;
      do {
        earlier = this.#queue.length;
        await turn();
      } while (this.#queue.length > earlier && this.#queue.length < MAX_BATCH);
      await this.#commitBatch(this.#queue.splice(0, MAX_BATCH));
    }
    this.#draining = null;
  }

  async #commitBatch(batch: readonly QueuedWrite[]): Promise<void> {
    const { connection, versions, onCommit, onFailed } = this.#options;
    const emitted: Emitted = { events: [], hasDeliveries: false };
    let resolves: (() => void)[];
    try {
      await this.#begin();
      versions.begin();
      const timestamps = new TimestampSequence(connection, this.#options.clock);
      resolves = await this.#runBatch(batch, timestamps, emitted);
      timestamps.finish();
      connection.exec('commit');
    } catch (error) {
      if (connection.inTransaction) connection.exec('rollback');
      const failure = fromSqliteError(error);
      onFailed(failure);
      for (const write of batch) write.reject(failure);
      return;
    }
    onCommit({ ...emitted, eventIds: versions.eventIds });
    for (const resolve of resolves) resolve();
  }

  async #begin(): Promise<void> {
    const deadline = performance.now() + BUSY_DEADLINE_MS;
    for (;;) {
      try {
        this.#options.connection.exec('begin immediate');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
      }
      await sleep(BUSY_PAUSE_MS);
    }
  }

  async #runBatch(
    batch: readonly QueuedWrite[],
    timestamps: TimestampSequence,
    emitted: Emitted,
  ): Promise<(() => void)[]> {
    const resolves: (() => void)[] = [];
    // A single callback that fails rolls back the transaction; a savepoint would be wasted.
    const isSingle = batch.length === 1;
    for (const write of batch) {
      const transaction = new OpenWriteTransaction({
        executor: this.#options.connection,
        database: this.#options.database,
        versions: this.#options.versions,
        now: this.#options.clock(),
        timestamps,
      });
      try {
        const done = await (isSingle
          ? this.#runWithOutbox(write, transaction)
          : this.#runInSavepoint(write, transaction));
        resolves.push(done.resolve);
        emitted.events.push(...transaction.events);
        emitted.hasDeliveries ||= done.hasDeliveries;
      } catch (error) {
        if (isSingle || !this.#options.connection.inTransaction) throw error;
        resolves.push(() => write.reject(fromSqliteError(error)));
      } finally {
        transaction.expire();
      }
    }
    return resolves;
  }

  async #runInSavepoint(write: QueuedWrite, transaction: OpenWriteTransaction) {
    const { connection } = this.#options;
    connection.run('savepoint callback');
    try {
      const done = await this.#runWithOutbox(write, transaction);
      connection.run('release callback');
      return done;
    } catch (error) {
      if (connection.inTransaction) {
        connection.run('rollback to callback');
        connection.run('release callback');
      }
      throw error;
    }
  }

  async #runWithOutbox(write: QueuedWrite, transaction: OpenWriteTransaction) {
    const resolve = await write.run(transaction);
    const { events } = transaction;
    const hasDeliveries = events.length > 0 && (await this.#options.outbox(transaction, events));
    return { resolve, hasDeliveries };
  }
}

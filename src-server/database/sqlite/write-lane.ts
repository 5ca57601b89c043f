import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '../../../shared/instant.ts';
import type { ChangeVersion } from './change-version.ts';
import type { Connection } from './connection.ts';
import { DatabaseError, describeDatabaseError, isBusy, isSqliteError } from '../database-error.ts';
import type { DomainEvent } from '../domain-event.ts';
import type { Mint } from '../mint.ts';
import { SetupMemory } from './setup-memory.ts';
import type { SideIndexMark } from './side-index.ts';
import { SideIndexSet } from './side-indexes.ts';
import { OpenWriteTransaction } from './open-transaction.ts';
import { Stamps } from './stamps.ts';
import type { WriteTransaction } from '../transaction.ts';

/** How long a group waits for another process's transaction before it gives up. */
const BUSY_DEADLINE_MS = 10_000;
const BUSY_PAUSE_MS = 10;
/** A larger group would only delay its first answers. */
const MAX_GROUP = 256;

/** Gives whether somebody is to be told. Rejecting undoes the work that told the events. */
export type RecordEvents = (
  tx: WriteTransaction,
  events: readonly DomainEvent[],
) => Promise<boolean>;

/** What a group of works told, and whether any of it was recorded for somebody. */
export interface Told {
  readonly events: DomainEvent[];
  isRecorded: boolean;
}

interface WriteLaneOptions {
  readonly connection: Connection;
  readonly versions: readonly ChangeVersion[];
  readonly clock: () => Instant;
  readonly mint: Mint;
  /** Writes down what a work told, in its own savepoint. */
  readonly record: RecordEvents;
  /** Called when a group is about to be committed. */
  readonly beforeCommit: () => void;
  readonly onCommit: (told: Readonly<Told>) => void;
  /** How many rows join a side index together. */
  readonly gatherRows: number;
}

interface QueuedWork {
  /** Does the work and gives what answers its caller. */
  readonly run: (tx: WriteTransaction) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

interface DoneWork {
  readonly answer: () => void;
  readonly isRecorded: boolean;
}

/**
 * Group commit. Works that are queued in the same turn of the event loop run one after another in one transaction, each of several
 * in a savepoint of its own, and are answered after its commit: one flush to disk for all of them. Nothing waits idly for company.
 *
 * Phases of a group: begin (retried while another process writes) → each work (its failure undoes it alone) → commit → answers.
 * When SQLite gives up the whole transaction (disk full), every work of the group is rejected and nothing of it is kept.
 */
export class WriteLane {
  readonly #options: WriteLaneOptions;
  readonly #setup: SetupMemory;
  readonly #sideIndexes: SideIndexSet;
  #foreignCommits: number | undefined;
  #queue: QueuedWork[] = [];
  #draining: Promise<void> | null = null;
  #closed = false;

  constructor(options: WriteLaneOptions) {
    this.#options = options;
    this.#setup = new SetupMemory(options.connection);
    this.#sideIndexes = new SideIndexSet(options.connection, options.gatherRows);
  }

  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(closedError());
    return new Promise<T>((resolve, reject) => {
      const run = async (tx: WriteTransaction) => {
        const value = await work(tx);
        return () => resolve(value);
      };
      this.#queue.push({ run, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Finishes what is queued; refuses what comes later. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#gather();
      await this.#commitGroup(this.#queue.splice(0, MAX_GROUP));
      if (this.#sideIndexes.isFull) await this.#joinSideIndexes();
    }
    this.#draining = null;
  }

  /**
   * Lets everything else of this turn of the event loop happen first, so that all that arrives in it shares the commit; and the next
   * turn as well for as long as each brings more. A work that comes alone does not wait for it.
   */
  async #gather(): Promise<void> {
    let earlier: number;
    do {
      earlier = Math.max(this.#queue.length, 1);
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.#queue.length > earlier && this.#queue.length < MAX_GROUP);
  }

  async #commitGroup(group: readonly QueuedWork[]): Promise<void> {
    const { connection, versions, onCommit } = this.#options;
    const told: Told = { events: [], isRecorded: false };
    let answers: (() => void)[];
    let begun: readonly SideIndexMark[] = [];
    try {
      await this.#begin();
      begun = this.#sideIndexes.mark();
      const stamps = new Stamps(connection, this.#options.clock);
      answers = await this.#runGroup(group, stamps, told);
      stamps.finish();
      this.#options.beforeCommit();
      connection.run('commit');
      for (const version of versions) version.settle();
    } catch (error) {
      if (connection.inTransaction) connection.exec('rollback');
      this.#sideIndexes.undo(begun);
      for (const work of group) work.reject(describeDatabaseError(error));
      return;
    } finally {
      this.#setup.settle();
    }
    if (told.events.length > 0) onCommit(told);
    for (const answer of answers) answer();
  }

  async #begin(): Promise<void> {
    const deadline = performance.now() + BUSY_DEADLINE_MS;
    for (;;) {
      try {
        this.#options.connection.run('begin immediate');
        this.#noticeForeignCommits();
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
      }
      await sleep(BUSY_PAUSE_MS);
    }
  }

  /** What is remembered of the database holds until another connection commits. */
  #noticeForeignCommits(): void {
    const foreign = this.#options.connection.dataVersion();
    if (foreign === this.#foreignCommits) return;
    this.#foreignCommits = foreign;
    this.#setup.clear();
    this.#sideIndexes.refresh();
  }

  /** Put off until the next group when it fails: rows are found in memory for as long as they have not joined. */
  async #joinSideIndexes(): Promise<void> {
    const { connection } = this.#options;
    try {
      await this.#begin();
      this.#sideIndexes.joinFull();
      connection.run('commit');
      this.#sideIndexes.forgetJoined();
    } catch (error) {
      if (connection.inTransaction) connection.exec('rollback');
      if (!isSqliteError(error)) throw error;
    }
  }

  async #runGroup(
    group: readonly QueuedWork[],
    stamps: Stamps,
    told: Told,
  ): Promise<(() => void)[]> {
    const answers: (() => void)[] = [];
    const circumstances = {
      ...this.#options,
      stamps,
      setup: this.#setup,
      indexes: this.#sideIndexes.indexes,
    };
    // The failure of the only one undoes the transaction: a savepoint would be written for nothing.
    const isAlone = group.length === 1;
    for (const work of group) {
      const transaction = new OpenWriteTransaction(circumstances);
      try {
        const done = await (isAlone
          ? this.#runRecorded(work, transaction)
          : this.#runInSavepoint(work, transaction));
        answers.push(done.answer);
        told.events.push(...transaction.events);
        told.isRecorded ||= done.isRecorded;
      } catch (error) {
        if (isAlone || !this.#options.connection.inTransaction) throw error;
        answers.push(() => work.reject(describeDatabaseError(error)));
      } finally {
        transaction.expire();
      }
    }
    return answers;
  }

  async #runInSavepoint(work: QueuedWork, transaction: OpenWriteTransaction): Promise<DoneWork> {
    const { connection } = this.#options;
    connection.run('savepoint work');
    const begun = this.#sideIndexes.mark();
    try {
      const done = await this.#runRecorded(work, transaction);
      connection.run('release work');
      return done;
    } catch (error) {
      if (connection.inTransaction) {
        connection.run('rollback to work');
        connection.run('release work');
        this.#sideIndexes.undo(begun);
      }
      throw error;
    }
  }

  async #runRecorded(work: QueuedWork, transaction: OpenWriteTransaction): Promise<DoneWork> {
    const answer = await work.run(transaction);
    const { events } = transaction;
    const isRecorded = events.length > 0 && (await this.#options.record(transaction, events));
    return { answer, isRecorded };
  }
}

export function closedError(): DatabaseError {
  return new DatabaseError('database.closed', 'The database is closed.');
}

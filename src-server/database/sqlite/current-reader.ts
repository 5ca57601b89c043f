import type { Connection } from './connection.ts';
import { describeDatabaseError } from '../database-error.ts';
import type { CompiledStatement, SqlValue } from '../query.ts';
import { closedError } from './write-lane.ts';

/** Taking a snapshot costs more than looking at one row in it. */
const SHARE_MS = 1;

/**
 * Statements that see the newest commit. Those of one turn of the event loop share a snapshot for a millisecond at most, and never
 * over a commit of this process: whatever this process has answered, the next statement sees. Opened when it is first used.
 */
export class CurrentReader {
  readonly #open: () => Connection;
  #connection: Connection | null = null;
  #snapshotAt: number | null = null;
  #closed = false;

  constructor(open: () => Connection) {
    this.#open = open;
  }

  first<Row>(statement: CompiledStatement<Row>, params: readonly SqlValue[]): Row | undefined {
    if (this.#closed) throw closedError();
    try {
      this.#connection ??= this.#open();
      this.#takeSnapshot(this.#connection);
      return this.#connection.first(statement, params);
    } catch (error) {
      this.release();
      throw describeDatabaseError(error);
    }
  }

  /** To be called before this process commits. */
  release(): void {
    if (this.#snapshotAt === null) return;
    this.#snapshotAt = null;
    this.#connection?.run('rollback');
  }

  close(): void {
    this.#closed = true;
    this.release();
    this.#connection?.close();
    this.#connection = null;
  }

  #takeSnapshot(connection: Connection): void {
    const now = performance.now();
    if (this.#snapshotAt !== null && now - this.#snapshotAt < SHARE_MS) return;
    this.release();
    connection.run('begin');
    this.#snapshotAt = now;
    setImmediate(() => this.release());
  }
}

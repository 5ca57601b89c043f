// Why: docs/decisions/0008-exact-lists.md
import { instantFromMicros, MICROS_PER_SECOND, type Instant } from '../../../shared/instant.ts';
import type { SqliteConnection } from './connection.ts';
import { prepareQuery, type Parameter } from '../prepared-query.ts';
import { timestampedTables } from '../schema.ts';

/**
 * The clock behind `updated_at`: wall-clock microseconds, made strictly increasing over all processes by storing the last timestamp in the
 * database and reading it under the write lock.
 *
 * Readers of incremental lists store a watermark that trails the wall clock by 2 s and must never miss a row, so a timestamp may not be
 * much older than its commit. A transaction that took longer than a second therefore moves its timestamps to its end before it commits. No
 * other row has a timestamp as great as its first, so the shift finds exactly its own rows and keeps their order.
 */
const MAX_STAMP_AGE = MICROS_PER_SECOND;

const readLast = prepareQuery((db) => db.selectFrom('clock').select('last_stamp'));
const writeLast = prepareQuery((db, $: Parameter<{ last_stamp: Instant }>) =>
  db.updateTable('clock').set({ last_stamp: $('last_stamp') }),
);

/** The last committed timestamp in the snapshot of the connection's transaction. */
export function readLatestTimestamp(connection: SqliteConnection): Instant {
  return connection.first(readLast, {})?.last_stamp ?? instantFromMicros(0);
}

/** Timestamps of one transaction. */
export class TimestampSequence {
  readonly #connection: SqliteConnection;
  readonly #clock: () => Instant;
  #last: Instant;
  #first: Instant | null = null;

  constructor(connection: SqliteConnection, clock: () => Instant) {
    this.#connection = connection;
    this.#clock = clock;
    this.#last = readLatestTimestamp(connection);
  }

  next(now: Instant): Instant {
    this.#last = now > this.#last ? now : instantFromMicros(this.#last + 1);
    this.#first ??= this.#last;
    return this.#last;
  }

  /** To be called before the commit. */
  finish(): void {
    if (this.#first === null) return;
    const lateness = this.#clock() - this.#first;
    if (lateness > MAX_STAMP_AGE) this.#shift(this.#first, lateness);
    this.#connection.change(writeLast, { last_stamp: this.#last });
  }

  #shift(first: Instant, micros: number): void {
    for (const table of timestampedTables) {
      this.#connection.run(
        `update ${table} set created_at = created_at + iif(created_at >= ?, ?, 0), updated_at = updated_at + ? where updated_at >= ?`,
        [first, micros, micros, first],
      );
    }
    this.#last = instantFromMicros(this.#last + micros);
  }
}

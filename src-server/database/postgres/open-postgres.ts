import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { instantFromMicros, MICROS_PER_MILLI, type Instant } from '../../../shared/instant.ts';
import { CommitListeners } from '../commit-listeners.ts';
import type {
  CountedRequest,
  Database,
  LockName,
  OutboxWriter,
  PlaceMark,
  WriteOptions,
} from '../database.ts';
import { closedError, DatabaseError } from '../database-error.ts';
import { OpenReadTransaction, OpenWriteTransaction } from '../open-transaction.ts';
import { ConcernedEvents, type Topic } from '../topics.ts';
import type { ReadTransaction, WriteTransaction } from '../transaction.ts';
import { beginRead, beginWrite, readVersions, type Current } from './begin-transaction.ts';
import { PostgresConnection } from './connection.ts';
import { Connections } from './connections.ts';
import { migratePostgres } from './migrate.ts';
import { Notifications } from './notifications.ts';
import { markOfDatabase } from './place-mark.ts';
import {
  fromConnectError,
  fromPostgresError,
  fromReadError,
  isConflict,
  isTaken,
  isUnavailable,
} from './postgres-error.ts';
import { readBound } from './read-bound.ts';
import { refuseSharedSessions, refuseUnsupported } from './refuse-unsupported.ts';
import { Session } from './session.ts';
import { WriteTrouble } from '../write-trouble.ts';

export interface OpenPostgresOptions {
  /** `postgres://…` or `postgresql://…`, as libpq reads it. */
  readonly url: string;
  /** Without it no events are written to the outbox. */
  readonly outbox?: OutboxWriter;
  readonly maxConnections?: number;
  /** How long a statement may run. Together with the limit for a connection it bounds how long a request can wait for the database. */
  readonly statementLimitMs?: number;
  /** Refuse the database while another process has it open, and keep others from opening it. */
  readonly isAlone?: boolean;
}

const MAX_CONNECTIONS = 10;
const STATEMENT_LIMIT_MS = 8_000;
/** How long running transactions may take to finish once the database is being closed. */
const CLOSE_WITHIN_MS = 2_000;
/** How often a callback runs again after a serialization failure. */
const MAX_TRIES = 20;
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 200;

/**
 * Opens a PostgreSQL database (15 or newer) and brings it to the newest schema. Any number of processes may have it open. Rejects with a
 * `DatabaseError`.
 *
 * Phases of a write: begin (transaction number, then clock; versions; optional advisory lock, or `database.locked`) → callback and outbox
 * rows → commit → notify. Any error rolls back. After a serialization failure or a deadlock the callback runs again, up to `MAX_TRIES`
 * times with growing pauses; after a duplicate key once; any other error rejects.
 */
export async function openPostgres(options: OpenPostgresOptions): Promise<Database> {
  const database = new PostgresDatabase(options);
  try {
    await database.open();
    return database;
  } catch (error) {
    await database.close();
    throw fromPostgresError(error);
  }
}

class PostgresDatabase implements Database {
  readonly #options: OpenPostgresOptions;
  readonly #pool: pg.Pool;
  readonly #listeners = new CommitListeners();
  readonly #connections: Connections;
  readonly #session: Session;
  readonly #notifications: Notifications;
  readonly mark: PlaceMark;
  readonly #running = new Set<Promise<unknown>>();
  readonly #trouble = new WriteTrouble(() => this.write(async (tx) => void tx.timestamp()));
  #versions: Promise<Current> | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: OpenPostgresOptions) {
    this.#options = options;
    const { url, statementLimitMs = STATEMENT_LIMIT_MS, isAlone = false } = options;
    this.#connections = new Connections(url, statementLimitMs);
    this.#pool = this.#connections.createPool(options.maxConnections ?? MAX_CONNECTIONS);
    this.mark = markOfDatabase(this.#pool);
    this.#notifications = new Notifications({
      onForeignCommit: (commit) => this.#listeners.notify({ events: [], ...commit }),
      notify: (payload) => this.#pool.query("select pg_notify('gatehouse', $1)", [payload]),
    });
    this.#session = new Session({
      open: (prepare) => this.#connections.open(prepare),
      isAlone,
      onNotification: (payload) => this.#notifications.receive(payload),
      onReconnect: () =>
        this.#listeners.notify({ events: [], hasDeliveries: true, eventIds: null }),
    });
  }

  async open(): Promise<void> {
    await this.#session.start(async (client) => {
      await refuseUnsupported(client);
      await this.#withClient((other) => refuseSharedSessions(client, other));
      await migratePostgres(client);
    });
  }

  read<T>(callback: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#track(this.#withClient((client) => this.#readIn(client, callback)));
  }

  readBounded<T>(callback: (tx: ReadTransaction, bound: Instant) => Promise<T>): Promise<T> {
    return this.#track(
      this.#withClient(async (client) => {
        const bound = await readBound(client);
        return this.#readIn(client, (tx) => callback(tx, bound));
      }),
    );
  }

  write<T>(callback: (tx: WriteTransaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    return this.#track(this.#writeUntilCommitted(callback, options));
  }

  assertWritable(): Promise<void> {
    return this.#trouble.assertNone();
  }

  versions(): Promise<Current> {
    this.#versions ??= this.#readVersions();
    return this.#versions;
  }

  onCommit(listener: Parameters<Database['onCommit']>[0], withinMs: number): () => void {
    return this.#listeners.add(listener, withinMs);
  }

  tryLock(name: LockName) {
    return this.#session.tryLock(name);
  }

  readonly countRequest = (key: string, limit: number): Promise<CountedRequest> =>
    this.#withClient(async (client) => {
      const { rows } = await client.query<{
        admitted: boolean;
        remaining: number;
        reset_micros: number;
      }>({
        name: 'count_request',
        text: 'select * from count_request($1, $2)',
        values: [key, limit],
      });
      const [row] = rows;
      if (row === undefined) throw new Error('expected a count');
      const { admitted, remaining, reset_micros } = row;
      return { admitted, remaining, resetMs: reset_micros / MICROS_PER_MILLI };
    });

  /** Only who sells the same waits for a write. Shorter ones spend themselves in round trips. */
  readonly turnMs = 250;

  /** Writes of others go on meanwhile anyway. */
  giveWay(): Promise<void> {
    return turn();
  }

  numberAfterImport(): Promise<void> {
    return this.#withClient(async (client) => {
      const { rows } = await client.query<{ table_name: string }>(
        "select table_name from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'",
      );
      for (const { table_name: table } of rows) {
        await client.query(
          `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 1))`,
        );
      }
    });
  }

  sizeBytes(): Promise<number> {
    return this.#withClient(async (client) => {
      const { rows } = await client.query<{ size: string }>(
        'select pg_database_size(current_database()) as size',
      );
      return Number(rows[0]?.size ?? 0);
    });
  }

  backup(): Promise<void> {
    return Promise.reject(
      new DatabaseError('database.unsupported', 'Back up PostgreSQL with its own tools: pg_dump.'),
    );
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#listeners.close();
    const cut = setTimeout(() => this.#connections.cut(), CLOSE_WITHIN_MS);
    await Promise.allSettled(this.#running);
    await this.#notifications.close();
    await Promise.all([this.#session.close(), this.#pool.end()]);
    await this.#connections.closed();
    clearTimeout(cut);
  }

  /** Shared by callers that arrive before the query is sent. */
  async #readVersions(): Promise<Current> {
    try {
      return await this.#withClient((client) => {
        this.#versions = null;
        return readVersions(client);
      });
    } catch (error) {
      this.#versions = null;
      throw error;
    }
  }

  async #readIn<T>(client: pg.Client, callback: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    const connection = new PostgresConnection(client, () => undefined);
    const now = await beginRead(connection);
    let versions: Promise<Current> | null = null;
    const transaction = new OpenReadTransaction({
      executor: connection,
      now,
      database: this,
      versions: { of: async (topic) => (await (versions ??= readVersions(client)))[topic] },
    });
    try {
      return await callback(transaction);
    } catch (error) {
      throw fromReadError(error);
    } finally {
      transaction.expire();
      await client.query('rollback');
    }
  }

  async #writeUntilCommitted<T>(
    callback: (tx: WriteTransaction) => Promise<T>,
    options: WriteOptions,
  ): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#withClient((client) => this.#writeIn(client, callback, options), {
          describes: false,
        });
      } catch (error) {
        const mayPass = isConflict(error) ? tried < MAX_TRIES : isTaken(error) && tried === 1;
        if (!mayPass) {
          const failure = fromPostgresError(error);
          this.#trouble.note(failure);
          throw failure;
        }
      }
      await sleep(Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** tried, MAX_PAUSE_MS));
    }
  }

  async #writeIn<T>(
    client: pg.Client,
    callback: (tx: WriteTransaction) => Promise<T>,
    options: WriteOptions,
  ): Promise<T> {
    const changed = new Set<Topic>();
    const concerned = new ConcernedEvents();
    const connection = new PostgresConnection(client, (topics, followers) => {
      for (const topic of topics) changed.add(topic);
      concerned.note(followers);
    });
    const begun = await beginWrite(connection, options);
    let lastTimestamp = begun.now - 1;
    const transaction = new OpenWriteTransaction({
      executor: connection,
      database: this,
      versions: { of: (topic) => (changed.has(topic) ? null : begun[topic]) },
      now: begun.now,
      timestamps: {
        next: () => {
          lastTimestamp += 1;
          return instantFromMicros(lastTimestamp);
        },
      },
    });
    let hasDeliveries = false;
    let value: T;
    try {
      value = await callback(transaction);
      const { outbox } = this.#options;
      const { events } = transaction;
      if (outbox !== undefined && events.length > 0) {
        hasDeliveries = await outbox(transaction, events);
      }
      transaction.expire();
      await connection.commit();
    } catch (error) {
      transaction.expire();
      await client.query('rollback');
      throw error;
    }
    const commit = { hasDeliveries, eventIds: concerned.ids };
    this.#listeners.notify({ events: transaction.events, ...commit });
    this.#notifications.sendSoon(commit);
    return value;
  }

  /** A connection whose transaction could not be ended is discarded, and one to a server that is about to go. */
  async #withClient<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    { describes = true } = {},
  ): Promise<T> {
    if (this.#closing !== null) throw closedError();
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw fromConnectError(error);
    });
    try {
      const value = await work(client);
      client.release();
      return value;
    } catch (error) {
      client.release(isUnavailable(error) || (await isBroken(client)));
      throw describes ? fromPostgresError(error) : error;
    }
  }

  #track<T>(running: Promise<T>): Promise<T> {
    this.#running.add(running);
    const forget = () => this.#running.delete(running);
    running.then(forget, forget);
    return running;
  }
}

async function isBroken(client: pg.ClientBase): Promise<boolean> {
  try {
    await client.query('rollback');
    return false;
  } catch {
    return true;
  }
}

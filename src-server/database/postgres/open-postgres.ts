import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { instantFromMicros, MICROS_PER_MILLI, type Instant } from '../../../shared/instant.ts';
import { CommitListeners } from '../commit-listeners.ts';
import type { CountedRequest, Database, OutboxWriter, WriteOptions } from '../database.ts';
import { closedError, DatabaseError } from '../database-error.ts';
import { createNewReference, type NewReference } from '../new-reference.ts';
import { OpenReadTransaction, OpenWriteTransaction } from '../open-transaction.ts';
import type { Topic, Versions } from '../topics.ts';
import type { ReadTransaction, WriteTransaction } from '../transaction.ts';
import { readBound } from './bound.ts';
import { Connection, types } from './connection.ts';
import { Locks } from './locks.ts';
import { migrate } from './migrate.ts';
import { Notifications } from './notifications.ts';
import { fromPostgresError, isConflict } from './postgres-error.ts';

export interface OpenPostgresOptions {
  /** `postgres://…` or `postgresql://…`, as libpq reads it. */
  readonly url: string;
  readonly newReference?: NewReference;
  /** No outbox when not given. */
  readonly outbox?: OutboxWriter;
  readonly maxConnections?: number;
}

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** How often a callback is run again when the database rolled it back for another one's sake. */
const MAX_TRIES = 20;
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 200;

const READ_VERSIONS = 'select access, deliveries, setup from change_versions';
/**
 * The transaction gets its number before the clock is read: see `bound.ts`. The versions come along, so that what is remembered costs
 * no round trip of its own.
 */
const beginWrite = (isolation: string) => `begin isolation level ${isolation};
  select pg_current_xact_id();
  select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now, access, deliveries, setup from change_versions`;

type Begun = Versions & { readonly now: number };

/**
 * Opens a PostgreSQL database (15 or newer) and brings it to the newest schema. Any number of processes may have it open. Rejects with
 * a `DatabaseError`.
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
  readonly #notifications: Notifications;
  readonly #locks: Locks;
  readonly #newReference: NewReference;
  readonly #running = new Set<Promise<unknown>>();
  #versions: Promise<Versions> | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: OpenPostgresOptions) {
    this.#options = options;
    const connection = { connectionString: options.url, types };
    this.#pool = new pg.Pool({
      ...connection,
      max: options.maxConnections ?? MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'gatehouse',
    });
    // A connection that breaks while nobody waits for it is found broken when it is next used.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    this.#newReference = options.newReference ?? createNewReference(Date.now);
    this.#notifications = new Notifications({
      open: () => new pg.Client(connection),
      onForeignCommit: (hasDeliveries) => this.#listeners.notify({ events: [], hasDeliveries }),
      notify: (payload) => this.#pool.query("select pg_notify('gatehouse', $1)", [payload]),
    });
    this.#locks = new Locks(() => new pg.Client(connection));
  }

  async open(): Promise<void> {
    await this.#withClient(async (client) => {
      await refuseOldServer(client);
      await migrate(client);
    });
    await this.#notifications.start();
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

  write<T>(
    callback: (tx: WriteTransaction) => Promise<T>,
    { isolation = 'serializable' }: WriteOptions = {},
  ): Promise<T> {
    return this.#track(this.#writeUntilCommitted(callback, isolation));
  }

  versions(): Promise<Versions> {
    if (this.#versions !== null) return this.#versions;
    const versions = this.#withClient(readVersions);
    this.#versions = versions;
    // Shared by those that ask before the question is sent.
    setImmediate(() => {
      this.#versions = null;
    });
    return versions;
  }

  onCommit(listener: Parameters<Database['onCommit']>[0], withinMs: number): () => void {
    return this.#listeners.add(listener, withinMs);
  }

  tryLock(name: string) {
    return this.#locks.tryLock(name);
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
    await Promise.allSettled(this.#running);
    await this.#notifications.close();
    await this.#locks.close();
    await this.#pool.end();
  }

  async #readIn<T>(
    client: pg.ClientBase,
    callback: (tx: ReadTransaction) => Promise<T>,
  ): Promise<T> {
    await client.query('begin isolation level repeatable read read only');
    let versions: Promise<Versions> | null = null;
    const transaction = new OpenReadTransaction({
      executor: new Connection(client, () => undefined),
      database: this,
      versionOf: async (topic) => (await (versions ??= readVersions(client)))[topic],
    });
    try {
      return await callback(transaction);
    } finally {
      transaction.expire();
      await client.query('rollback');
    }
  }

  async #writeUntilCommitted<T>(
    callback: (tx: WriteTransaction) => Promise<T>,
    isolation: string,
  ): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#withClient((client) => this.#writeIn(client, callback, isolation), {
          describes: false,
        });
      } catch (error) {
        if (!isConflict(error) || tried === MAX_TRIES) throw fromPostgresError(error);
      }
      await sleep(Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** tried, MAX_PAUSE_MS));
    }
  }

  async #writeIn<T>(
    client: pg.ClientBase,
    callback: (tx: WriteTransaction) => Promise<T>,
    isolation: string,
  ): Promise<T> {
    const begun = await begin(client, isolation);
    const changed = new Set<Topic>();
    let lastStamp = begun.now - 1;
    const transaction = new OpenWriteTransaction({
      executor: new Connection(client, (topics) => {
        for (const topic of topics) changed.add(topic);
      }),
      database: this,
      versionOf: (topic) => (changed.has(topic) ? null : begun[topic]),
      now: instantFromMicros(begun.now),
      nextStamp: () => {
        lastStamp += 1;
        return instantFromMicros(lastStamp);
      },
      newReference: this.#newReference,
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
      await client.query('commit');
    } catch (error) {
      transaction.expire();
      await client.query('rollback');
      throw error;
    }
    this.#listeners.notify({ events: transaction.events, hasDeliveries });
    this.#notifications.notifySoon(hasDeliveries);
    return value;
  }

  /** A connection whose transaction could not be ended is not used again. */
  async #withClient<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    { describes = true } = {},
  ): Promise<T> {
    if (this.#closing !== null) throw closedError();
    let client: pg.PoolClient | null = null;
    try {
      client = await this.#pool.connect();
      const value = await work(client);
      client.release();
      return value;
    } catch (error) {
      client?.release(await isBroken(client));
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

async function begin(client: pg.ClientBase, isolation: string): Promise<Begun> {
  // Several statements in one message give one result each.
  const results: unknown = await client.query<Begun>(beginWrite(isolation));
  const last: unknown = Array.isArray(results) ? results.at(-1) : null;
  const row = isResult(last) ? last.rows[0] : undefined;
  if (!isBegun(row)) throw new Error('expected the row of change_versions');
  return row;
}

function isResult(value: unknown): value is pg.QueryResult<pg.QueryResultRow> {
  return typeof value === 'object' && value !== null && 'rows' in value;
}

function isBegun(row: unknown): row is Begun {
  return typeof row === 'object' && row !== null && 'now' in row && 'setup' in row;
}

async function readVersions(client: pg.ClientBase): Promise<Versions> {
  const { rows } = await client.query<Versions>(READ_VERSIONS);
  const [versions] = rows;
  if (versions === undefined) throw new Error('expected the row of change_versions');
  return versions;
}

const OLDEST_VERSION = 150_000;

async function refuseOldServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const version = Number(rows[0]?.server_version_num);
  if (version >= OLDEST_VERSION) return;
  throw new DatabaseError(
    'database.unsupported',
    `PostgreSQL 15 or newer is needed; this server is version ${Math.floor(version / 10_000)}.`,
  );
}

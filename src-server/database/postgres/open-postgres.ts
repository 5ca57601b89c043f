import { hash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
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
import { createNewReference, type NewReference } from '../new-reference.ts';
import { OpenReadTransaction, OpenWriteTransaction } from '../open-transaction.ts';
import { ConcernedEvents, type Topic, type Versions } from '../topics.ts';
import type { ReadTransaction, WriteTransaction } from '../transaction.ts';
import { readBound } from './read-bound.ts';
import { PostgresConnection } from './connection.ts';
import { Connections } from './connections.ts';
import { migratePostgres } from './migrate.ts';
import { Notifications } from './notifications.ts';
import {
  connectError,
  fromPostgresError,
  fromReadError,
  isConflict,
  isTaken,
  isUnavailable,
  IS_READ_ONLY,
  readOnlyError,
} from './postgres-error.ts';
import { Session } from './session.ts';

export interface OpenPostgresOptions {
  /** `postgres://…` or `postgresql://…`, as libpq reads it. */
  readonly url: string;
  readonly newReference?: NewReference;
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

const DATABASE_MARK = `select concat_ws(' ',
  (select oid from pg_database where datname = current_database()), 'entry_scans'::regclass::oid) as mark`;
const CLUSTER_MARK = `select concat_ws(' ', (select system_identifier from pg_control_system()),
  (select timeline_id from pg_control_checkpoint())) as mark`;
const NOW = '(extract(epoch from clock_timestamp()) * 1000000)::bigint as now';
/** Every request checks this before anything else. A standby, or a primary that was demoted, may lag behind what a reader has seen. */
const READ_VERSIONS = {
  name: 'versions',
  text: `select ${NOW}, access, deliveries, setup,
    ${IS_READ_ONLY} as is_read_only
    from change_versions`,
};
/** `statement_timestamp()` is the time at which the message arrived, hence before the snapshot. */
const BEGIN_READ = `begin isolation level repeatable read read only;
  select (extract(epoch from statement_timestamp()) * 1000000)::bigint as now`;
/**
 * The transaction gets its number before the clock is read: see `read-bound.ts`. Versions and lock are queried in the same statement, to save
 * round trips. The lock ends with the transaction.
 */
const BEGIN_WRITE = `with begun as materialized (select pg_current_xact_id() as number)
  select $1::bigint is null or pg_try_advisory_xact_lock($1) as is_alone, ${NOW}, access, deliveries, setup
  from change_versions where (select number from begun) is not null`;

const BegunRead = Compile(Type.Object({ now: Type.Integer() }));
const BegunWrite = Compile(
  Type.Object({
    is_alone: Type.Boolean(),
    now: Type.Integer(),
    access: Type.Integer(),
    deliveries: Type.Integer(),
    setup: Type.Integer(),
  }),
);

/** The first 64 bits of a hash. On a collision one name would merely wait for the other. */
function lockNumber(name: string): bigint {
  return hash('sha256', name, 'buffer').readBigInt64BE();
}

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

type Current = Awaited<ReturnType<Database['versions']>>;

class PostgresDatabase implements Database {
  readonly #options: OpenPostgresOptions;
  readonly #pool: pg.Pool;
  readonly #listeners = new CommitListeners();
  readonly #connections: Connections;
  readonly #session: Session;
  readonly #notifications: Notifications;
  readonly #newReference: NewReference;
  readonly #running = new Set<Promise<unknown>>();
  #versions: Promise<Current> | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: OpenPostgresOptions) {
    this.#options = options;
    const { url, statementLimitMs = STATEMENT_LIMIT_MS, isAlone = false } = options;
    this.#connections = new Connections(url, statementLimitMs);
    this.#pool = this.#connections.createPool(options.maxConnections ?? MAX_CONNECTIONS);
    this.#newReference = options.newReference ?? createNewReference(Date.now);
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

  readonly mark: PlaceMark = {
    read: () => this.#placeMark(),
    renew: () => this.#placeMark(),
  };

  /**
   * Of the cluster, its timeline, the database and one of its tables: each dump that is restored makes other tables, and recovery to an
   * earlier moment and a standby that takes over begin another timeline.
   */
  async #placeMark(): Promise<string> {
    const read = async (mark: string) =>
      (await this.#pool.query<{ mark: string }>(mark)).rows[0]?.mark ?? '';
    // A provider may keep the cluster's data to itself.
    const ofCluster = await read(CLUSTER_MARK).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError) return '';
      throw error;
    });
    return `${await read(DATABASE_MARK)} ${ofCluster}`;
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
    const { now } = BegunRead.Parse(await lastRow(client, BEGIN_READ));
    let versions: Promise<Current> | null = null;
    const transaction = new OpenReadTransaction({
      executor: new PostgresConnection(client, () => undefined),
      now: instantFromMicros(now),
      database: this,
      versionOf: async (topic) => (await (versions ??= readVersions(client)))[topic],
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
        if (!mayPass) throw fromPostgresError(error);
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
      versionOf: (topic) => (changed.has(topic) ? null : begun[topic]),
      now: instantFromMicros(begun.now),
      nextTimestamp: () => {
        lastTimestamp += 1;
        return instantFromMicros(lastTimestamp);
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
      throw connectError(error);
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

async function beginWrite(
  connection: PostgresConnection,
  { isolation = 'serializable', lock }: WriteOptions,
) {
  const values = [lock === undefined ? null : lockNumber(lock)];
  const [, { rows }] = await Promise.all([
    connection.send<never>(`begin isolation level ${isolation}`),
    connection.send<unknown>({ name: 'begin_write', text: BEGIN_WRITE, values }),
  ]);
  const begun = BegunWrite.Parse(rows[0]);
  if (!begun.is_alone) throw new DatabaseError('database.locked', 'Another write holds the lock.');
  return begun;
}

/** Runs several statements in one message, which returns one result each; returns the only row of the last. */
async function lastRow(client: pg.ClientBase, statements: string): Promise<unknown> {
  const results: unknown = await client.query(statements);
  const last: unknown = Array.isArray(results) ? results.at(-1) : null;
  return last instanceof pg.Result ? last.rows[0] : null;
}

type Read = Versions & { readonly now: number; readonly is_read_only: boolean };

/** Rejects with `database.unavailable` where nothing can be written, so that the connection is given up and the next may lead elsewhere. */
async function readVersions(client: pg.ClientBase): Promise<Current> {
  const { rows } = await client.query<Read>(READ_VERSIONS);
  const [read] = rows;
  if (read === undefined) throw new Error('expected the row of change_versions');
  const { is_read_only: isReadOnly, now, ...versions } = read;
  if (isReadOnly) throw readOnlyError();
  return { ...versions, now: instantFromMicros(now) };
}

const OLDEST_VERSION = 150_000;
/** With a pooler that is busy, both connections may happen to get their own again. */
const SESSION_LOOKS = 5;

/** A pooler that gives a connection to somebody else after each transaction mixes up what belongs to a session: settings, locks and LISTEN. */
async function refuseSharedSessions(client: pg.ClientBase, other: pg.ClientBase): Promise<void> {
  const mark = randomUUID();
  await client.query("select set_config('gatehouse.session', $1, false)", [mark]);
  for (let look = 0; look < SESSION_LOOKS; look += 1) {
    const kept = await readSetting(client, 'gatehouse.session');
    const seen = await readSetting(other, 'gatehouse.session');
    if (kept === mark && seen !== mark) continue;
    throw new DatabaseError(
      'database.unsupported',
      'A pooler in front of the database gives its connections away after each transaction, as PgBouncer does in transaction mode. Gatehouse needs them for a whole session: set pool_mode = session, or name the database itself.',
    );
  }
}

async function refuseUnsupported(client: pg.ClientBase): Promise<void> {
  const version = Number(await readSetting(client, 'server_version_num'));
  if (version < OLDEST_VERSION) {
    throw new DatabaseError(
      'database.unsupported',
      `PostgreSQL 15 or newer is needed; this server is version ${Math.floor(version / 10_000)}.`,
    );
  }
  const encoding = await readSetting(client, 'server_encoding');
  if (encoding === 'UTF8') return;
  throw new DatabaseError(
    'database.unsupported',
    `The database's encoding is ${encoding}, which cannot hold every name. Create it with encoding UTF8.`,
  );
}

async function readSetting(
  client: pg.ClientBase,
  name: 'server_version_num' | 'server_encoding' | 'gatehouse.session',
): Promise<string | null | undefined> {
  const { rows } = await client.query<{ value: string | null }>(
    'select current_setting($1, true) as value',
    [name],
  );
  return rows[0]?.value;
}

import { hash } from 'node:crypto';
import type pg from 'pg';
import { instantFromMicros, type Instant } from '../../../shared/instant.ts';
import type { Database, WriteOptions } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import { topics, type Versions } from '../topics.ts';
import type { PostgresConnection } from './connection.ts';
import { IS_READ_ONLY, readOnlyError } from './postgres-error.ts';

/** The versions at one moment of the database's clock. */
export type Current = Awaited<ReturnType<Database['versions']>>;

const NOW = '(extract(epoch from clock_timestamp()) * 1000000)::bigint as now';
const VERSIONS = topics.join(', ');
/** Every request checks this before anything else. A standby, or a primary that was demoted, may lag behind what a reader has seen. */
const READ_VERSIONS = {
  name: 'versions',
  text: `select ${NOW}, ${VERSIONS}, ${IS_READ_ONLY} as is_read_only from change_versions`,
};
/** `statement_timestamp()` is the time at which the message arrived, hence before the snapshot. */
const READ_NOW = 'select (extract(epoch from statement_timestamp()) * 1000000)::bigint as now';
/**
 * The transaction gets its number before the clock is read: see `read-bound.ts`. Versions and lock are queried in the same statement, to save
 * round trips. The lock ends with the transaction.
 */
const BEGIN_WRITE = `with begun as materialized (select pg_current_xact_id() as number)
  select $1::bigint is null or pg_try_advisory_xact_lock($1) as is_alone, ${NOW}, ${VERSIONS}
  from change_versions where (select number from begun) is not null`;

interface Now {
  readonly now: number;
}

/** Rejects with `database.unavailable` where nothing can be written, so that the connection is given up and the next may lead elsewhere. */
export async function readVersions(client: pg.ClientBase): Promise<Current> {
  const { rows } = await client.query<Versions & Now & { readonly is_read_only: boolean }>(
    READ_VERSIONS,
  );
  const { is_read_only: isReadOnly, now, ...versions } = onlyRow(rows);
  if (isReadOnly) throw readOnlyError();
  return { ...versions, now: instantFromMicros(now) };
}

/** Begins a transaction that reads one snapshot; returns when, by the database's clock. */
export async function beginRead(connection: PostgresConnection): Promise<Instant> {
  const [, { rows }] = await Promise.all([
    connection.send<never>('begin isolation level repeatable read read only'),
    connection.send<Now>(READ_NOW),
  ]);
  return instantFromMicros(onlyRow(rows).now);
}

/** Begins a transaction that writes. Rejects with `database.locked` if another one holds the lock. */
export async function beginWrite(
  connection: PostgresConnection,
  { isolation = 'serializable', lock }: WriteOptions,
): Promise<Current> {
  const values = [lock === undefined ? null : lockNumber(lock)];
  const [, { rows }] = await Promise.all([
    connection.send<never>(`begin isolation level ${isolation}`),
    connection.send<Versions & Now & { readonly is_alone: boolean }>({
      name: 'begin_write',
      text: BEGIN_WRITE,
      values,
    }),
  ]);
  const { is_alone: isAlone, now, ...versions } = onlyRow(rows);
  if (!isAlone) throw new DatabaseError('database.locked', 'Another write holds the lock.');
  return { ...versions, now: instantFromMicros(now) };
}

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('expected the row of change_versions');
  return row;
}

/** The first 64 bits of a hash. On a collision one name would merely wait for the other. */
function lockNumber(name: string): bigint {
  return hash('sha256', name, 'buffer').readBigInt64BE();
}

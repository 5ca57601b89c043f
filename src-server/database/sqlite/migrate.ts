import type { SqliteConnection } from './connection.ts';
import { refuseNewer } from '../database-error.ts';
import { systemClock } from '../clock.ts';
import type { DataMigration, Migration } from '../migrations/data-migration.ts';
import { TimestampSequence } from './timestamp-sequence.ts';

/**
 * Brings the database to the newest schema, each migration in its own transaction. Several processes may try at once, so the version is
 * read again under the write lock.
 */
export function migrateSqlite(
  connection: SqliteConnection,
  migrations: readonly Migration[],
): void {
  const newest = migrations.length;
  refuseNewer(versionOf(connection), newest);
  while (versionOf(connection) < newest) applyNext(connection, migrations);
}

function applyNext(connection: SqliteConnection, migrations: readonly Migration[]): void {
  connection.exec('begin immediate');
  try {
    const version = versionOf(connection);
    refuseNewer(version, migrations.length);
    const migration = migrations[version];
    if (migration !== undefined) {
      if (typeof migration === 'string') connection.exec(migration);
      else migrateData(connection, migration);
      connection.pragma(`user_version = ${version + 1}`);
    }
    connection.exec('commit');
  } catch (error) {
    if (connection.inTransaction) connection.exec('rollback');
    throw error;
  }
}

function migrateData(connection: SqliteConnection, migration: DataMigration): void {
  const timestamps = new TimestampSequence(connection, systemClock.now);
  const steps = migration(() => timestamps.next());
  for (let step = steps.next(); step.done !== true;) {
    step = steps.next(connection.rows(step.value.sql, step.value.values));
  }
  timestamps.finish();
}

function versionOf(connection: SqliteConnection): number {
  return Number(connection.pragma('user_version'));
}

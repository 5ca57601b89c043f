import type { SqliteConnection } from './connection.ts';
import { refuseNewer } from '../database-error.ts';

/**
 * Brings the database to the newest schema, each migration in its own transaction. Several processes may try at once, so the version is
 * read again under the write lock.
 */
export function migrateSqlite(connection: SqliteConnection, migrations: readonly string[]): void {
  const newest = migrations.length;
  refuseNewer(versionOf(connection), newest);
  while (versionOf(connection) < newest) applyNext(connection, migrations);
}

function applyNext(connection: SqliteConnection, migrations: readonly string[]): void {
  connection.exec('begin immediate');
  try {
    const version = versionOf(connection);
    refuseNewer(version, migrations.length);
    const migration = migrations[version];
    if (migration !== undefined) {
      connection.exec(migration);
      connection.pragma(`user_version = ${version + 1}`);
    }
    connection.exec('commit');
  } catch (error) {
    if (connection.inTransaction) connection.exec('rollback');
    throw error;
  }
}

function versionOf(connection: SqliteConnection): number {
  return Number(connection.pragma('user_version'));
}

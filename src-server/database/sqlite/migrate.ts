import { sqliteDialect } from '../dialect.ts';
import { missingSteps, type Migration } from '../migrations/migrations.ts';
import type { SqliteConnection } from './connection.ts';

/**
 * Brings the database to the newest schema, each step in its own transaction. Several processes may try concurrently, so the schema's number is
 * read again under the write lock.
 * @throws {DatabaseError} `database.newer_version`, `database.unusable`
 */
export function migrateSqlite(connection: SqliteConnection, steps?: readonly Migration[]): void {
  while (missingSteps(schemaOf(connection), steps).length > 0) applyNext(connection, steps);
}

function applyNext(connection: SqliteConnection, steps?: readonly Migration[]): void {
  connection.exec('begin immediate');
  try {
    const [next] = missingSteps(schemaOf(connection), steps);
    if (next !== undefined) {
      connection.exec(next.sqlFor(sqliteDialect));
      connection.pragma(`user_version = ${next.schema}`);
    }
    connection.exec('commit');
  } catch (error) {
    if (connection.inTransaction) connection.exec('rollback');
    throw error;
  }
}

/** @throws {DatabaseError} `database.newer_version`, `database.unusable` */
export function assertKnownSchema(connection: SqliteConnection): void {
  missingSteps(schemaOf(connection));
}

function schemaOf(connection: SqliteConnection): number {
  return Number(connection.pragma('user_version'));
}

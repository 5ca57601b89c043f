import type BetterSqlite from 'better-sqlite3';
import { DatabaseError } from '../database-error.ts';
import { isBusy } from './sqlite-error.ts';

/**
 * From here on no other connection, of this process or another, can open the database until this one is closed. Call it before anything else
 * is done on the connection.
 * @throws {DatabaseError} `database.busy` if one has it open
 */
export function lockAlone(sqlite: BetterSqlite.Database, file: string): void {
  try {
    sqlite.pragma('locking_mode = exclusive');
    sqlite.exec('begin exclusive; commit');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new DatabaseError(
      'database.busy',
      `A program is using ${file}. Stop the server, and Gatehouse's app if it runs the server, then try again.`,
      { cause: error },
    );
  }
}

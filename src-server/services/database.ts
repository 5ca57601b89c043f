import type { Database } from '../database/database.ts';
import { openSqlite, type OpenSqliteOptions } from '../database/sqlite/open-sqlite.ts';
import { writeOutbox } from '../webhooks/write-outbox.ts';

/** How the command line, the server and the routes reach the database: they know services only. */
export type { Database } from '../database/database.ts';
export { DatabaseError } from '../database/database-error.ts';
export type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';

/** Opens the database of a data directory so that every change writes its webhook deliveries in its own transaction. */
export function openDatabase(options: Omit<OpenSqliteOptions, 'outbox'>): Database {
  return openSqlite({ ...options, outbox: writeOutbox });
}

import {
  openDatabase as open,
  type Database,
  type OpenDatabaseOptions,
} from '../database/database.ts';
import { recordEvents } from '../webhooks/record-events.ts';

/** How the command line, the server and the routes reach the database: they know services only. */
export type { Database } from '../database/database.ts';
export { DatabaseError } from '../database/database-error.ts';
export type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';

export { enterAlone } from '../database/sqlite/presence.ts';

/** Opens the database of a data directory so that every change writes its webhook deliveries in its own transaction. */
export function openDatabase(options: Omit<OpenDatabaseOptions, 'record'>): Database {
  return open({ ...options, record: recordEvents });
}

/** How the command line and the routes reach the database: they know services only. */
export { openDatabase } from '../db/database.ts';
export type { Database } from '../db/database.ts';
export { DatabaseError } from '../db/database-error.ts';
export type { ReadTransaction, WriteTransaction } from '../db/transaction.ts';

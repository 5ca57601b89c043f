import type { Instant } from '../shared/instant.ts';
import type { Database } from './database/database.ts';
import { openSqlite } from './database/sqlite/open-sqlite.ts';
import { writeOutbox } from './webhooks/write-outbox.ts';

export interface DatabaseLocation {
  /** The data directory: holds `server.db` unless there is a `databaseUrl`. */
  readonly dataDir: string;
  /** `postgres://…`; null for SQLite. */
  readonly databaseUrl?: string | null;
}

/**
 * Opens the organiser's database, with the outbox: every change writes its webhook deliveries in its own transaction. Rejects with
 * a `DatabaseError` or a file system error. Only SQLite uses `clock`; PostgreSQL uses the time of its own server.
 */
export async function openDatabase({
  dataDir,
  databaseUrl = null,
  clock,
}: DatabaseLocation & { readonly clock?: () => Instant }): Promise<Database> {
  if (databaseUrl === null) {
    return openSqlite({ dataDir, outbox: writeOutbox, ...(clock !== undefined && { clock }) });
  }
  // Imported lazily, so that servers on SQLite start faster.
  const { openPostgres } = await import('./database/postgres/open-postgres.ts');
  return openPostgres({ url: databaseUrl, outbox: writeOutbox });
}

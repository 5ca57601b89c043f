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

interface OpenOptions extends DatabaseLocation {
  /** Only SQLite uses it; PostgreSQL uses the time of its own server. */
  readonly clock?: () => Instant;
  /** How long one statement may take at PostgreSQL. */
  readonly statementLimitMs?: number;
  /** Refuse a database that another program has open, and keep others from opening it. Then no two transactions may be open at the same time. */
  readonly isAlone?: boolean;
}

/**
 * Opens the organiser's database, with the outbox: every change writes its webhook deliveries in its own transaction. Rejects with
 * a `DatabaseError` or a file system error.
 */
export async function openDatabase({
  databaseUrl = null,
  dataDir,
  clock,
  statementLimitMs,
  isAlone = false,
}: OpenOptions): Promise<Database> {
  const common = { outbox: writeOutbox, isAlone };
  if (databaseUrl === null) {
    return openSqlite({ ...common, dataDir, ...(clock !== undefined && { clock }) });
  }
  // Imported lazily, so that servers on SQLite start faster.
  const { openPostgres } = await import('./database/postgres/open-postgres.ts');
  return openPostgres({
    ...common,
    url: databaseUrl,
    ...(statementLimitMs !== undefined && { statementLimitMs }),
  });
}

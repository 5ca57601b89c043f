// Why: docs/decisions/0014-two-databases.md
import { join } from 'node:path';
import { makePrivateFolder } from '../src-files/private-files.ts';
import { DatabaseError } from './database/database-error.ts';
import { openReadConnection } from './database/sqlite/open-connection.ts';
import { lockServing } from './database/sqlite/server-lock.ts';
import { fromSqliteError } from './database/sqlite/sqlite-error.ts';
import type { DatabaseLocation } from './open-database.ts';
import { readServerAddress } from './store/access/server-address.ts';

/**
 * Makes this process the only server of a data folder, before anything in it is opened: one server counts the requests of every client, and
 * enrolment codes hold the address of one. Commands are no servers, and on PostgreSQL there may be several. Returns a function that lets others
 * serve.
 * @throws {DatabaseError} `database.served` if another server runs there, naming its address
 */
export async function serveAlone({ dataDir, databaseUrl }: DatabaseLocation): Promise<() => void> {
  if (databaseUrl !== null) return () => undefined;
  makePrivateFolder(dataDir);
  const release = lockFolder(dataDir);
  if (release !== null) return release;
  const url = await addressIn(join(dataDir, 'server.db'));
  throw new DatabaseError(
    'database.served',
    `Another server already runs on ${dataDir}${url === null ? '' : `, at ${url}`}. Stop it first, or choose another data folder.`,
  );
}

function lockFolder(dataDir: string): (() => void) | null {
  try {
    return lockServing(dataDir);
  } catch (error) {
    throw fromSqliteError(error, join(dataDir, 'server.lock'));
  }
}

/** Without changing the database, which may be that of an older version. Null if the server has none yet. */
async function addressIn(file: string): Promise<string | null> {
  try {
    const connection = openReadConnection(file);
    try {
      return (await readServerAddress({ db: connection.kysely }))?.url ?? null;
    } finally {
      connection.close();
    }
  } catch {
    return null;
  }
}

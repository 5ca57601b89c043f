import type Database from 'better-sqlite3';
import { isDamage, isSound, openDatabase } from './open-database.ts';
import { REPLICA_VERSION, replicaTables } from './replica-schema.ts';
import { setAside } from './set-aside.ts';

/**
 * Makes sure that a sound replica of this version is at `path`; one that is not is moved aside and begun anew. The file is checked
 * page by page only after a run that did not close it. Returns where the one that was there is kept, or null.
 */
export function prepareReplica(path: string): string | null {
  if (isUsable(path)) return null;
  const keptAs = setAside(path, 'unusable');
  const fresh = openDatabase(path, { synchronous: 'NORMAL' });
  createTables(fresh);
  fresh.close();
  return keptAs;
}

function isUsable(path: string): boolean {
  let database: Database.Database | null = null;
  try {
    database = openDatabase(path, { synchronous: 'NORMAL' });
    const version = database.pragma('user_version', { simple: true });
    if (version === 0 && isEmpty(database)) createTables(database);
    else if (version !== REPLICA_VERSION) return false;
    return wasClosed(database) || isSound(database);
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    database?.close();
  }
}

function createTables(database: Database.Database): void {
  database.transaction(() => database.exec(replicaTables)).immediate();
}

function isEmpty(database: Database.Database): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

function wasClosed(database: Database.Database): boolean {
  const clean = database.prepare<[], { clean: number }>('SELECT clean FROM shutdown').get();
  return clean?.clean === 1;
}

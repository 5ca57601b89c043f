import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import type Database from 'better-sqlite3';
import { isThere } from '../../../../src-files/look-for.ts';
import { assertWritable, isDamage, isSound, openStationDatabase } from '../open-database.ts';
import { REPLICA_VERSION, replicaTables } from './replica-schema.ts';
import { BESIDE, quarantine, quarantineIrregular } from '../quarantine.ts';

/** `begun`: there was nothing, so empty tables were created. `replaced`: the same, and the old file was quarantined. */
export type PreparedReplica =
  { readonly kind: 'found' | 'begun' } | { readonly kind: 'replaced'; readonly keptAs: string };

/**
 * Ensures a sound replica of this version at `path`; any other file is quarantined and replaced by an empty one. The file is checked page
 * by page only if the last run did not close it.
 */
export function prepareReplica(path: string): PreparedReplica {
  for (const suffix of BESIDE) quarantineIrregular(path + suffix);
  const found = isWithinReach(path) ? lookInto(path) : 'unusable';
  if (found !== 'unusable') return { kind: found };
  const keptAs = quarantine(path, 'unusable');
  const fresh = openStationDatabase(path, { synchronous: 'NORMAL' });
  createTables(fresh);
  fresh.close();
  return { kind: 'replaced', keptAs };
}

/**
 * False for a folder, a pipe, a dangling link and a file that this user may not read: nothing can be read from them, and the server has
 * everything. False also for a write-ahead log without its database: SQLite would delete it.
 */
function isWithinReach(path: string): boolean {
  if (sizeOf(path) === 0 && sizeOf(`${path}-wal`) > 0) return false;
  return [path, `${path}-wal`].every(
    (name) => !isThere(name) || (isFile(name) && may(name, 'read')),
  );
}

function lookInto(path: string): 'found' | 'begun' | 'unusable' {
  let database: Database.Database | null = null;
  try {
    if (isThere(path) && !may(path, 'write')) replaceByCopy(path);
    database = openStationDatabase(path, { synchronous: 'NORMAL' });
    const version = database.pragma('user_version', { simple: true });
    if (version === 0 && isEmpty(database)) {
      createTables(database);
      return 'begun';
    }
    if (version !== REPLICA_VERSION) return 'unusable';
    assertWritable(database, 'shutdown');
    return wasClosed(database) || isSound(database) ? 'found' : 'unusable';
  } catch (error) {
    if (isDamage(error)) return 'unusable';
    throw error;
  } finally {
    database?.close();
  }
}

/** Another user's file: a copy replaces it, so that its tickets are available from the first scan on. */
function replaceByCopy(path: string): void {
  const copy = `${path}.copy`;
  for (const suffix of ['', '-wal']) {
    rmSync(copy + suffix, { force: true });
    if (!isThere(path + suffix)) continue;
    copyFileSync(path + suffix, copy + suffix, constants.COPYFILE_FICLONE);
    chmodSync(copy + suffix, 0o600);
  }
  // Closing a database merges its log.
  openStationDatabase(copy, { synchronous: 'FULL' }).close();
  renameSync(copy, path);
  for (const suffix of BESIDE) rmSync(path + suffix, { force: true });
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

/** Only called while SQLite does not have the file open: closing it here would release this process's locks on it. */
function may(path: string, what: 'read' | 'write'): boolean {
  try {
    closeSync(openSync(path, what === 'read' ? 'r' : 'r+'));
    return true;
  } catch {
    return false;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

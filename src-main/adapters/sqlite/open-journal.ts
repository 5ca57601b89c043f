import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import type Database from 'better-sqlite3';
import type { Journal } from '../../ports/journal.ts';
import { hashEntry } from './journal-chain.ts';
import { entryParameters } from './journal-rows.ts';
import { journalMigrations, type JournalRow } from './journal-schema.ts';
import { prepareJournal } from './journal-statements.ts';
import { migrate } from './migrate.ts';
import { isConstraint, isDamage, isSound, openDatabase } from './open-database.ts';
import { salvageRows } from './salvage-journal.ts';
import { setAside } from './set-aside.ts';
import { SqliteJournal } from './sqlite-journal.ts';

/**
 * Opens the journal, or begins one. A damaged file is kept beside it, untouched, and every row that can still be read from it is
 * carried over under its own sequence and upload state, so that nothing unsent waits in a file that nobody opens.
 */
export function openJournal(path: string): Journal {
  finishReplacement(path);
  const database = openSound(path);
  if (database !== null) return journalOn(database, null);
  const salvaged = buildNext(path);
  const keptAs = setAside(path, 'damaged');
  renameSync(nextOf(path), path);
  const fresh = openDatabase(path, { synchronous: 'FULL' });
  return journalOn(fresh, { kept_as: keptAs, salvaged });
}

function journalOn(database: Database.Database, replaced: Journal['replaced']): Journal {
  try {
    return new SqliteJournal(database, replaced);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The new journal is whole on the disk before the damaged one leaves its place: a crash on the way, or a full disk, loses no row. */
function buildNext(path: string): number {
  const rows = salvageRows(path);
  const next = nextOf(path);
  for (const suffix of ['', '-wal', '-shm']) rmSync(next + suffix, { force: true });
  const fresh = openDatabase(next, { synchronous: 'FULL' });
  try {
    migrate(fresh, journalMigrations);
    return beginChain(fresh, rows);
  } finally {
    fresh.close();
  }
}

/** Ended between the two renames: the damaged file is away, perhaps without its WAL, and the new one waits to take its place. */
function finishReplacement(path: string): void {
  if (existsSync(path) || !existsSync(nextOf(path))) return;
  setAside(path, 'damaged');
  renameSync(nextOf(path), path);
}

function nextOf(path: string): string {
  return `${path}.next`;
}

/** Null when the file is damaged; anything else that goes wrong is thrown. */
function openSound(path: string): Database.Database | null {
  let database: Database.Database | null = null;
  try {
    database = openDatabase(path, { synchronous: 'FULL' });
    if (!isSound(database)) throw new UnsoundError();
    migrate(database, journalMigrations);
    beginChain(database, []);
    return database;
  } catch (error) {
    database?.close();
    if (isDamage(error) || error instanceof UnsoundError) return null;
    throw error;
  }
}

class UnsoundError extends Error {}

/**
 * Starts the chain of an empty journal, over the rows carried into it, and tells how many those are. Does nothing to a journal that
 * has begun.
 */
function beginChain(database: Database.Database, rows: readonly JournalRow[]): number {
  const statements = prepareJournal(database);
  if (statements.chain.get() !== undefined) return 0;
  const genesis = randomBytes(32).toString('hex');
  const begin = database.prepare<[string, number]>(
    'INSERT INTO chain (id, genesis, first_sequence) VALUES (1, ?, ?)',
  );
  return database
    .transaction(() => {
      begin.run(genesis, rows[0]?.sequence ?? 1);
      let previous = genesis;
      let carried = 0;
      for (const row of rows) {
        const hash = hashEntry(previous, row);
        if (!isAccepted(() => statements.insert.run(...entryParameters(row, hash, row)))) continue;
        previous = hash;
        carried += 1;
      }
      return carried;
    })
    .immediate();
}

/** A row that damage left without sense stays in the file that is kept; it must not keep the others there. */
function isAccepted(insert: () => void): boolean {
  try {
    insert();
    return true;
  } catch (error) {
    if (isConstraint(error)) return false;
    throw error;
  }
}

import { randomBytes } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { Journal } from '../../ports/journal.ts';
import { hashEntry } from './journal-chain.ts';
import { entryParameters } from './journal-rows.ts';
import { journalMigrations, type JournalRow } from './journal-schema.ts';
import { prepareJournal } from './journal-statements.ts';
import { migrate } from './migrate.ts';
import { isDamage, isSound, openDatabase } from './open-database.ts';
import { salvageRows } from './salvage-journal.ts';
import { setAside } from './set-aside.ts';
import { SqliteJournal } from './sqlite-journal.ts';

/**
 * Opens the journal, or begins one. A damaged file is kept beside it, untouched, and every row that can still be read from it is
 * carried over under its own sequence and upload state, so that nothing unsent waits in a file that nobody opens.
 */
export function openJournal(path: string): Journal {
  const database = openSound(path);
  if (database !== null) return new SqliteJournal(database, null);
  const keptAs = setAside(path, 'damaged');
  const salvaged = salvageRows(keptAs);
  const fresh = openDatabase(path, { synchronous: 'FULL' });
  migrate(fresh, journalMigrations);
  beginChain(fresh, salvaged);
  return new SqliteJournal(fresh, { kept_as: keptAs, salvaged: salvaged.length });
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

/** Starts the chain of an empty journal, over the rows carried into it. Does nothing to a journal that has begun. */
function beginChain(database: Database.Database, rows: readonly JournalRow[]): void {
  const statements = prepareJournal(database);
  if (statements.chain.get() !== undefined) return;
  const genesis = randomBytes(32).toString('hex');
  const begin = database.prepare<[string, number]>(
    'INSERT INTO chain (id, genesis, first_sequence) VALUES (1, ?, ?)',
  );
  database
    .transaction(() => {
      begin.run(genesis, rows[0]?.sequence ?? 1);
      let previous = genesis;
      for (const row of rows) {
        previous = hashEntry(previous, row);
        statements.insert.run(...entryParameters(row, previous, row));
      }
    })
    .immediate();
}

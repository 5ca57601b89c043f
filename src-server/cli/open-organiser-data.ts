import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isFound } from '../../src-files/look-for.ts';
import type { Database } from '../database/database.ts';
import { DatabaseError } from '../database/database-error.ts';
import { openDatabase, type DatabaseLocation } from '../open-database.ts';
import { CommandError } from './command-error.ts';
import type { CommonValues } from './define-command.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** What a command works on: the data directory, and the database of another server if one is named. */
export function organiserData(
  { data, database }: Pick<CommonValues, 'data' | 'database'>,
  { environment }: Pick<Terminal, 'environment'>,
): Required<DatabaseLocation> {
  const dataDir = resolve(data ?? environment['GATEHOUSE_DATA'] ?? 'data');
  assertDirectory(dataDir);
  const databaseUrl = database ?? environment['GATEHOUSE_DATABASE'] ?? null;
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new UsageError('Expected --database to be postgres://USER:PASSWORD@HOST/NAME.');
  }
  return { dataDir, databaseUrl };
}

/** A directory, or one that can still be made: nothing on the way to it is a file. */
function assertDirectory(dataDir: string): void {
  let there = dataDir;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  if (statSync(there, { throwIfNoEntry: false })?.isDirectory() !== false) return;
  throw new CommandError(
    'folder.unusable',
    there === dataDir
      ? `${dataDir} is a file; --data needs a directory.`
      : `There can be no directory ${dataDir}, because ${there} is a file.`,
  );
}

/** Opens what is there. A mistyped directory must not become an empty database: only what `creates` makes one. */
export async function openOrganiserData(
  location: Required<DatabaseLocation>,
  { creates }: { readonly creates: boolean },
): Promise<Database> {
  const { dataDir, databaseUrl } = location;
  if (!creates && databaseUrl === null && !isFound(join(dataDir, 'server.db'), dataDir)) {
    throw new DatabaseError(
      'database.unusable',
      `There is no database in ${dataDir}; "gatehouse organiser create" or "gatehouse serve" makes one.`,
    );
  }
  return openDatabase(location);
}

import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isFound } from '../../src-files/look-for.ts';
import { DatabaseError, openDatabase, type Database } from '../services/database.ts';
import { CommandError } from './command-error.ts';
import type { CommonValues } from './define-command.ts';
import type { Terminal } from './terminal.ts';

/** The data directory that a command works on. One machine with SQLite is what there is so far. */
export function dataDirectory(
  { data, database }: Pick<CommonValues, 'data' | 'database'>,
  { environment }: Pick<Terminal, 'environment'>,
): string {
  if (database !== undefined) {
    throw new DatabaseError(
      'database.unsupported',
      'Only the SQLite database in --data DIR is supported so far; leave --database out.',
    );
  }
  const dataDir = resolve(data ?? environment['GATEHOUSE_DATA'] ?? 'data');
  assertDirectory(dataDir);
  return dataDir;
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
export function openOrganiserData(
  dataDir: string,
  { creates }: { readonly creates: boolean },
): Database {
  if (!creates && !isFound(join(dataDir, 'server.db'), dataDir)) {
    throw new DatabaseError(
      'database.unusable',
      `There is no database in ${dataDir}; "gatehouse organiser create" or "gatehouse serve" makes one.`,
    );
  }
  return openDatabase({ dataDir });
}

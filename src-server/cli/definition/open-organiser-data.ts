import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isFound } from '../../../src-files/look-for.ts';
import { DatabaseError } from '../../database/database-error.ts';
import type { Database } from '../../database/database.ts';
import type { DatabaseLocation } from '../../open-database.ts';
import { UsageError } from '../flags/usage-error.ts';
import { CliError } from './cli-error.ts';
import type { CommonValues } from './define-command.ts';
import type { Terminal } from './terminal.ts';

/** The data directory of a command, and its PostgreSQL database if one is given. */
export function organiserData(
  { data, database }: Pick<CommonValues, 'data' | 'database'>,
  { environment }: Pick<Terminal, 'environment'>,
): Required<DatabaseLocation> {
  const dataDir = resolve(data ?? environment['GATEHOUSE_DATA'] ?? 'data');
  assertDirectory(dataDir);
  const databaseUrl = database ?? environment['GATEHOUSE_DATABASE'] ?? null;
  if (databaseUrl !== null && !isDatabaseUrl(databaseUrl)) {
    throw new UsageError(`Expected --database to be ${databaseUrlForm}.`);
  }
  return { dataDir, databaseUrl };
}

export const databaseUrlForm =
  'postgres://USER:PASSWORD@HOST/NAME, with special characters percent-encoded';

export function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\/[^#]*$/.test(text) && URL.canParse(text);
}

/** Throws if the path, or one of its parents, is a file. */
function assertDirectory(dataDir: string): void {
  let there = dataDir;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  if (statSync(there, { throwIfNoEntry: false })?.isDirectory() !== false) return;
  throw new CliError(
    'folder.unusable',
    there === dataDir
      ? `${dataDir} is a file; --data needs a directory.`
      : `There can be no directory ${dataDir}, because ${there} is a file.`,
  );
}

/** Nobody waits for a response: a command reads whole events, and waits for what a server is just doing. */
export const COMMAND_STATEMENT_LIMIT_MS = 300_000;

/** Opens an existing database. Only commands with `creates` create one, so that a mistyped directory is an error. */
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
  // Imported lazily, so that the help does not wait for the engine.
  const { openDatabase } = await import('../../open-database.ts');
  return openDatabase({ ...location, statementLimitMs: COMMAND_STATEMENT_LIMIT_MS });
}

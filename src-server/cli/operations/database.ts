import { join, resolve } from 'node:path';
import { isFound } from '../../../src-files/look-for.ts';
import { copyDatabase } from '../../database/copy-database.ts';
import { newestSchema } from '../../database/migrations/migrations.ts';
import { openDatabase, type DatabaseLocation } from '../../open-database.ts';
import { CliError } from '../cli-error.ts';
import type { databaseCopyFlags } from '../commands/database.ts';
import type { Given, GivenOperands } from '../define-command.ts';
import {
  databaseUrlForm,
  isDatabaseUrl,
  openOrganiserData,
  organiserData,
} from '../open-organiser-data.ts';
import { renderTable } from '../render-table.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export async function migrate({ common }: GivenOperands, terminal: Terminal): Promise<void> {
  const database = await openOrganiserData(organiserData(common, terminal), { creates: true });
  await database.close();
  const schema = newestSchema;
  terminal.out(common.json ? JSON.stringify({ schema }) : `The schema is version ${schema}.`);
}

export async function copy(
  { values, common }: Given<typeof databaseCopyFlags>,
  terminal: Terminal,
): Promise<void> {
  const from = readPlace('--from', values.from);
  const to = readPlace('--to', values.to);
  if (from.databaseUrl === null && !isFound(join(from.dataDir, 'server.db'), from.dataDir)) {
    throw new CliError('file.missing', `There is no database in ${from.dataDir}.`);
  }
  if (from.databaseUrl === to.databaseUrl && from.dataDir === to.dataDir) {
    throw new UsageError('Expected --from and --to to be two databases.');
  }
  await using source = await openDatabase(from);
  await using target = await openDatabase(to);
  const copied = await copyDatabase(source, target);
  const rows = copied.map(({ table, rows: count }) => [table, String(count)]);
  terminal.out(common.json ? JSON.stringify({ copied }) : renderTable(['table', 'rows'], rows));
}

function readPlace(flag: string, place: string): Required<DatabaseLocation> {
  if (isDatabaseUrl(place)) return { dataDir: '', databaseUrl: place };
  const directory = /^sqlite:(.+)$/.exec(place)?.[1];
  if (directory === undefined) {
    throw new UsageError(`${flag}: expected sqlite:DIR or ${databaseUrlForm}.`);
  }
  return { dataDir: resolve(directory), databaseUrl: null };
}

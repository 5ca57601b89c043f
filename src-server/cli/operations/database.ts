import { join, resolve } from 'node:path';
import { isFound } from '../../../src-files/look-for.ts';
import { copyDatabase } from '../../database/copy-database.ts';
import { newestSchema } from '../../database/migrations/migrations.ts';
import { openDatabase, type DatabaseLocation } from '../../open-database.ts';
import { CliError } from '../cli-error.ts';
import type { databaseCopyFlags } from '../commands/database.ts';
import type { Given, GivenOperands } from '../define-command.ts';
import {
  COMMAND_STATEMENT_LIMIT_MS,
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
  const alone = { isAlone: true, statementLimitMs: COMMAND_STATEMENT_LIMIT_MS };
  await using source = await openDatabase({ ...from, ...alone });
  await using target = await openDatabase({ ...to, ...alone });
  const copied = await copyDatabase(source, target);
  if (common.json) return terminal.out(JSON.stringify({ copied }));
  const rows = copied.map(({ table, rows: count }) => [table, String(count)]);
  terminal.out(renderTable(['table', 'rows'], rows));
  const total = copied.reduce((sum, { rows: count }) => sum + count, 0);
  terminal.out(
    `Copied: ${nameOf(from)} and ${nameOf(to)} hold the same ${total} rows now. From here on start servers with only one of them.`,
  );
}

/** Without user and password. */
function nameOf({ dataDir, databaseUrl }: Required<DatabaseLocation>): string {
  if (databaseUrl === null) return join(dataDir, 'server.db');
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

function readPlace(flag: string, place: string): Required<DatabaseLocation> {
  if (isDatabaseUrl(place)) return { dataDir: '', databaseUrl: place };
  const directory = /^sqlite:(.+)$/.exec(place)?.[1];
  if (directory === undefined) {
    throw new UsageError(`${flag}: expected sqlite:DIR or ${databaseUrlForm}.`);
  }
  return { dataDir: resolve(directory), databaseUrl: null };
}

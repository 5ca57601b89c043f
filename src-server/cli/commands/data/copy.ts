import { join, resolve } from 'node:path';
import { isFound } from '../../../../src-files/look-for.ts';
import type { DatabaseLocation } from '../../../open-database.ts';
import { CliError } from '../../definition/cli-error.ts';
import { commonFlags, defineCommand, type Given } from '../../definition/define-command.ts';
import {
  COMMAND_STATEMENT_LIMIT_MS,
  databaseUrlForm,
  isDatabaseUrl,
} from '../../definition/open-organiser-data.ts';
import { Progress } from '../../definition/progress.ts';
import type { Terminal } from '../../definition/terminal.ts';
import { textFlag } from '../../flags/flags.ts';
import { UsageError } from '../../flags/usage-error.ts';
import { renderTable } from '../../render/render-table.ts';

const copyFlags = {
  from: textFlag('PLACE', 'where it is: sqlite:DIR or postgres://…'),
  to: textFlag('PLACE', 'where it goes: sqlite:DIR or postgres://…'),
} as const;

export const command = defineCommand(
  {
    name: 'copy',
    summary: 'Copy everything from one database to another; a copy that was interrupted goes on',
    operands: [],
    flags: copyFlags,
    common: { json: commonFlags.json },
    examples: [
      'copy --from sqlite:/var/lib/gatehouse --to postgres://gatehouse@db.example.org/gatehouse',
    ],
    notes: ['Stop the servers of both first: a database that a program uses is refused.'],
  },
  copy,
);

async function copy(
  { values, common }: Given<typeof copyFlags>,
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
  // Imported lazily, so that the help does not wait for the engines.
  const { openDatabase } = await import('../../../open-database.ts');
  const { copyDatabase } = await import('../../../database/copy-database.ts');
  await using source = await openDatabase({ ...from, ...alone });
  await using target = await openDatabase({ ...to, ...alone });
  using progress = new Progress(terminal);
  const copied = await copyDatabase(source, target, ({ step, rows: done, of }) =>
    progress.report({ done, total: of, what: `rows ${step}` }),
  );
  progress.clear();
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

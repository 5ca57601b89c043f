import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { isFound } from '../../../src-files/look-for.ts';
import { copyDatabase } from '../../database/copy-database.ts';
import { newestSchema } from '../../database/migrations/migrations.ts';
import { openDatabase, type DatabaseLocation } from '../../open-database.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand } from '../define-command.ts';
import { text } from '../flags.ts';
import { openOrganiserData, organiserData } from '../open-organiser-data.ts';
import { renderTable } from '../render-table.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** `gatehouse migrate`, `gatehouse copy`. */
export function addDatabaseCommands(program: Command, terminal: Terminal): void {
  defineCommand(
    program,
    {
      name: 'migrate',
      summary:
        'Bring the database to the newest schema, as every command and server does when it opens it',
      operands: [],
      flags: {},
    },
    async ({ common }) => {
      const database = await openOrganiserData(organiserData(common, terminal), { creates: true });
      await database.close();
      const schema = newestSchema;
      terminal.out(common.json ? JSON.stringify({ schema }) : `The schema is version ${schema}.`);
    },
  );
  defineCommand(
    program,
    {
      name: 'copy',
      summary: 'Copy everything from one database to another; a copy that was interrupted goes on',
      operands: [],
      flags: {
        from: text('PLACE', 'sqlite:DIR or postgres://…'),
        to: text('PLACE', 'the same; no server may use it'),
      },
    },
    async ({ values, common }) => {
      const from = readPlace('--from', values.from);
      if (from.databaseUrl === null && !isFound(join(from.dataDir, 'server.db'), from.dataDir)) {
        throw new CommandError('file.missing', `There is no database in ${from.dataDir}.`);
      }
      const to = readPlace('--to', values.to);
      if (from.databaseUrl === to.databaseUrl && from.dataDir === to.dataDir) {
        throw new UsageError('Expected --from and --to to be two databases.');
      }
      await using source = await openDatabase(from);
      await using target = await openDatabase(to);
      const copied = await copyDatabase(source, target);
      if (common.json) terminal.out(JSON.stringify({ copied }));
      else
        terminal.out(
          renderTable(
            ['table', 'rows'],
            copied.map(({ table, rows }) => [table, String(rows)]),
          ),
        );
    },
  );
}

function readPlace(flag: string, place: string): Required<DatabaseLocation> {
  if (/^postgres(ql)?:\/\//.test(place)) return { dataDir: '', databaseUrl: place };
  const directory = /^sqlite:(.+)$/.exec(place)?.[1];
  if (directory === undefined) {
    throw new UsageError(
      `Expected ${flag} to be sqlite:DIR or postgres://USER:PASSWORD@HOST/NAME.`,
    );
  }
  return { dataDir: resolve(directory), databaseUrl: null };
}

import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseError } from '../../../database/database-error.ts';
import { defineCommand, type GivenOperands } from '../../definition/define-command.ts';
import { organiserData } from '../../definition/open-organiser-data.ts';
import { copiedBytes, Progress } from '../../definition/progress.ts';
import type { Terminal } from '../../definition/terminal.ts';

export const command = defineCommand(
  {
    name: 'restore',
    summary: 'Replace the database with a backup; the old database is kept',
    operands: ['FILE'],
    flags: {},
    examples: ['restore /var/backups/gatehouse/monday.db'],
    notes: [
      'Stop the server first. docs/operating.md says what stations and integrations must do afterwards.',
    ],
  },
  restore,
);

async function restore(
  { operands: [operand = ''], common }: GivenOperands,
  terminal: Terminal,
): Promise<void> {
  const { dataDir, databaseUrl } = organiserData(common, terminal);
  if (databaseUrl !== null) {
    throw new DatabaseError(
      'database.unsupported',
      'Restore PostgreSQL with its own tools: pg_restore.',
    );
  }
  const file = join(dataDir, 'server.db');
  // Imported lazily, so that the help does not wait for the engine.
  const { restoreDatabase } = await import('../../../database/sqlite/restore-database.ts');
  const copy = resolve(operand);
  // The check takes all of the process: nothing else can be shown until it has ended.
  if (terminal.isErrTerminal === true) terminal.err(`Checking ${copy}${sizeOf(copy)}.`);
  using progress = new Progress(terminal);
  const kept = await restoreDatabase(copy, file, (copied) => progress.report(copiedBytes(copied)));
  progress.clear();
  if (common.json) return terminal.out(JSON.stringify({ file, kept }));
  terminal.out(`Restored ${file}.`);
  if (kept !== null) terminal.out(`What was there is kept as ${kept}.`);
}

/** `, 1,234 MB`; empty for less than one, or for no file. */
function sizeOf(path: string): string {
  const { total } = copiedBytes({
    bytes: 0,
    of: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
  });
  return total === 0 ? '' : `, ${total?.toLocaleString('en')} MB`;
}

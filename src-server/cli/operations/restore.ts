import { join, resolve } from 'node:path';
import { preparePrivateFolder } from '../../../src-files/private-files.ts';
import { restoreDatabase } from '../../database/sqlite/restore-database.ts';
import { DatabaseError } from '../../database/database-error.ts';
import type { GivenOperands } from '../define-command.ts';
import { organiserData } from '../open-organiser-data.ts';
import type { Terminal } from '../terminal.ts';

export async function restore(
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
  preparePrivateFolder(dataDir);
  const file = join(dataDir, 'server.db');
  const kept = await restoreDatabase(resolve(operand), file);
  if (common.json) return terminal.out(JSON.stringify({ file, kept }));
  terminal.out(`Restored ${file}.`);
  if (kept !== null) terminal.out(`What was there is kept as ${kept}.`);
}

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { defineDatabaseCommand } from '../define-operation.ts';
import type { Terminal } from '../terminal.ts';

export function addBackupCommand(program: Command, terminal: Terminal): void {
  defineDatabaseCommand(
    program,
    terminal,
    {
      name: 'backup',
      summary: 'Copy the database to a file, also while a server uses it',
      operands: ['FILE'],
      flags: {},
    },
    async (database, { operands: [file = ''] }) => {
      await database.backup(resolve(file));
      return { file: resolve(file) };
    },
  );
}

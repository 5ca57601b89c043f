import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { fillAtomically } from '../../../src-files/write-atomically.ts';
import { CommandError } from '../command-error.ts';
import { defineDatabaseCommand } from '../define-operation.ts';
import { yes } from '../flags.ts';
import { organiserData } from '../open-organiser-data.ts';
import type { Terminal } from '../terminal.ts';

export function addBackupCommand(program: Command, terminal: Terminal): void {
  defineDatabaseCommand(
    program,
    terminal,
    {
      name: 'backup',
      summary: 'Copy the database to a file, also while a server uses it',
      operands: ['FILE'],
      flags: { force: yes('replace FILE if it exists') },
    },
    async (database, { operands: [operand = ''], values: { force }, common }) => {
      const file = resolve(operand);
      assertTarget(file, { data: organiserData(common, terminal).dataDir, force });
      // It holds everything that the database does, signing secrets too, and gets its name only once it is whole.
      await fillAtomically(file, (draft) => database.backup(draft));
      return { file };
    },
  );
}

function assertTarget(
  file: string,
  { data, force }: { readonly data: string; readonly force: boolean },
): void {
  if (!existsSync(dirname(file))) {
    throw new CommandError('folder.missing', `There is no folder ${dirname(file)}.`);
  }
  if (!existsSync(file)) return;
  if (realpathSync(file) === realpathSync(join(data, 'server.db'))) {
    throw new CommandError('file.in_use', `${file} is the database itself.`);
  }
  if (existsSync(`${file}-wal`)) {
    throw new CommandError(
      'file.in_use',
      `${file} is in use, or was left by a program that was killed; name another file.`,
    );
  }
  if (!force) {
    throw new CommandError(
      'file.exists',
      `${file} exists already; name another file, or replace it with --force.`,
    );
  }
}

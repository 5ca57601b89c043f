import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fillAtomically } from '../../../../src-files/write-atomically.ts';
import type { Database } from '../../../database/database.ts';
import { CliError } from '../../definition/cli-error.ts';
import { defineDatabaseCommand } from '../../definition/database-command.ts';
import type { Given } from '../../definition/define-command.ts';
import { organiserData } from '../../definition/open-organiser-data.ts';
import { copiedBytes, Progress } from '../../definition/progress.ts';
import type { Terminal } from '../../definition/terminal.ts';
import { yes } from '../../flags/flags.ts';

const backupFlags = { force: yes('replace FILE if it exists') } as const;

export const command = defineDatabaseCommand(
  {
    name: 'backup',
    summary: 'Copy the database to a file, also while a server uses it',
    operands: ['FILE'],
    flags: backupFlags,
    examples: ['backup /var/backups/gatehouse/monday.db'],
  },
  { work: backUp },
);

async function backUp(
  database: Database,
  { operands: [operand = ''], values: { force }, common }: Given<typeof backupFlags>,
  terminal: Terminal,
) {
  const file = resolve(operand);
  assertTarget(file, { data: organiserData(common, terminal).dataDir, force });
  // Contains everything in the database, including signing secrets. Renamed into place only once complete.
  using progress = new Progress(terminal);
  await fillAtomically(file, (draft) =>
    database.backup(draft, (copied) => progress.report(copiedBytes(copied))),
  );
  return { file };
}

const BESIDE_DATABASE = ['-wal', '-shm', '-journal'];

function assertTarget(
  file: string,
  { data, force }: { readonly data: string; readonly force: boolean },
): void {
  if (!existsSync(dirname(file))) {
    throw new CliError('folder.missing', `There is no folder ${dirname(file)}.`);
  }
  if (!existsSync(file)) return;
  // It is replaced, not written to: nobody would read it from a pipe, and a device would be gone.
  if (!statSync(file).isFile()) {
    throw new CliError('file.special', `${file} is no regular file; name one to be made.`);
  }
  const [real, own] = [realpathSync(file), realpathSync(join(data, 'server.db'))];
  if (real === own) throw new CliError('file.in_use', `${file} is the database itself.`);
  if (BESIDE_DATABASE.some((end) => real === `${own}${end}`)) {
    throw new CliError('file.in_use', `${file} is a part of the database itself.`);
  }
  if (existsSync(`${file}-wal`)) {
    throw new CliError(
      'file.in_use',
      `${file} is in use, or was left by a program that was killed; name another file.`,
    );
  }
  if (!force) {
    throw new CliError(
      'file.exists',
      `${file} exists already; name another file, or replace it with --force.`,
    );
  }
}

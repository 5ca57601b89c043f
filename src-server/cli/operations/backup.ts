import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fillAtomically } from '../../../src-files/write-atomically.ts';
import type { Database } from '../../database/database.ts';
import { CliError } from '../cli-error.ts';
import type { backupFlags } from '../commands/backup.ts';
import type { Given } from '../define-command.ts';
import { organiserData } from '../open-organiser-data.ts';
import type { Terminal } from '../terminal.ts';

export const backUp = {
  work: async (
    database: Database,
    { operands: [operand = ''], values: { force }, common }: Given<typeof backupFlags>,
    terminal: Terminal,
  ) => {
    const file = resolve(operand);
    assertTarget(file, { data: organiserData(common, terminal).dataDir, force });
    // Contains everything in the database, including signing secrets. Renamed into place only once complete.
    await fillAtomically(file, (draft) => database.backup(draft));
    return { file };
  },
};

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

import { defineDatabaseCommand } from '../define-operation.ts';
import { yes } from '../flags.ts';

export const backupFlags = { force: yes('replace FILE if it exists') } as const;

export const backupCommand = defineDatabaseCommand(
  {
    name: 'backup',
    summary: 'Copy the database to a file, also while a server uses it',
    operands: ['FILE'],
    flags: backupFlags,
    examples: ['backup /var/backups/gatehouse/monday.db'],
  },
  async () => (await import('../operations/backup.ts')).backUp,
);

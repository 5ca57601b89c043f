import { defineCommand } from '../define-command.ts';

export const restoreFlags = {} as const;

export const restoreCommand = defineCommand(
  {
    name: 'restore',
    summary: 'Replace the database with a backup; the old database is kept',
    operands: ['FILE'],
    flags: restoreFlags,
    examples: ['restore /var/backups/gatehouse/monday.db'],
    notes: [
      'Stop the server first. docs/operating.md says what stations and integrations must do afterwards.',
    ],
  },
  async () => (await import('../operations/restore.ts')).restore,
);

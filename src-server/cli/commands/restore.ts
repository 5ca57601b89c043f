import { defineCommand } from '../define-command.ts';

export const flags = {} as const;

export const restore = defineCommand(
  {
    name: 'restore',
    summary: 'Put a copy that backup made in the place of the database, which is kept',
    operands: ['FILE'],
    flags,
    examples: ['restore /var/backups/gatehouse/monday.db'],
    notes: [
      'Stop the server first. docs/operating.md says what doors and integrations have to do afterwards.',
    ],
  },
  async () => (await import('../operations/restore.ts')).restore,
);

import { defineCommand } from '../define-command.ts';
import { text } from '../flags.ts';

export const databaseCopyFlags = {
  from: text('PLACE', 'sqlite:DIR or postgres://…'),
  to: text('PLACE', 'the same'),
} as const;

export const migrateCommand = defineCommand(
  {
    name: 'migrate',
    summary:
      'Bring the database to the newest schema, as every command and server does when it opens it',
    operands: [],
    flags: {},
    examples: ['migrate --data /var/lib/gatehouse'],
  },
  async () => (await import('../operations/database.ts')).migrate,
);

export const copyCommand = defineCommand(
  {
    name: 'copy',
    summary: 'Copy everything from one database to another; a copy that was interrupted goes on',
    operands: [],
    flags: databaseCopyFlags,
    examples: [
      'copy --from sqlite:/var/lib/gatehouse --to postgres://gatehouse@db.example.org/gatehouse',
    ],
    notes: ['Stop the servers of both first: a database that a program uses is refused.'],
  },
  async () => (await import('../operations/database.ts')).copy,
);

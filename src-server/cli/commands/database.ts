import { defineCommand } from '../define-command.ts';
import { text } from '../flags.ts';

export const copyFlags = {
  from: text('PLACE', 'sqlite:DIR or postgres://…'),
  to: text('PLACE', 'the same; no server may use it'),
} as const;

export const migrate = defineCommand(
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

export const copy = defineCommand(
  {
    name: 'copy',
    summary: 'Copy everything from one database to another; a copy that was interrupted goes on',
    operands: [],
    flags: copyFlags,
    examples: [
      'copy --from sqlite:/var/lib/gatehouse --to postgres://gatehouse@db.example.org/gatehouse',
    ],
  },
  async () => (await import('../operations/database.ts')).copy,
);

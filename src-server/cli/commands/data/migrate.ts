import { schemaAfter } from '../../../database/migrations/migrations.ts';
import { defineCommand, type GivenOperands } from '../../definition/define-command.ts';
import { openOrganiserData, organiserData } from '../../definition/open-organiser-data.ts';
import type { Terminal } from '../../definition/terminal.ts';

export const command = defineCommand(
  {
    name: 'migrate',
    summary:
      'Bring the database to the newest schema, as every command and server does when it opens it',
    operands: [],
    flags: {},
    examples: ['migrate --data /var/lib/gatehouse'],
  },
  migrate,
);

async function migrate({ common }: GivenOperands, terminal: Terminal): Promise<void> {
  const database = await openOrganiserData(organiserData(common, terminal), { creates: true });
  await database.close();
  const schema = schemaAfter();
  terminal.out(common.json ? JSON.stringify({ schema }) : `The schema is version ${schema}.`);
}

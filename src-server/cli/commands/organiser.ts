import type { Command } from 'commander';
import { describeOrganiser } from '../describe.ts';
import {
  changePlan,
  createOrganiser,
  listOrganisers,
  parsePlan,
  plans,
} from '../../services/organisers.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { choice, optional, orElse, text } from '../flags.ts';
import { renderTable } from '../render-table.ts';
import type { Terminal } from '../terminal.ts';

export function addOrganiserCommands(program: Command, terminal: Terminal): void {
  const organiser = program.command('organiser').description('Organisers and their plans');
  defineOperation(
    organiser,
    terminal,
    {
      name: 'create',
      summary: 'Make an organiser',
      operands: [],
      createsData: true,
      flags: {
        name: text('NAME', 'display name'),
        plan: orElse(choice('PLAN', 'what the organiser pays for', plans), 'pro'),
        email: optional(text('EMAIL', 'where notices go')),
      },
    },
    async (tx, { values }) =>
      describeOrganiser(await createOrganiser(tx, { ...values, email: values.email ?? null })),
  );
  defineDatabaseCommand(
    organiser,
    terminal,
    {
      name: 'list',
      summary: 'Every organiser of this server, newest first',
      operands: [],
      flags: {},
      render: renderOrganisers,
    },
    async (database) => ({
      data: (await database.read((tx) => listOrganisers(tx))).map(describeOrganiser),
    }),
  );
  defineOperation(
    organiser,
    terminal,
    {
      name: 'plan',
      summary: `Change the plan: ${plans.join(', ')}`,
      operands: ['ORG', 'PLAN'],
      flags: {},
    },
    async (tx, { operands: [reference = '', plan = ''] }) =>
      describeOrganiser(await changePlan(tx, reference, parsePlan(plan))),
  );
}

function renderOrganisers({
  data,
}: {
  readonly data: readonly ReturnType<typeof describeOrganiser>[];
}): string {
  if (data.length === 0) return 'No organisers.';
  const rows = data.map((row) => [row.reference, row.display_name, row.plan, row.email ?? '']);
  return renderTable(['organiser', 'name', 'plan', 'email'], rows);
}

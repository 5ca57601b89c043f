import type { Command } from 'commander';
import { describeOrganiser } from '../../services/describe/describe-organiser.ts';
import { changePlan, createOrganiser, parsePlan, plans } from '../../services/organisers.ts';
import { defineOperation } from '../define-operation.ts';
import { choice, optional, orElse, text } from '../flags.ts';
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

import { plans } from '../../database/schema.ts';
import type { Command } from '../define-command.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { choice, optional, orElse, text } from '../flags.ts';

export const createFlags = {
  name: text('NAME', 'display name'),
  plan: orElse(choice('PLAN', 'what the organiser pays for', plans), 'pro'),
  email: optional(text('EMAIL', 'where notices go')),
} as const;

export const organiserCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Make an organiser',
      operands: [],
      createsData: true,
      flags: createFlags,
      examples: ['organiser create --name "Nordlys Events" --email office@nordlys.example'],
    },
    async () => (await import('../operations/organiser.ts')).create,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'Every organiser of this server, newest first',
      operands: [],
      flags: {},
      examples: ['organiser list'],
    },
    async () => (await import('../operations/organiser.ts')).list,
  ),
  defineOperation(
    {
      name: 'plan',
      summary: `Change the plan: ${plans.join(', ')}`,
      operands: ['ORG', 'PLAN'],
      flags: {},
      examples: ['organiser plan org_01j… enterprise'],
    },
    async () => (await import('../operations/organiser.ts')).changePlanOf,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One organiser',
      operands: ['ORG'],
      flags: {},
      examples: ['organiser show org_01j…'],
    },
    async () => (await import('../operations/organiser.ts')).show,
  ),
];

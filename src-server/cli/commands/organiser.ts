import { plans } from '../../database/schema.ts';
import type { Command } from '../define-command.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { choice, optional, orElse, orNull, text } from '../flags.ts';

const name = text('NAME', 'display name');
const plan = choice('PLAN', 'what the organiser pays for', plans);
const email = text('EMAIL', 'where notices go, such as of a webhook that was disabled');

export const organiserCreateFlags = {
  name,
  plan: orElse(plan, 'pro'),
  email: optional(email),
} as const;

export const organiserUpdateFlags = {
  name: optional(name),
  plan: optional(plan),
  email: optional(orNull(email, 'none', 'no notices')),
} as const;

export const organiserCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Create an organiser',
      operands: [],
      createsData: true,
      flags: organiserCreateFlags,
      examples: ['organiser create --name "Nordlys Events" --email office@nordlys.example'],
    },
    async () => (await import('../operations/organiser.ts')).organiserCreate,
  ),
  defineOperation(
    {
      name: 'update',
      summary: 'Change the name, plan or email of an organiser',
      operands: ['ORG'],
      flags: organiserUpdateFlags,
      examples: [
        'organiser update org_01j… --name "Nordlys Live"',
        'organiser update org_01j… --email office@nordlys.example',
      ],
    },
    async () => (await import('../operations/organiser.ts')).organiserUpdate,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'Every organiser of this server, newest first',
      operands: [],
      flags: {},
      examples: ['organiser list'],
    },
    async () => (await import('../operations/organiser.ts')).organiserList,
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
    async () => (await import('../operations/organiser.ts')).organiserShow,
  ),
];

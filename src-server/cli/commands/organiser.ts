import {
  organiserCreate,
  organiserList,
  organiserPlan,
  organiserShow,
  organiserUpdate,
} from '../../operations/organiser.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';

export const commands: readonly Command[] = [
  operationCommand(organiserCreate, {
    createsData: true,
    examples: ['organiser create --name "Nordlys Events" --email office@nordlys.example'],
  }),
  operationCommand(organiserUpdate, {
    examples: [
      'organiser update org_01j… --name "Nordlys Live"',
      'organiser update org_01j… --email office@nordlys.example',
    ],
  }),
  listCommand(organiserList, {
    examples: ['organiser list'],
    heading: ['organiser', 'name', 'plan', 'email'],
    row: ({ reference, display_name, plan, email }) => [reference, display_name, plan, email],
    none: 'No organisers.',
  }),
  operationCommand(organiserPlan, {
    operands: ['organiser', 'plan'],
    examples: ['organiser plan org_01j… enterprise'],
  }),
  showCommand(organiserShow, { examples: ['organiser show org_01j…'] }),
];

import type { Command } from '../define-command.ts';
import { defineOperation, defineDatabaseCommand } from '../define-operation.ts';
import { money, optional, text, count, orElse } from '../flags.ts';

export const disputeCreateFlags = {
  organiser: text('ORG', 'whose charge it was'),
  dispute: optional(text('DP', "the processor's dispute id, dp_… (default: a new one)")),
  charge: optional(text('CH', "the processor's charge id, ch_…")),
  amount: optional(money('what is disputed')),
  reason: optional(text('REASON', "the processor's reason")),
} as const;

export const disputeListFlags = {
  organiser: text('ORG', 'whose charges'),
  limit: orElse(count('N', 'how many'), 50),
} as const;

export const disputeCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Record a dispute that the processor reported',
      operands: [],
      flags: disputeCreateFlags,
      examples: [
        'dispute create --organiser org_01j… --charge ch_3Pq… --amount 4500 --reason fraudulent',
      ],
    },
    async () => (await import('../operations/dispute.ts')).disputeCreate,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'Disputes of an organiser, newest first',
      operands: [],
      flags: disputeListFlags,
      examples: ['dispute list --organiser org_01j…'],
    },
    async () => (await import('../operations/dispute.ts')).disputeList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One dispute',
      operands: ['DP'],
      flags: {},
      examples: ['dispute show dp_1Oq…'],
    },
    async () => (await import('../operations/dispute.ts')).disputeShow,
  ),
];

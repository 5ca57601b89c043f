import { disputeCreate, disputeList, disputeShow } from '../../operations/dispute.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';
import { amountOf } from '../render/for-people.ts';

export const commands: readonly Command[] = [
  operationCommand(disputeCreate, {
    examples: [
      'dispute create --organiser org_01j… --charge ch_3Pq… --amount 4500 --reason fraudulent',
    ],
    notes: ['An amount with its currency needs --order, whose event says which it is.'],
  }),
  listCommand(disputeList, {
    examples: ['dispute list --organiser org_01j…'],
    heading: ['dispute', 'charge', 'amount', 'reason', 'order', 'recorded'],
    row: ({ dispute, charge, amount, currency, reason, order, created_at }) => [
      dispute,
      charge,
      amountOf(amount, currency),
      reason,
      order,
      created_at,
    ],
    none: 'No disputes.',
  }),
  showCommand(disputeShow, { examples: ['dispute show dp_1Oq…'] }),
];

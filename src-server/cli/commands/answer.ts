import { answerList, answerSet } from '../../operations/question.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand } from '../definition/operation-command.ts';
import { toSecond } from '../render/to-second.ts';

export const commands: readonly Command[] = [
  operationCommand(answerSet, {
    operands: ['ticket'],
    examples: [`answer set tkt_01j… --question qst_01j… --value '"Vegan"'`],
  }),
  listCommand(answerList, {
    examples: ['answer list --ticket tkt_01j…'],
    heading: ['question', 'key', 'label', 'answer', 'answered'],
    row: ({ question, key, label, value_labels, value, answered_at }) => [
      question,
      key,
      label,
      value_labels?.join(', ') ?? (value === null ? null : JSON.stringify(value)),
      toSecond(answered_at),
    ],
    none: 'No answers.',
  }),
];

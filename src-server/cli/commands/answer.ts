import { answerList, answerSet } from '../../operations/question.ts';
import { requireQuestion } from '../../rules/require-row.ts';
import { defineDatabaseCommand } from '../definition/database-command.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, performAs } from '../definition/operation-command.ts';
import { textFlag } from '../flags/flags.ts';
import { readAnswer } from '../flags/read-answers.ts';

export const commands: readonly Command[] = [
  defineDatabaseCommand(
    {
      name: 'set',
      summary: answerSet.summary,
      operands: ['TKT'],
      flags: {
        question: textFlag('QST', 'what is answered'),
        value: textFlag('ANSWER', 'the answer, options separated by commas, or JSON; null is none'),
      },
      examples: [
        'answer set tkt_01j… --question diet --value Vegan',
        'answer set tkt_01j… --question qst_01j… --value null',
      ],
    },
    {
      work: async (database, { operands: [ticket = ''], values: { question, value } }) => {
        const asked = await database.read((tx) => requireQuestion(tx, question));
        return performAs(database, answerSet, {
          ticket,
          question,
          value: readAnswer(asked, value),
        });
      },
    },
  ),
  listCommand(answerList, {
    examples: ['answer list --ticket tkt_01j…'],
    heading: ['question', 'key', 'label', 'answer', 'answered'],
    row: ({ question, key, label, value_labels, value, answered_at }) => [
      question,
      key,
      label,
      value_labels?.join(', ') ?? (value === null ? null : JSON.stringify(value)),
      answered_at,
    ],
    none: 'No answers.',
  }),
];

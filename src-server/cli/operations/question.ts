import type { AskedQuestion } from '../../store/answers.ts';
import { findQuestion, getField, listQuestions } from '../../store/answers.ts';
import { inOrder, listing, showing } from './reading.ts';
import { findEvent } from '../../store/events.ts';
import { requireFound } from '../../domain/domain-error.ts';
import type { WriteTransaction, ReadTransaction } from '../../database/transaction.ts';
import { createQuestion } from '../../domain/answers.ts';
import type { createFlags, listFlags } from '../commands/question.ts';
import type { Given, FlagValues } from '../define-command.ts';
import { describeQuestion } from '../describe.ts';

export async function create(tx: WriteTransaction, { values }: Given<typeof createFlags>) {
  return describeQuestion(
    tx,
    await createQuestion(tx, { ...values, options: values.options ?? null }),
  );
}

export const list = listing(
  async (tx, { event }: FlagValues<typeof listFlags>) => {
    const { id } = requireFound(await findEvent(tx, event), 'event', event);
    return inOrder(await listQuestions(tx, id), (asked) => describeAsked(tx, asked));
  },
  {
    heading: ['question', 'key', 'type', 'label', 'options'],
    row: ({ reference, key, type, label, options }) => [
      reference,
      key,
      type,
      label,
      options?.join(', ') ?? null,
    ],
    none: 'No questions.',
  },
);

export const show = showing(async (tx, reference) =>
  describeAsked(tx, requireFound(await findQuestion(tx, reference), 'question', reference)),
);

async function describeAsked(tx: ReadTransaction, question: AskedQuestion) {
  return describeQuestion(tx, { question, field: await getField(tx, question.field_id) });
}

import { invalidTransition, requireFound } from '../../domain/domain-error.ts';
import { createQuestion, removeQuestion, updateQuestion } from '../../domain/questions.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { findQuestion, listQuestions } from '../../store/answers.ts';
import { findEvent } from '../../store/events.ts';
import { assertSameOwner } from '../../operations/assert-same-owner.ts';
import type {
  questionCreateFlags,
  questionListFlags,
  questionUpdateFlags,
} from '../commands/question.ts';
import type { FlagValues, Given, GivenOperands } from '../define-command.ts';
import { describeQuestion } from '../../operations/describe.ts';
import { isArchived, written } from '../flags.ts';
import { inOrder, listing, showing, statusOf } from './reading.ts';

export async function questionCreate(
  tx: WriteTransaction,
  { values }: Given<typeof questionCreateFlags>,
) {
  return describeQuestion(
    tx,
    await createQuestion(tx, { ...values, options: values.options ?? null }),
  );
}

export async function questionUpdate(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof questionUpdateFlags>,
) {
  const { key, type, label, options, status, event } = values;
  const changes = written({ label, options, is_archived: isArchived(status) });
  const described = await describeQuestion(tx, await updateQuestion(tx, reference, changes));
  assertSameOwner(described.event, event);
  if ((key ?? described.key) !== described.key || (type ?? described.type) !== described.type) {
    throw invalidTransition('The key and the type of a question stay: its answers depend on them.');
  }
  return described;
}

export async function questionArchive(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return describeQuestion(tx, await updateQuestion(tx, reference, { is_archived: true }));
}

export async function questionRemove(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  const question = requireFound(await findQuestion(tx, reference), 'question', reference);
  const described = await describeQuestion(tx, question);
  await removeQuestion(tx, reference);
  return described;
}

export const questionList = listing(
  async (tx, { event }: FlagValues<typeof questionListFlags>) => {
    const { id } = requireFound(await findEvent(tx, event), 'event', event);
    return inOrder(await listQuestions(tx, id), (row) => describeQuestion(tx, row));
  },
  {
    heading: ['question', 'key', 'type', 'label', 'options', 'status'],
    row: (question) => [
      question.reference,
      question.key,
      question.type,
      question.label,
      question.options?.join(', ') ?? null,
      statusOf(question),
    ],
    none: 'No questions.',
  },
);

export const questionShow = showing(async (tx, reference) =>
  describeQuestion(tx, requireFound(await findQuestion(tx, reference), 'question', reference)),
);

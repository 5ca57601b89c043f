import { findTicket } from '../../store/tickets.ts';
import { listing, toSecond } from './reading.ts';
import { requireFound } from '../../domain/domain-error.ts';
import { describeTicket } from '../../api/tickets.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { changeAnswer } from '../../domain/answers.ts';
import type { answerSetFlags, answerListFlags } from '../commands/answer.ts';
import type { Given, FlagValues } from '../define-command.ts';

export async function answerSet(
  tx: WriteTransaction,
  { values: { question, value }, operands: [reference = ''] }: Given<typeof answerSetFlags>,
) {
  await changeAnswer(tx, { ticket: reference, question, value });
  return describeTicket(tx, reference);
}

export const answerList = listing(
  async (tx, { ticket }: FlagValues<typeof answerListFlags>) => {
    const { reference } = requireFound(await findTicket(tx, ticket), 'ticket', ticket);
    return (await describeTicket(tx, reference)).answers ?? [];
  },
  {
    heading: ['question', 'key', 'label', 'answer', 'answered'],
    row: ({ question, key, label, value_labels, value, answered_at }) => [
      question,
      key,
      label,
      value_labels?.join(', ') ?? (value === null ? null : JSON.stringify(value)),
      toSecond(answered_at),
    ],
    none: 'No answers.',
  },
);

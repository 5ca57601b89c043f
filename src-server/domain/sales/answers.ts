import { assertNever } from '../../../shared/assert-never.ts';
import { fieldTypes, type FieldType } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import {
  findQuestion,
  insertUnanswered,
  listQuestions,
  writeAnswer,
  type AskedQuestion,
} from '../../store/answers.ts';
import { readTexts } from '../../store/rows.ts';
import { checkLines } from '../../rules/checks.ts';
import { requireFound, invalidTransition, invalid } from '../../rules/domain-error.ts';
import { requireTicket } from '../../rules/require-row.ts';

export { fieldTypes };
export type AnswerValue = string | number | boolean | readonly string[] | null;

/** Unvalidated answers by field key. */
export type AnswersInput = Readonly<Record<string, unknown>>;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const COUNTRY = /^[A-Z]{2}$/;
const MAX_TEXT_LENGTH = 10_000;

/** Stores one answer per question of the event for a new order; unanswered questions get null. */
export async function recordAnswers(
  tx: WriteTransaction,
  order: { readonly id: number; readonly event_id: number },
  input: AnswersInput,
): Promise<void> {
  const questions = (await listQuestions(tx, order.event_id)).filter(
    ({ archived_at }) => archived_at === null,
  );
  const unknown = Object.keys(input).find((key) => !questions.some((asked) => asked.key === key));
  if (unknown !== undefined) throw invalid('answers', `The event does not ask for ${unknown}.`);
  for (const question of questions) {
    const value = checkAnswer(question, input[question.key] ?? null);
    if (value === null) await insertUnanswered(tx, order.id, question.id);
    else await writeAnswer(tx, order.id, question, JSON.stringify(value));
  }
}

/** Changes an answer of the ticket's order; every ticket of the order shows it (§2.7). */
export async function changeAnswer(
  tx: WriteTransaction,
  input: { readonly ticket: string; readonly question: string; readonly value: unknown },
): Promise<void> {
  const ticket = await requireTicket(tx, input.ticket);
  const question = await questionOf(tx, ticket.event_id, input.question);
  if (ticket.order_id === null) {
    throw invalidTransition(`The ticket ${input.ticket} has no order that could hold answers.`);
  }
  const value = checkAnswer(question, input.value);
  await writeAnswer(tx, ticket.order_id, question, JSON.stringify(value));
}

async function questionOf(
  tx: ReadTransaction,
  eventId: number,
  reference: string,
): Promise<AskedQuestion> {
  const question = await findQuestion(tx, reference);
  const asked = question?.event_id === eventId ? question : undefined;
  return requireFound(asked, 'question', reference);
}

/** Returns the value if the field's type allows it. Throws `validation.failed` otherwise. */
export function checkAnswer(
  question: Pick<AskedQuestion, 'key' | 'type' | 'options'>,
  value: unknown,
): AnswerValue {
  if (value === null) return null;
  const options = readTexts(question.options) ?? [];
  switch (question.type) {
    case 'text':
      if (!isScalar(value) || String(value).length > MAX_TEXT_LENGTH) break;
      return typeof value === 'string' ? checkLines('answers', value, MAX_TEXT_LENGTH) : value;
    case 'select':
      if (typeof value === 'string' && options.includes(value)) return value;
      break;
    case 'multiselect':
      if (isTextList(value) && value.every((chosen) => options.includes(chosen))) return value;
      break;
    case 'date':
      if (typeof value === 'string' && DATE.test(value) && !Number.isNaN(Date.parse(value))) {
        return value;
      }
      break;
    case 'country':
      if (typeof value === 'string' && COUNTRY.test(value)) return value;
      break;
  }
  throw invalid(
    'answers',
    `Expected the answer to ${question.key} to be ${answerOf(question.type, options)}.`,
  );
}

/** Describes valid answers of a type, for people. */
function answerOf(type: FieldType, options: readonly string[]): string {
  switch (type) {
    case 'text':
      return `a text of at most ${MAX_TEXT_LENGTH} characters, a number, true or false`;
    case 'select':
      return `one of ${options.join(', ')}`;
    case 'multiselect':
      return `a list of ${options.join(', ')}`;
    case 'date':
      return 'a date such as 2026-12-31';
    case 'country':
      return 'a country code such as NO';
    default:
      return assertNever(type);
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

import { assertNever } from '../../shared/assert-never.ts';
import { fieldTypes, type FieldType } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import {
  findField,
  findQuestion,
  insertField,
  insertQuestion,
  insertUnanswered,
  listQuestions,
  writeAnswer,
  type AskedQuestion,
  type FieldRow,
  type QuestionRow,
} from '../store/answers.ts';
import { findTicket } from '../store/tickets.ts';
import { readTexts, writeTexts } from '../store/rows.ts';
import { checkName } from './checks.ts';
import { DomainError, requireFound, invalidTransition, invalid } from './domain-error.ts';
import { liveEvent } from './events.ts';

export { fieldTypes };
export type AnswerValue = string | number | boolean | readonly string[] | null;

/** Unvalidated answers by field key. */
export type AnswersInput = Readonly<Record<string, unknown>>;

const FIELD_KEY = /^[a-z][a-z0-9_]{0,63}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const COUNTRY = /^[A-Z]{2}$/;
const MAX_TEXT_LENGTH = 10_000;

/** Adds a question to an event. Fields are shared by an organiser's events: an existing key must keep its type. */
export async function createQuestion(
  tx: WriteTransaction,
  input: {
    readonly event: string;
    readonly key: string;
    readonly label: string;
    readonly type: FieldType;
    readonly options: readonly string[] | null;
  },
): Promise<{ readonly question: QuestionRow; readonly field: FieldRow }> {
  const event = await liveEvent(tx, input.event);
  const field = await fieldOf(tx, event.organiser_id, input);
  const questions = await listQuestions(tx, event.id);
  if (questions.some((question) => question.field_id === field.id)) {
    throw new DomainError('resource.exists', `The event asks for ${input.key} already.`, 'key');
  }
  const label = checkName('label', input.label);
  const question = await insertQuestion(tx, { event_id: event.id, field_id: field.id, label });
  return { question, field };
}

async function fieldOf(
  tx: WriteTransaction,
  organiserId: number,
  input: {
    readonly key: string;
    readonly type: FieldType;
    readonly options: readonly string[] | null;
  },
): Promise<FieldRow> {
  const options = writeTexts(checkOptions(input.type, input.options));
  if (!FIELD_KEY.test(input.key)) {
    throw invalid('key', 'Expected a key of lowercase letters, digits and underscores.');
  }
  const existing = await findField(tx, organiserId, input.key);
  if (existing === undefined) {
    return insertField(tx, {
      organiser_id: organiserId,
      key: input.key,
      type: input.type,
      options,
    });
  }
  if (existing.type === input.type && existing.options === options) return existing;
  throw new DomainError(
    'resource.exists',
    `The field ${input.key} exists with another type or other options.`,
    'key',
  );
}

function checkOptions(
  type: FieldType,
  options: readonly string[] | null,
): readonly string[] | null {
  const choice = type === 'select' || type === 'multiselect';
  if (!choice && options !== null) throw invalid('options', `A ${type} field takes no options.`);
  if (!choice) return null;
  if (options === null || options.length === 0 || new Set(options).size !== options.length) {
    throw invalid('options', `Expected different options for a ${type} field.`);
  }
  return options;
}

/** Stores one answer per question of the event for a new order; unanswered questions get null. */
export async function recordAnswers(
  tx: WriteTransaction,
  order: { readonly id: number; readonly event_id: number },
  input: AnswersInput,
): Promise<void> {
  const questions = await listQuestions(tx, order.event_id);
  const unknown = Object.keys(input).find((key) => !questions.some((asked) => asked.key === key));
  if (unknown !== undefined) throw invalid('answers', `The event does not ask for ${unknown}.`);
  for (const question of questions) {
    const value = checkAnswer(question, input[question.key] ?? null);
    if (value === null) await insertUnanswered(tx, order.id, question.id);
    else await writeAnswer(tx, order.id, question.id, JSON.stringify(value));
  }
}

/** Changes an answer of the ticket's order; every ticket of the order shows it (§2.7). */
export async function changeAnswer(
  tx: WriteTransaction,
  input: { readonly ticket: string; readonly question: string; readonly value: unknown },
): Promise<void> {
  const ticket = requireFound(await findTicket(tx, input.ticket), 'ticket', input.ticket);
  const question = await questionOf(tx, ticket.event_id, input.question);
  if (ticket.order_id === null) {
    throw invalidTransition(`The ticket ${input.ticket} has no order that could hold answers.`);
  }
  const value = checkAnswer(question, input.value);
  await writeAnswer(tx, ticket.order_id, question.id, JSON.stringify(value));
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
      if (isScalar(value) && String(value).length <= MAX_TEXT_LENGTH) return value;
      break;
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

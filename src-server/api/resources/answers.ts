import type { InferResult } from 'kysely';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { MAX_DOOR_ANSWER_LENGTH } from '../../../shared/contract/limits.ts';
import { isBlank, printableLine } from '../../../shared/plain-text.ts';
import type { DoorAnswer } from '../../../shared/resources/door-answers.ts';
import { Answer } from '../../../shared/resources/tickets.ts';
import type { FieldType } from '../../database/schema.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { formatOrNull } from './summaries.ts';

const AnswerValue = Compile(Answer.properties.value);
const Labels = Compile(Type.Array(Type.String()));

/** Registration answers (§2.7) by order id. Every ticket of an order shows the same ones. */
export async function readAnswers(
  tx: ReadTransaction,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Answer[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await selectAnswers(tx, orderIds).execute();
  const byOrder = Map.groupBy(rows, (row) => row.order_id);
  return new Map([...byOrder].map(([id, answers]) => [id, answers.map(answerResource)]));
}

/** What the door shows of them, likewise. */
export async function readDoorAnswers(
  tx: ReadTransaction,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, readonly DoorAnswer[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await selectAnswers(tx, orderIds)
    .where('q.show_at_door', '=', 1)
    .where('a.value', '!=', 'null')
    .execute();
  const byOrder = Map.groupBy(rows, (row) => row.order_id);
  return new Map([...byOrder].map(([id, answers]) => [id, answers.flatMap(doorAnswer)]));
}

/** None if nothing of it can be seen. */
function doorAnswer(row: AnswerRow): readonly DoorAnswer[] {
  const { question, type, label } = row;
  const { value, value_labels, answered_at } = answerResource(row);
  const text = printableLine((value_labels ?? [value].flat()).map(inWords).join(', '));
  if (isBlank(text) || answered_at === null) return [];
  return [{ question, label, type, text: shortened(text), answered_at }];
}

function inWords(value: unknown): string {
  return typeof value === 'boolean' ? (value ? '✓' : '✗') : String(value);
}

function shortened(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= MAX_DOOR_ANSWER_LENGTH) return text;
  return `${characters
    .slice(0, MAX_DOOR_ANSWER_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}

/** In the order in which the questions were created. */
function selectAnswers(tx: ReadTransaction, orderIds: readonly number[]) {
  return tx.db
    .selectFrom('answers as a')
    .innerJoin('questions as q', 'q.id', 'a.question_id')
    .innerJoin('fields as f', 'f.id', 'q.field_id')
    .select(['a.order_id', 'q.reference as question', 'f.reference as field', 'f.key', 'q.label'])
    .select(['f.type', 'a.value', 'a.answered_at'])
    .where('a.order_id', 'in', orderIds)
    .orderBy('a.order_id')
    .orderBy('q.created_at')
    .orderBy('q.reference');
}

type AnswerRow = InferResult<ReturnType<typeof selectAnswers>>[number];

function answerResource(row: AnswerRow): Answer {
  const parsed: unknown = JSON.parse(row.value);
  const value = AnswerValue.Parse(parsed);
  return {
    question: row.question,
    field: row.field,
    key: row.key,
    label: row.label,
    type: row.type,
    value,
    value_labels: labelsOf(row.type, value),
    answered_at: formatOrNull(row.answered_at),
  };
}

/** Options have no ids; their labels are stored. Always a list, with one element for a single select. */
function labelsOf(type: FieldType, value: Answer['value']): string[] | null {
  if (type !== 'select' && type !== 'multiselect') return null;
  if (value === null) return null;
  const list = Array.isArray(value) ? value : [value];
  return Labels.Check(list) ? list : null;
}

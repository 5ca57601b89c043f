import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
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
  const rows = await selectAnswers(tx, orderIds);
  const byOrder = Map.groupBy(rows, (row) => row.order_id);
  return new Map([...byOrder].map(([id, answers]) => [id, answers.map(answerResource)]));
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
    .orderBy('q.reference')
    .execute();
}

type AnswerRow = Awaited<ReturnType<typeof selectAnswers>>[number];

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

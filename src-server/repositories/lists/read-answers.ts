import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Answer } from '../../../shared/contract/resources.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { CompiledStatement } from '../../database/query.ts';
import type { FieldType } from '../../database/schema.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { formatOrNull } from './format.ts';

interface AnswerRow {
  readonly order_id: number;
  readonly question: string;
  readonly field: string;
  readonly key: string;
  readonly label: string;
  readonly type: FieldType;
  readonly value: string;
  readonly answered_at: Instant | null;
}

const AnswerValue = Compile(Answer.properties.value);
const Labels = Compile(Type.Array(Type.String()));

const selectAnswers: CompiledStatement<AnswerRow> = {
  sql: `select a.order_id, q.reference as question, f.reference as field, f.key, q.label, f.type, a.value, a.answered_at
    from answers a join questions q on q.id = a.question_id join fields f on f.id = q.field_id
    where a.order_id in (select value from json_each(?)) order by a.order_id, q.created_at, q.reference`,
};

/** The registration answers (§2.7) of some orders, by the order's row: every ticket of an order carries the same. */
export async function readAnswers(
  tx: ReadTransaction,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Answer[]>> {
  const rows = await tx.all(selectAnswers, [JSON.stringify(orderIds)]);
  const byOrder = Map.groupBy(rows, (row) => row.order_id);
  return new Map([...byOrder].map(([id, answers]) => [id, answers.map(answerResource)]));
}

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

/** Options have no ids: what is stored is their label. Always a list, one element for a single select. */
function labelsOf(type: FieldType, value: Answer['value']): string[] | null {
  if (type !== 'select' && type !== 'multiselect') return null;
  if (value === null) return null;
  const list = Array.isArray(value) ? value : [value];
  return Labels.Check(list) ? list : null;
}

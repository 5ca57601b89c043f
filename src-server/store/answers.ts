import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { getById, newRow, updateById, usesOf, type Uses } from './rows.ts';

export type FieldRow = Row<'fields'>;
export type QuestionRow = Row<'questions'>;

/** A question with the field it asks for. */
export interface AskedQuestion extends QuestionRow {
  readonly key: string;
  readonly type: FieldRow['type'];
  readonly options: string | null;
}

export function findField(
  tx: ReadTransaction,
  organiserId: number,
  key: string,
): Promise<FieldRow | undefined> {
  return tx.db
    .selectFrom('fields')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .where('key', '=', key)
    .executeTakeFirst();
}

export const getField = getById('fields');

export function insertField(
  tx: WriteTransaction,
  field: Pick<FieldRow, 'organiser_id' | 'key' | 'type' | 'options'>,
): Promise<FieldRow> {
  return tx.insert('fields', { ...newRow(tx, 'field'), ...field });
}

export function insertQuestion(
  tx: WriteTransaction,
  question: Pick<QuestionRow, 'event_id' | 'field_id' | 'label'>,
): Promise<QuestionRow> {
  return tx.insert('questions', { ...newRow(tx, 'question'), ...question, archived_at: null });
}

/** In the order in which they were added to the event, including archived ones. */
export function listQuestions(
  tx: ReadTransaction,
  eventId: number,
): Promise<readonly AskedQuestion[]> {
  return tx.db
    .selectFrom('questions')
    .innerJoin('fields', 'fields.id', 'questions.field_id')
    .selectAll('questions')
    .select(['fields.key', 'fields.type', 'fields.options'])
    .where('questions.event_id', '=', eventId)
    .orderBy('questions.id')
    .execute();
}

export function findQuestion(
  tx: ReadTransaction,
  reference: string,
): Promise<AskedQuestion | undefined> {
  return tx.db
    .selectFrom('questions')
    .innerJoin('fields', 'fields.id', 'questions.field_id')
    .selectAll('questions')
    .select(['fields.key', 'fields.type', 'fields.options'])
    .where('questions.reference', '=', reference)
    .executeTakeFirst();
}

export const updateQuestionRow = updateById('questions');

/** Deletes the question, its empty answers, and its field unless another event asks for it. */
export async function deleteQuestion(
  tx: WriteTransaction,
  { id, field_id }: Pick<QuestionRow, 'id' | 'field_id'>,
): Promise<void> {
  await tx.db.deleteFrom('answers').where('question_id', '=', id).execute();
  await tx.db.deleteFrom('questions').where('id', '=', id).execute();
  await tx.db
    .deleteFrom('fields')
    .where('id', '=', field_id)
    .where('id', 'not in', (eb) => eb.selectFrom('questions').select('field_id'))
    .execute();
}

/** The orders that answered the question. */
export async function ordersAnswering(tx: ReadTransaction, questionId: number): Promise<Uses> {
  const found = await tx.db
    .selectFrom('answers')
    .innerJoin('orders', 'orders.id', 'answers.order_id')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      fn.max<string | null>('orders.reference').as('last'),
    ])
    .where('answers.question_id', '=', questionId)
    .where('answers.value', '!=', 'null')
    .executeTakeFirstOrThrow();
  return usesOf(found);
}

export const updateField = updateById('fields');

/** Every different answer, as JSON, that any event was given for the field. */
export async function listFieldAnswers(
  tx: ReadTransaction,
  fieldId: number,
): Promise<readonly string[]> {
  const rows = await tx.db
    .selectFrom('answers')
    .innerJoin('questions', 'questions.id', 'answers.question_id')
    .select('answers.value')
    .distinct()
    .where('questions.field_id', '=', fieldId)
    .where('answers.value', '!=', 'null')
    .orderBy('answers.value')
    .execute();
  return rows.map(({ value }) => value);
}

/** Stores an answer as JSON. A change updates `answered_at`, never the tickets' `updated_at` (§2.7). */
export async function writeAnswer(
  tx: WriteTransaction,
  orderId: number,
  questionId: number,
  value: string,
): Promise<void> {
  const answer = { value, answered_at: tx.timestamp() };
  await tx.db
    .insertInto('answers')
    .values({ order_id: orderId, question_id: questionId, ...answer })
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'question_id'])
        .doUpdateSet(answer)
        .where('answers.value', '!=', value),
    )
    .execute();
}

/** Inserts an empty answer. */
export async function insertUnanswered(
  tx: WriteTransaction,
  orderId: number,
  questionId: number,
): Promise<void> {
  await tx.db
    .insertInto('answers')
    .values({ order_id: orderId, question_id: questionId, value: 'null', answered_at: null })
    .execute();
}

/** Inserts answers of new orders, as JSON; null is asked and unanswered. */
export async function insertAnswers(
  tx: WriteTransaction,
  answers: readonly {
    readonly order_id: number;
    readonly question_id: number;
    readonly value: string | null;
  }[],
): Promise<void> {
  const rows = answers.map(({ value, ...of }) => ({
    ...of,
    value: value ?? 'null',
    answered_at: value === null ? null : tx.timestamp(),
  }));
  for (let at = 0; at < rows.length; at += 1_000)
    await tx.db
      .insertInto('answers')
      .values(rows.slice(at, at + 1_000))
      .execute();
}

/** Nulls every answer of the orders that the contact placed or holds a ticket of. */
export async function eraseAnswers(tx: WriteTransaction, contactId: number): Promise<void> {
  await tx.db
    .updateTable('answers')
    .set({ value: 'null', answered_at: tx.timestamp() })
    .where((eb) =>
      eb.or([
        eb(
          'order_id',
          'in',
          eb.selectFrom('orders').select('id').where('contact_id', '=', contactId),
        ),
        eb(
          'order_id',
          'in',
          eb
            .selectFrom('tickets')
            .select('order_id')
            .where('contact_id', '=', contactId)
            .where('order_id', 'is not', null)
            .$castTo<{ order_id: number }>(),
        ),
      ]),
    )
    .execute();
}

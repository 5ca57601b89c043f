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
  question: Pick<QuestionRow, 'event_id' | 'field_id' | 'label' | 'show_at_door'>,
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
  { id, show_at_door }: Pick<QuestionRow, 'id' | 'show_at_door'>,
  value: string,
): Promise<void> {
  const answer = { value, answered_at: tx.timestamp() };
  await tx.db
    .insertInto('answers')
    .values({ order_id: orderId, question_id: id, ...answer })
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'question_id'])
        .doUpdateSet(answer)
        .where('answers.value', '!=', value),
    )
    .execute();
  if (show_at_door === 1) await touchDoorAnswers(tx, [orderId]);
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

/** What orders have answered, as JSON by the number of the question, by the number of the order. */
export async function listAnswersOf(
  tx: ReadTransaction,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, string>>> {
  const found = new Map<number, Map<number, string>>();
  for (let at = 0; at < orderIds.length; at += 1_000) {
    const rows = await tx.db
      .selectFrom('answers')
      .select(['order_id', 'question_id', 'value'])
      .where('order_id', 'in', orderIds.slice(at, at + 1_000))
      .execute();
    for (const { order_id, question_id, value } of rows) {
      const own = found.get(order_id) ?? new Map<number, string>();
      found.set(order_id, own.set(question_id, value));
    }
  }
  return found;
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
  const answered = answers.filter(({ value }) => value !== null);
  const shown = await shownAmong(tx, [...new Set(answered.map((one) => one.question_id))]);
  const orders = answered.flatMap((one) => (shown.has(one.question_id) ? [one.order_id] : []));
  await touchDoorAnswers(tx, [...new Set(orders)]);
}

/** Those of the questions whose answers the door shows. */
async function shownAmong(
  tx: ReadTransaction,
  questionIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (questionIds.length === 0) return new Set();
  const rows = await tx.db
    .selectFrom('questions')
    .select('id')
    .where('id', 'in', questionIds)
    .where('show_at_door', '=', 1)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Stations fetch what the door shows of these orders' answers again (`door_answers_at`). */
async function touchDoorAnswers(tx: WriteTransaction, orderIds: readonly number[]): Promise<void> {
  for (let at = 0; at < orderIds.length; at += 1_000)
    await tx.db
      .updateTable('orders')
      .set({ door_answers_at: tx.timestamp() })
      .where('id', 'in', orderIds.slice(at, at + 1_000))
      .execute();
}

/** The same of every order that answered the question. */
export async function touchAnswersOf(
  tx: WriteTransaction,
  { id, event_id }: Pick<QuestionRow, 'id' | 'event_id'>,
): Promise<void> {
  await tx.db
    .updateTable('orders')
    .set({ door_answers_at: tx.timestamp() })
    .where('event_id', '=', event_id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('answers')
          .select('answers.order_id')
          .whereRef('answers.order_id', '=', 'orders.id')
          .where('answers.question_id', '=', id)
          .where('answers.value', '!=', 'null'),
      ),
    )
    .execute();
}

/** Nulls every answer of the orders that the contact placed or holds a ticket of, also where the door shows it. */
export async function eraseAnswers(tx: WriteTransaction, contactId: number): Promise<void> {
  const placed = tx.db.selectFrom('orders').select('id').where('contact_id', '=', contactId);
  const held = tx.db
    .selectFrom('tickets')
    .select('order_id')
    .where('contact_id', '=', contactId)
    .where('order_id', 'is not', null)
    .$castTo<{ order_id: number }>();
  await tx.db
    .updateTable('answers')
    .set({ value: 'null', answered_at: tx.timestamp() })
    .where((eb) => eb.or([eb('order_id', 'in', placed), eb('order_id', 'in', held)]))
    .execute();
  await tx.db
    .updateTable('orders')
    .set({ door_answers_at: tx.timestamp() })
    .where('door_answers_at', 'is not', null)
    .where((eb) => eb.or([eb('contact_id', '=', contactId), eb('id', 'in', held)]))
    .execute();
}

import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { MAX_DOOR_QUESTIONS } from '../../../shared/contract/limits.ts';
import { problem } from '../../../shared/console/problems.ts';
import type { FieldType } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import {
  deleteQuestion,
  findField,
  insertField,
  insertQuestion,
  listFieldAnswers,
  listQuestions,
  ordersAnswering,
  touchAnswersOf,
  updateField,
  updateQuestionRow,
  type AskedQuestion,
  type FieldRow,
} from '../../store/answers.ts';
import { writeTexts } from '../../store/rows.ts';
import { archivedAt, refuseUsed, type ArchivingChange } from '../../rules/archiving.ts';
import { checkName } from '../../rules/checks.ts';
import { DomainError, invalid } from '../../rules/domain-error.ts';
import { liveEvent } from './events.ts';
import { requireQuestion } from '../../rules/require-row.ts';

const FIELD_KEY = /^[a-z][a-z0-9_]{0,63}$/;

/** Adds a question to an event. Fields are shared by an organiser's events: an existing key must keep its type. */
export async function createQuestion(
  tx: WriteTransaction,
  input: {
    readonly event: string;
    readonly key: string;
    readonly label: string;
    readonly type: FieldType;
    readonly options: readonly string[] | null;
    readonly show_at_door?: boolean;
  },
): Promise<AskedQuestion> {
  const event = await liveEvent(tx, input.event);
  const field = await fieldOf(tx, event.organiser_id, input);
  const questions = await listQuestions(tx, event.id);
  const asked = questions.find((question) => question.field_id === field.id);
  if (asked !== undefined) {
    const archived = asked.archived_at === null ? null : asked.reference;
    const said = problem('asked', { key: input.key, archived });
    throw new DomainError('resource.exists', said, 'key');
  }
  const label = checkName('label', input.label);
  const isShown = input.show_at_door ?? false;
  if (isShown) checkShown(questions);
  const question = await insertQuestion(tx, {
    event_id: event.id,
    field_id: field.id,
    label,
    show_at_door: isShown ? 1 : 0,
  });
  return { ...question, key: field.key, type: field.type, options: field.options };
}

/** Beside these: what staff cannot take in at a glance holds up the queue. */
function checkShown(questions: readonly AskedQuestion[]): void {
  const shown = questions.filter(({ show_at_door }) => show_at_door === 1).length;
  if (shown < MAX_DOOR_QUESTIONS) return;
  throw invalid('show_at_door', `Expected at most ${MAX_DOOR_QUESTIONS} of an event's questions.`);
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
  if (!FIELD_KEY.test(input.key)) throw invalid('key', problem('key', {}));
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
  throw new DomainError('resource.exists', problem('field_taken', { key: input.key }), 'key');
}

function checkOptions(
  type: FieldType,
  options: readonly string[] | null,
): readonly string[] | null {
  const choice = type === 'select' || type === 'multiselect';
  if (!choice && options !== null) throw invalid('options', `A ${type} field takes no options.`);
  if (!choice) return null;
  const names = (options ?? []).map((option) => checkName('options', option));
  if (names.length === 0 || new Set(names).size !== names.length) {
    throw invalid('options', problem('options', { type }));
  }
  return names;
}

/**
 * An archived question is not asked with new orders; earlier answers stay and may still be corrected. Options belong to the field, so
 * they change for every event that asks for it. What the door shows of the answers reaches stations by `door_answers_at`.
 */
export async function updateQuestion(
  tx: WriteTransaction,
  reference: string,
  changes: ArchivingChange & {
    readonly label?: string;
    readonly options?: readonly string[];
    readonly show_at_door?: boolean;
  },
): Promise<AskedQuestion> {
  const current = await requireQuestion(tx, reference);
  const label = checkName('label', changes.label ?? current.label);
  const isShown = changes.show_at_door ?? current.show_at_door === 1;
  const becomesShown = isShown && current.show_at_door === 0;
  if (becomesShown) checkShown(await listQuestions(tx, current.event_id));
  await updateQuestionRow(tx, current.id, {
    label,
    show_at_door: isShown ? 1 : 0,
    archived_at: archivedAt(tx, current, changes),
  });
  const isRenamed = isShown && label !== current.label;
  if (becomesShown || isRenamed || (!isShown && current.show_at_door === 1))
    await touchAnswersOf(tx, current);
  if (changes.options !== undefined) await changeOptions(tx, current, changes.options);
  return requireQuestion(tx, reference);
}

async function changeOptions(
  tx: WriteTransaction,
  { type, field_id }: AskedQuestion,
  given: readonly string[],
): Promise<void> {
  const options = checkOptions(type, given);
  for (const value of await listFieldAnswers(tx, field_id)) {
    const lost = [ChosenOptions.Parse(JSON.parse(value))]
      .flat()
      .find((one) => options?.includes(one) === false);
    if (lost === undefined) continue;
    throw invalid('options', `Expected ${lost} among the options, because it was answered.`);
  }
  await updateField(tx, field_id, { options: writeTexts(options) });
}

/** The answer to a question with options. */
const ChosenOptions = Compile(Type.Union([Type.String(), Type.Array(Type.String())]));

/** Throws `transition.impossible` if anybody has answered it. */
export async function removeQuestion(tx: WriteTransaction, reference: string): Promise<void> {
  const question = await requireQuestion(tx, reference);
  refuseUsed(await ordersAnswering(tx, question.id), (count) =>
    count === 1 ? '1 order answered it' : `${count} orders answered it`,
  );
  await deleteQuestion(tx, question);
}

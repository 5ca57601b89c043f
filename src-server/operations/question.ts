import { Type } from 'typebox';
import { describeTicket } from '../api/resources/tickets.ts';
import { fieldTypes } from '../database/schema.ts';
import { invalidTransition } from '../rules/domain-error.ts';
import { createQuestion, removeQuestion, updateQuestion } from '../domain/events/questions.ts';
import { changeAnswer } from '../domain/sales/answers.ts';
import { listQuestions } from '../store/answers.ts';
import { assertSameOwner } from './definition/assert-same-owner.ts';
import { archivingOf, archivingStatus } from './definition/archiving.ts';
import {
  choice,
  either,
  event,
  fixed,
  json,
  list,
  optional,
  personal,
  text,
} from './definition/inputs.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { describeQuestion } from './definition/describe.ts';
import { inOrder } from './definition/reading.ts';
import { requireEvent, requireQuestion, requireTicket } from '../rules/require-row.ts';

const itsEvent = event('the event that asks it');
const question = text('QST', 'which question');
const key = text(
  'KEY',
  'identifies the answer across events: lowercase letters, digits and underscores, a letter first',
);
const label = text('LABEL', 'the question as asked');
const type = choice('TYPE', 'type of the answer', fieldTypes);
const showAtDoor = either('YES', "whether doors show the answers under the guest's name", [
  'yes',
  'no',
]);

export const questionCreate = defineOperation({
  name: 'question.create',
  summary: 'Add a question to an event',
  role: 'manager',
  input: Type.Object({
    event: itsEvent,
    key,
    label,
    type,
    options: optional(list('OPTIONS', 'choices of a select or multiselect, separated by commas')),
    show_at_door: optional(showAtDoor, 'no'),
  }),
  run: async (tx, input) =>
    describeQuestion(tx, await createQuestion(tx, { options: null, ...input })),
});

export const questionUpdate = defineOperation({
  name: 'question.update',
  summary: 'Change a question; its key and type stay',
  role: 'manager',
  input: Type.Object({
    question,
    event: fixed(itsEvent),
    key: fixed(key),
    type: fixed(type),
    label: optional(label),
    options: optional(
      list(
        'OPTIONS',
        'choices, separated by commas; they change in every event that asks for the same key',
      ),
    ),
    show_at_door: optional(showAtDoor),
    status: archivingStatus,
  }),
  current: async (tx, input) => describeQuestion(tx, await requireQuestion(tx, input.question)),
  run: async (tx, { question: reference, event: of, status, ...input }) => {
    const { key: itsKey, type: itsType, ...changes } = input;
    const updated = await updateQuestion(tx, reference, { ...changes, ...archivingOf(status) });
    const described = await describeQuestion(tx, updated);
    assertSameOwner(described.event, of);
    const isSame =
      (itsKey ?? described.key) === described.key && (itsType ?? described.type) === described.type;
    if (isSame) return described;
    throw invalidTransition('The key and the type of a question stay: its answers depend on them.');
  },
});

export const questionArchive = defineOperation({
  name: 'question.archive',
  summary: 'Stop asking a question; its answers stay',
  role: 'manager',
  input: Type.Object({ question }),
  run: async (tx, input) =>
    describeQuestion(tx, await updateQuestion(tx, input.question, { is_archived: true })),
});

export const questionRemove = defineOperation({
  name: 'question.remove',
  summary: 'Remove a question that nobody has answered',
  role: 'manager',
  input: Type.Object({ question }),
  run: async (tx, input) => {
    const described = await describeQuestion(tx, await requireQuestion(tx, input.question));
    await removeQuestion(tx, input.question);
    return described;
  },
});

export const questionList = defineView({
  name: 'question.list',
  summary: 'The questions of an event, oldest first',
  role: 'viewer',
  input: Type.Object({ event: event('whose questions') }),
  run: async (tx, input) => {
    const { id } = await requireEvent(tx, input.event);
    return inOrder(await listQuestions(tx, id), (row) => describeQuestion(tx, row));
  },
});

export const questionShow = defineView({
  name: 'question.show',
  summary: 'One question',
  role: 'viewer',
  input: Type.Object({ question }),
  run: async (tx, input) => describeQuestion(tx, await requireQuestion(tx, input.question)),
});

export const answerSet = defineOperation({
  name: 'answer.set',
  summary: "Change an answer of the ticket's order, and print the ticket",
  role: 'box_office',
  input: Type.Object({
    ticket: text('TKT', 'whose answer'),
    question: text('QST', 'what is answered'),
    value: personal(json('JSON', 'the answer; null is unanswered', Type.Unknown())),
  }),
  run: async (tx, input) => {
    await changeAnswer(tx, input);
    return describeTicket(tx, input.ticket);
  },
});

export const answerList = defineView({
  name: 'answer.list',
  summary: "The answers of a ticket's order",
  role: 'viewer',
  input: Type.Object({ ticket: text('TKT', 'whose answers') }),
  run: async (tx, input) => {
    const { reference } = await requireTicket(tx, input.ticket);
    return (await describeTicket(tx, reference)).answers ?? [];
  },
});

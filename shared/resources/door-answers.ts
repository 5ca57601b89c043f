import { Type, type Static } from 'typebox';
import { ReferenceTo, Text, Timestamp } from '../contract/fields.ts';
import { MAX_DOOR_ANSWER_LENGTH, MAX_DOOR_QUESTIONS } from '../contract/limits.ts';
import { listPages } from '../contract/lists.ts';
import { ListOf, type Routes, paging, read } from './route-contract.ts';

/** An answer (§2.7) as the door says it. */
export const DoorAnswer = Type.Object({
  question: ReferenceTo('question'),
  label: Text('The question as asked.'),
  type: Text('Open-ended: text, select, multiselect, date, country, …'),
  text: Type.String({
    maxLength: MAX_DOOR_ANSWER_LENGTH,
    description:
      'The answer in one line: of choices their labels, separated by commas. A longer one ends in an ellipsis.',
  }),
  answered_at: Timestamp('When the answer last changed.'),
});
export type DoorAnswer = Static<typeof DoorAnswer>;

/** What is to be said of every ticket of an order. Replaces what was said of the order before. */
export const DoorAnswers = Type.Object({
  reference: ReferenceTo('order', 'Whose answers they are: those of each of its tickets.'),
  answers: Type.Array(DoorAnswer, {
    maxItems: MAX_DOOR_QUESTIONS,
    description:
      'In the order of the questions; empty once the answers were erased, or are not shown at the door any more.',
  }),
  updated_at: Timestamp(
    'When one of the answers changed, or which of them the door shows. The order does not change with it.',
  ),
});
export type DoorAnswers = Static<typeof DoorAnswers>;

export const doorAnswerPages = listPages(DoorAnswers);

export const doorAnswerRoutes = {
  listDoorAnswers: {
    ...read,
    summary: "List an event's answers for the door",
    description:
      'Orders with their answers to the questions that are marked to be shown at the door, newest first. An order of which nothing is shown any more has none.',
    path: '/scanner/events/{eventKey}/answers',
    scopes: ['scanner:sync'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(doorAnswerPages) },
  },
} as const satisfies Routes;

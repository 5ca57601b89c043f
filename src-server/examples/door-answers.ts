import {
  DoorAnswer,
  DoorAnswers,
  doorAnswerPages,
  type doorAnswerRoutes,
} from '../../shared/resources/door-answers.ts';
import { type ExamplesOf, pageSchemas } from './example.ts';
import { adaOrder } from './orders.ts';
import { dietaryNeeds } from './tickets.ts';

const { question, label, type, value_labels, answered_at } = dietaryNeeds;
const answer = {
  question,
  label,
  type,
  text: value_labels.join(', '),
  answered_at,
} satisfies DoorAnswer;

export const adaAnswers = {
  reference: adaOrder.reference,
  answers: [answer],
  updated_at: answered_at,
} satisfies DoorAnswers;

export const doorAnswerExamples = {
  calls: {
    listDoorAnswers: { rows: { numbered: [adaAnswers], incremental: [adaAnswers] } },
  },
  schemas: {
    DoorAnswer: [DoorAnswer, answer],
    DoorAnswers: [DoorAnswers, adaAnswers],
    ...pageSchemas('DoorAnswers', doorAnswerPages, adaAnswers),
  },
} satisfies ExamplesOf<typeof doorAnswerRoutes>;

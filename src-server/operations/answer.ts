import { Type } from 'typebox';
import { describeTicket } from '../api/resources/tickets.ts';
import { changeAnswer } from '../domain/sales/answers.ts';
import { json, personal, text } from './definition/inputs.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { requireTicket } from '../rules/require-row.ts';

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

import type { Command } from '../define-command.ts';
import { defineOperation, defineDatabaseCommand } from '../define-operation.ts';
import { json, text } from '../flags.ts';

export const answerSetFlags = {
  question: text('QST', 'what is answered'),
  value: json('JSON', 'the answer; null is unanswered'),
} as const;

export const answerListFlags = { ticket: text('TKT', 'whose answers') } as const;

export const answerCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'set',
      summary: "Change an answer of the ticket's order, and print the ticket",
      operands: ['TKT'],
      flags: answerSetFlags,
      examples: [`answer set tkt_01j… --question qst_01j… --value '"Vegan"'`],
    },
    async () => (await import('../operations/answer.ts')).answerSet,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: "The answers of a ticket's order",
      operands: [],
      flags: answerListFlags,
      examples: ['answer list --ticket tkt_01j…'],
    },
    async () => (await import('../operations/answer.ts')).answerList,
  ),
];

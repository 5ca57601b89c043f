import { fieldTypes } from '../../database/schema.ts';
import type { Command } from '../define-command.ts';
import { defineOperation, defineDatabaseCommand } from '../define-operation.ts';
import { archivingStatus, choice, eventReference, hidden, list, optional, text } from '../flags.ts';

export const questionCreateFlags = {
  event: eventReference('the event that asks it'),
  key: text(
    'KEY',
    'identifies the answer across events: lowercase letters, digits and underscores, a letter first',
  ),
  label: text('LABEL', 'the question as asked'),
  type: choice('TYPE', 'type of the answer', fieldTypes),
  options: optional(list('OPTIONS', 'choices, separated by commas')),
} as const;

export const questionUpdateFlags = {
  event: hidden(optional(questionCreateFlags.event)),
  key: hidden(optional(questionCreateFlags.key)),
  type: hidden(optional(questionCreateFlags.type)),
  label: optional(questionCreateFlags.label),
  options: optional(
    list(
      'OPTIONS',
      'choices, separated by commas; they change in every event that asks for the same key',
    ),
  ),
  status: archivingStatus,
} as const;

export const questionListFlags = { event: eventReference('whose questions') } as const;

export const questionCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Add a question to an event',
      operands: [],
      flags: questionCreateFlags,
      examples: [
        'question create --event winter-gala --key diet --label "What do you eat?" --type select --options Vegan,Vegetarian,Anything',
      ],
    },
    async () => (await import('../operations/question.ts')).questionCreate,
  ),
  defineOperation(
    {
      name: 'update',
      summary: 'Change a question; its key and type stay',
      operands: ['QST'],
      flags: questionUpdateFlags,
      examples: [
        'question update qst_01j… --label "What do you eat?"',
        'question update qst_01j… --options Vegan,Vegetarian,Fish,Anything',
      ],
    },
    async () => (await import('../operations/question.ts')).questionUpdate,
  ),
  defineOperation(
    {
      name: 'archive',
      summary: 'Stop asking a question; its answers stay',
      operands: ['QST'],
      flags: {},
      examples: ['question archive qst_01j…'],
    },
    async () => (await import('../operations/question.ts')).questionArchive,
  ),
  defineOperation(
    {
      name: 'remove',
      summary: 'Remove a question that nobody has answered',
      operands: ['QST'],
      flags: {},
      examples: ['question remove qst_01j…'],
    },
    async () => (await import('../operations/question.ts')).questionRemove,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'The questions of an event, oldest first',
      operands: [],
      flags: questionListFlags,
      examples: ['question list --event winter-gala'],
    },
    async () => (await import('../operations/question.ts')).questionList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One question',
      operands: ['QST'],
      flags: {},
      examples: ['question show qst_01j…'],
    },
    async () => (await import('../operations/question.ts')).questionShow,
  ),
];

import { fieldTypes } from '../../database/schema.ts';
import type { Command } from '../define-command.ts';
import { defineOperation, defineDatabaseCommand } from '../define-operation.ts';
import { archivingStatus, choice, eventReference, list, optional, text } from '../flags.ts';

export const createFlags = {
  event: eventReference('the event that asks it'),
  key: text('KEY', 'machine key of the field, shared by events'),
  label: text('LABEL', 'the question as asked'),
  type: choice('TYPE', 'what is answered', fieldTypes),
  options: optional(list('OPTIONS', 'what can be chosen, separated by commas')),
} as const;

export const updateFlags = {
  event: optional(createFlags.event),
  key: optional(createFlags.key),
  type: optional(createFlags.type),
  label: optional(createFlags.label),
  options: optional(list('OPTIONS', 'what can be chosen, for every event that asks for the field')),
  status: archivingStatus,
} as const;

export const listFlags = { event: eventReference('whose questions') } as const;

export const questionCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Ask a question',
      operands: [],
      flags: createFlags,
      examples: [
        'question create --event winter-gala --key diet --label "What do you eat?" --type select --options Vegan,Vegetarian,Anything',
      ],
    },
    async () => (await import('../operations/question.ts')).create,
  ),
  defineOperation(
    {
      name: 'update',
      summary: 'Change a question; its key and type stay',
      operands: ['QST'],
      flags: updateFlags,
      examples: [
        'question update qst_01j… --label "What do you eat?"',
        'question update qst_01j… --options Vegan,Vegetarian,Fish,Anything',
      ],
    },
    async () => (await import('../operations/question.ts')).update,
  ),
  defineOperation(
    {
      name: 'archive',
      summary: 'Do not ask a question any more; its answers stay',
      operands: ['QST'],
      flags: {},
      examples: ['question archive qst_01j…'],
    },
    async () => (await import('../operations/question.ts')).archive,
  ),
  defineOperation(
    {
      name: 'remove',
      summary: 'Remove a question that nobody has answered',
      operands: ['QST'],
      flags: {},
      examples: ['question remove qst_01j…'],
    },
    async () => (await import('../operations/question.ts')).remove,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'The questions of an event, as they were made',
      operands: [],
      flags: listFlags,
      examples: ['question list --event winter-gala'],
    },
    async () => (await import('../operations/question.ts')).list,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One question',
      operands: ['QST'],
      flags: {},
      examples: ['question show qst_01j…'],
    },
    async () => (await import('../operations/question.ts')).show,
  ),
];

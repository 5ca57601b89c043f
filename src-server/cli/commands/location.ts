import type { Command } from '../define-command.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { eventReference, text } from '../flags.ts';

const event = eventReference('the event it belongs to');
const name = text('NAME', 'what people call it');

export const createFlags = { event, name } as const;
export const listFlags = { event } as const;

export const locationCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Make an entry point',
      operands: [],
      flags: createFlags,
      examples: ['location create --event winter-gala --name "North Gate"'],
    },
    async () => (await import('../operations/location.ts')).create,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'The entry points of an event',
      operands: [],
      flags: listFlags,
      examples: ['location list --event winter-gala'],
    },
    async () => (await import('../operations/location.ts')).list,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One entry point',
      operands: ['LOC'],
      flags: {},
      examples: ['location show loc_01j…'],
    },
    async () => (await import('../operations/location.ts')).show,
  ),
];

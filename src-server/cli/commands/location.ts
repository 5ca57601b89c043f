import type { Command } from '../define-command.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { archivingStatus, eventReference, hidden, optional, text } from '../flags.ts';

const event = eventReference('the event it belongs to');
const name = text('NAME', 'what people call it');

export const locationCreateFlags = { event, name } as const;
export const locationUpdateFlags = {
  event: hidden(optional(event)),
  name: optional(name),
  status: archivingStatus,
} as const;
export const locationListFlags = { event } as const;

export const locationCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Create an entry point',
      operands: [],
      flags: locationCreateFlags,
      examples: ['location create --event winter-gala --name "North Gate"'],
    },
    async () => (await import('../operations/location.ts')).locationCreate,
  ),
  defineOperation(
    {
      name: 'update',
      summary: 'Change an entry point; stations follow',
      operands: ['LOC'],
      flags: locationUpdateFlags,
      examples: [
        'location update loc_01j… --name "East Gate"',
        'location update loc_01j… --status active',
      ],
    },
    async () => (await import('../operations/location.ts')).locationUpdate,
  ),
  defineOperation(
    {
      name: 'archive',
      summary: 'Retire an entry point; its scans stay, and late uploads are still accepted',
      operands: ['LOC'],
      flags: {},
      examples: ['location archive loc_01j…'],
    },
    async () => (await import('../operations/location.ts')).locationArchive,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'The entry points of an event, oldest first',
      operands: [],
      flags: locationListFlags,
      examples: ['location list --event winter-gala'],
    },
    async () => (await import('../operations/location.ts')).locationList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One entry point',
      operands: ['LOC'],
      flags: {},
      examples: ['location show loc_01j…'],
    },
    async () => (await import('../operations/location.ts')).locationShow,
  ),
];

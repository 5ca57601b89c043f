import {
  eventArchive,
  eventAttendance,
  eventCopy,
  eventCreate,
  eventList,
  eventShow,
  eventUpdate,
} from '../../operations/event.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';

export const commands: readonly Command[] = [
  operationCommand(eventCreate, {
    examples: [
      'event create --organiser org_01j… --name "Winter Gala" --slug winter-gala --timezone Europe/Berlin --currency EUR --starts-at "2026-12-12 19:00" --ends-at "2026-12-13 01:00"',
    ],
  }),
  operationCommand(eventUpdate, {
    examples: [
      'event update winter-gala --starts-at "2026-12-12 20:00"',
      'event update winter-gala --status draft',
      'event update winter-gala --capacity 800 --undo-minutes 5 --overrule none',
    ],
  }),
  operationCommand(eventCopy, {
    examples: [
      'event copy winter-gala --name "Winter Gala 2027" --slug winter-gala-2027 --starts-at "2027-12-11 19:00"',
    ],
  }),
  operationCommand(eventArchive, {
    examples: ['event archive winter-gala'],
  }),
  listCommand(eventList, {
    isWhole: true,
    examples: ['event list', 'event list --organiser org_01j… --json'],
    heading: ['event', 'name', 'status', 'ticket types', 'organiser'],
    row: ({ reference, name, status, ticket_types, organiser }) => [
      reference,
      name,
      status,
      ticket_types.map((type) => type.name).join(', '),
      organiser,
    ],
    none: 'No events.',
  }),
  showCommand(eventShow, { examples: ['event show winter-gala'] }),
  showCommand(eventAttendance, { examples: ['event attendance winter-gala'] }),
];

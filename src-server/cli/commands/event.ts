import {
  eventArchive,
  eventAttendance,
  eventCopy,
  eventCreate,
  eventList,
  eventShow,
  eventUpdate,
} from '../../operations/event.ts';
import type { Database } from '../../database/database.ts';
import { addOnList } from '../../operations/add-on.ts';
import { look } from '../../operations/definition/perform.ts';
import { locationList } from '../../operations/location.ts';
import { questionList } from '../../operations/question.ts';
import { sessionList } from '../../operations/session.ts';
import { defineDatabaseCommand } from '../definition/database-command.ts';
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
  defineDatabaseCommand(
    {
      name: 'show',
      summary: eventShow.summary,
      operands: ['EVT'],
      flags: {},
      examples: ['event show winter-gala'],
    },
    { work: (database, { operands: [event = ''] }) => readWhole(database, event) },
  ),
  showCommand(eventAttendance, { examples: ['event attendance winter-gala'] }),
];

/** The event, and what was made for it. */
async function readWhole(database: Database, event: string) {
  return {
    ...(await look(database, eventShow, { event })),
    add_ons: await look(database, addOnList, { event }),
    sessions: await look(database, sessionList, { event }),
    entry_points: await look(database, locationList, { event }),
    questions: await look(database, questionList, { event }),
  };
}

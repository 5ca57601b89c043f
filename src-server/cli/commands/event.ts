import type { Command } from '../define-command.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { choice, optional, orNull, text, time, whole, withDefault } from '../flags.ts';

const organiser = text('ORG', 'who runs it');
const name = text('NAME', 'what people call it');
const slug = text('SLUG', 'lowercase letters, digits and hyphens; unique per organiser');
const timezone = text('TZ', 'IANA time zone, such as Europe/Berlin');
const currency = text('CURRENCY', 'ISO 4217, such as EUR');
const startsAt = optional(orNull(time('when it starts'), 'none', 'no time'));
const endsAt = optional(orNull(time('when it ends'), 'none', 'no time'));
const status = optional(choice('STATUS', 'who sees it', ['draft', 'published']));
const opensBefore = optional(whole('MINUTES', "how long before a session's start its doors open"));
const peers = optional(
  choice('SWITCH', 'whether its stations tell each other of admissions', ['on', 'off']),
);

export const eventCreateFlags = {
  organiser,
  name,
  slug,
  timezone,
  currency,
  startsAt,
  endsAt,
  status: withDefault(status, 'published'),
  opensBefore: withDefault(opensBefore, '120'),
  peers: withDefault(peers, 'off'),
} as const;

export const eventUpdateFlags = {
  organiser: optional(
    text('ORG', 'who runs it, where several organisers have an event of that slug'),
  ),
  name: optional(name),
  slug: optional(slug),
  timezone: optional(timezone),
  currency: optional(currency),
  startsAt,
  endsAt,
  status,
  opensBefore,
  peers,
} as const;

export const eventListFlags = {
  organiser: optional(text('ORG', 'those of one organiser')),
} as const;

export const eventCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Create an event',
      operands: [],
      flags: eventCreateFlags,
      examples: [
        'event create --organiser org_01j… --name "Winter Gala" --slug winter-gala --timezone Europe/Berlin --currency EUR --starts-at "2026-12-12 19:00" --ends-at "2026-12-13 01:00"',
      ],
    },
    async () => (await import('../operations/event.ts')).eventCreate,
  ),
  defineOperation(
    {
      name: 'update',
      summary: 'Change an event',
      operands: ['EVT'],
      flags: eventUpdateFlags,
      examples: [
        'event update winter-gala --starts-at "2026-12-12 20:00"',
        'event update winter-gala --status draft',
      ],
    },
    async () => (await import('../operations/event.ts')).eventUpdate,
  ),
  defineOperation(
    {
      name: 'archive',
      summary: 'Take an event out of the lists',
      operands: ['EVT'],
      flags: {},
      examples: ['event archive winter-gala'],
    },
    async () => (await import('../operations/event.ts')).eventArchive,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'Every event that is not archived, newest first',
      operands: [],
      flags: eventListFlags,
      examples: ['event list', 'event list --organiser org_01j… --json'],
    },
    async () => (await import('../operations/event.ts')).eventList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One event with its ticket types, by reference or slug',
      operands: ['EVT'],
      flags: {},
      examples: ['event show winter-gala'],
    },
    async () => (await import('../operations/event.ts')).eventShow,
  ),
];

import { Type } from 'typebox';
import { MAX_UNDO_MINUTES, overruleRules } from '../../shared/verdict/terms/door-policy.ts';
import { readAttendance } from '../api/resources/attendance.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { copyEvent } from '../domain/events/copy-event.ts';
import { archiveEvent, createEvent, eventDefaults, updateEvent } from '../domain/events/events.ts';
import { listEvents, type EventRow } from '../store/events.ts';
import { byStart, walkEvents } from '../store/lists/walk-small.ts';
import { assertSameOwner } from './definition/assert-same-owner.ts';
import { describeEvent, organiserReferenceOf } from './definition/describe.ts';
import {
  choice,
  count,
  either,
  event,
  optional,
  orNull,
  text,
  time,
  whole,
} from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { idOf, inOrder } from './definition/reading.ts';
import { requireEvent, requireOrganiser } from '../rules/require-row.ts';

const which = event('which event');
const name = text('NAME', 'what people call it');
const slug = text('SLUG', 'lowercase letters, digits and hyphens; unique per organiser');
const timezone = text('TZ', 'IANA time zone, such as Europe/Berlin');
const currency = text('CURRENCY', 'ISO 4217, such as EUR');
const status = choice('STATUS', 'stations open only published events', ['draft', 'published']);
const opensBefore = whole('MINUTES', "how long before a session's start its doors open");
const peers = either('SWITCH', 'whether its stations tell each other of admissions', ['on', 'off']);
const capacity = orNull(count('N', 'how many may be inside at once'), 'none', 'any number');
const undoMinutes = whole(
  'MINUTES',
  'how long anybody may undo an admission of their own station; 0: supervisors only',
  [0, MAX_UNDO_MINUTES],
);
const overrule = choice(
  'RULE',
  'which denials a supervisor may overrule (rules: all but those of cancelled and refunded tickets; any: those too)',
  overruleRules,
);
const times = {
  starts_at: optional(orNull(time('when it starts'), 'none', 'no time')),
  ends_at: optional(orNull(time('when it ends'), 'none', 'no time')),
};

export const eventCreate = defineOperation({
  name: 'event.create',
  summary: 'Create an event',
  role: 'manager',
  input: Type.Object({
    organiser: text('ORG', 'who runs it'),
    name,
    slug,
    timezone,
    currency,
    ...times,
    status: optional(status, 'published'),
    opens_before: optional(opensBefore, '120'),
    peers: optional(peers, 'off'),
    capacity: optional(capacity, 'none'),
    undo_minutes: optional(undoMinutes, String(eventDefaults.undo_minutes)),
    overrule: optional(overrule, eventDefaults.overrule),
  }),
  run: async (tx, { organiser, opens_before, ...input }) => {
    const columns = { ...eventDefaults, ...input, ...columnOf(opens_before) };
    return describeEvent(tx, await createEvent(tx, organiser, columns));
  },
});

export const eventUpdate = defineOperation({
  name: 'event.update',
  summary: 'Change an event',
  role: 'manager',
  input: Type.Object({
    event: which,
    organiser: optional(
      text('ORG', 'who runs it, where several organisers have an event of that slug'),
    ),
    name: optional(name),
    slug: optional(slug),
    timezone: optional(timezone),
    currency: optional(currency),
    ...times,
    status: optional(status),
    opens_before: optional(opensBefore),
    peers: optional(peers),
    capacity: optional(capacity),
    undo_minutes: optional(undoMinutes),
    overrule: optional(overrule),
  }),
  current: async (tx, input) => {
    const described = await describeEvent(tx, await requireEvent(tx, input.event));
    return { ...described, opens_before: described.opens_before_minutes };
  },
  run: async (tx, { event: reference, organiser, opens_before, ...changes }) => {
    const updated = await updateEvent(tx, reference, { ...changes, ...columnOf(opens_before) });
    assertSameOwner(await organiserReferenceOf(tx, updated), organiser);
    return describeEvent(tx, updated);
  },
});

export const eventCopy = defineOperation({
  name: 'event.copy',
  summary: 'Create a draft with the ticket types, add-ons, entry points, questions and sessions',
  role: 'manager',
  input: Type.Object({
    event: which,
    name,
    slug,
    starts_at: optional(
      time('when the copy starts; all other times move with it'),
      'no times, and no sessions',
    ),
  }),
  run: async (tx, { event: reference, starts_at = null, ...named }) =>
    describeEvent(tx, await copyEvent(tx, reference, { ...named, starts_at })),
});

export const eventArchive = defineOperation({
  name: 'event.archive',
  summary: 'Take an event out of the lists; this cannot be undone',
  role: 'manager',
  input: Type.Object({ event: which }),
  run: async (tx, input) => describeEvent(tx, await archiveEvent(tx, input.event)),
});

export const eventList = defineList({
  name: 'event.list',
  summary: 'Every event that is not archived, newest first',
  role: 'viewer',
  filters: {
    organiser: optional(text('ORG', 'those of one organiser')),
    status: optional(
      choice('STATUS', 'those with one status', ['draft', 'published', 'archived']),
      'every one but archived',
    ),
    when: optional(choice('WHEN', 'those that are over, or are not', ['upcoming', 'past'])),
  },
  search: 'words of the name or the slug',
  sorts: {
    newest: { by: 'k.created_at', direction: 'desc' },
    oldest: { by: 'k.created_at', direction: 'asc' },
    starts: { by: byStart, direction: 'asc' },
    '-starts': { by: byStart, direction: 'desc' },
    name: { by: 'k.name', direction: 'asc' },
    '-name': { by: 'k.name', direction: 'desc' },
  },
  choose: async (tx, { organiser, status: wanted, when, search }, sort) => {
    const organiserId = await idOf(tx, requireOrganiser, organiser);
    return walkEvents(tx, { organiserId, status: wanted, when, search }, sort);
  },
  describe: async (tx, ids) => inOrder(await listEvents(tx, ids), (row) => withOrganiser(tx, row)),
});

export const eventShow = defineView({
  name: 'event.show',
  summary: 'One event and what was made for it, by reference or slug',
  role: 'viewer',
  input: Type.Object({ event: which }),
  run: async (tx, input) => withOrganiser(tx, await requireEvent(tx, input.event)),
});

export const eventAttendance = defineView({
  name: 'event.attendance',
  summary: 'How many were admitted, went out and are inside, by entry point and ticket type',
  role: 'viewer',
  input: Type.Object({ event: which }),
  run: async (tx, input) => readAttendance(tx, await requireEvent(tx, input.event)),
});

async function withOrganiser(tx: ReadTransaction, row: EventRow) {
  return { ...(await describeEvent(tx, row)), organiser: await organiserReferenceOf(tx, row) };
}

function columnOf(minutes: number | undefined) {
  return minutes === undefined ? {} : { opens_before_minutes: minutes };
}

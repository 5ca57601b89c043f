import { Type } from 'typebox';
import { entryPointDirections } from '../../shared/verdict/terms/door-policy.ts';
import { createLocation, updateLocation } from '../domain/events/locations.ts';
import { listLocations } from '../store/locations.ts';
import { assertSameOwner } from './definition/assert-same-owner.ts';
import { archivingOf, archivingStatus } from './definition/archiving.ts';
import { choice, event, fixed, optional, text } from './definition/inputs.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { describeLocation } from './definition/describe.ts';
import { inOrder } from './definition/reading.ts';
import { requireEvent, requireLocation } from '../rules/require-row.ts';

const itsEvent = event('the event it belongs to');
const location = text('LOC', 'which entry point');
const name = text('NAME', 'what people call it');
const direction = choice('DIRECTION', 'which way guests pass it', entryPointDirections);

export const locationCreate = defineOperation({
  name: 'location.create',
  summary: 'Create an entry point',
  role: 'manager',
  input: Type.Object({ event: itsEvent, name, direction: optional(direction, 'in') }),
  run: async (tx, input) => describeLocation(tx, await createLocation(tx, input)),
});

export const locationUpdate = defineOperation({
  name: 'location.update',
  summary: 'Change an entry point; stations follow',
  role: 'manager',
  input: Type.Object({
    location,
    event: fixed(itsEvent),
    name: optional(name),
    direction: optional(direction),
    status: archivingStatus,
  }),
  current: async (tx, input) => describeLocation(tx, await requireLocation(tx, input.location)),
  run: async (tx, { location: reference, event: of, status, ...changes }) => {
    const updated = await updateLocation(tx, reference, { ...changes, ...archivingOf(status) });
    const described = await describeLocation(tx, updated);
    assertSameOwner(described.event, of);
    return described;
  },
});

export const locationArchive = defineOperation({
  name: 'location.archive',
  summary: 'Take an entry point out of use; its scans stay, and late uploads are still accepted',
  role: 'manager',
  input: Type.Object({ location }),
  run: async (tx, input) =>
    describeLocation(tx, await updateLocation(tx, input.location, { is_archived: true })),
});

export const locationList = defineView({
  name: 'location.list',
  summary: 'The entry points of an event, oldest first',
  role: 'viewer',
  input: Type.Object({ event: itsEvent }),
  run: async (tx, input) => {
    const { id } = await requireEvent(tx, input.event);
    return inOrder(await listLocations(tx, id), (row) => describeLocation(tx, row));
  },
});

export const locationShow = defineView({
  name: 'location.show',
  summary: 'One entry point',
  role: 'viewer',
  input: Type.Object({ location }),
  run: async (tx, input) => describeLocation(tx, await requireLocation(tx, input.location)),
});

import { Type } from 'typebox';
import { cancelSession, createSession, updateSession } from '../domain/events/sessions.ts';
import { listEventSessions } from '../store/sessions.ts';
import { countValidTickets } from '../store/tickets.ts';
import { assertSameOwner } from './definition/assert-same-owner.ts';
import { describeSession } from './definition/describe.ts';
import { event, fixed, optional, text, time } from './definition/inputs.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { inOrder } from './definition/reading.ts';
import { requireEvent, requireSession } from '../rules/require-row.ts';

const itsEvent = event('the event it belongs to');
const session = text('SES', 'which session');
const name = optional(text('NAME', 'what people call it'));
const startsAt = time('when it starts');
const endsAt = time('when it ends');

export const sessionCreate = defineOperation({
  name: 'session.create',
  summary: 'Create a session',
  role: 'manager',
  input: Type.Object({ event: itsEvent, name, starts_at: startsAt, ends_at: endsAt }),
  run: async (tx, { event: of, name: called = null, ...times }) =>
    describeSession(tx, await createSession(tx, of, { name: called, ...times })),
});

export const sessionUpdate = defineOperation({
  name: 'session.update',
  summary: 'Change a session; its tickets follow',
  role: 'manager',
  input: Type.Object({
    session,
    event: fixed(itsEvent),
    name,
    starts_at: optional(startsAt),
    ends_at: optional(endsAt),
  }),
  current: async (tx, input) => describeSession(tx, await requireSession(tx, input.session)),
  run: async (tx, { session: reference, event: of, ...changes }) => {
    const described = await describeSession(tx, await updateSession(tx, reference, changes));
    assertSameOwner(described.event, of);
    return described;
  },
});

export const sessionCancel = defineOperation({
  name: 'session.cancel',
  summary:
    'Cancel a session: doors refuse its tickets, which stay valid and refundable; this cannot be undone',
  role: 'manager',
  input: Type.Object({ session }),
  run: async (tx, { session: reference }) =>
    describeSession(tx, await cancelSession(tx, reference)),
});

export const sessionList = defineView({
  name: 'session.list',
  summary: 'The sessions of an event, in the order they were created',
  role: 'viewer',
  input: Type.Object({ event: itsEvent }),
  run: async (tx, { event: of }) => {
    const { id } = await requireEvent(tx, of);
    return inOrder(await listEventSessions(tx, id), (row) => describeSession(tx, row));
  },
});

export const sessionShow = defineView({
  name: 'session.show',
  summary: 'One session, and how many valid tickets it has',
  role: 'viewer',
  input: Type.Object({ session }),
  run: async (tx, { session: reference }) => {
    const row = await requireSession(tx, reference);
    return { ...(await describeSession(tx, row)), tickets: await countValidTickets(tx, row.id) };
  },
});

import { Type } from 'typebox';
import { reEntryRules } from '../../shared/verdict/terms/releases.ts';
import {
  createTicketType,
  ticketTypeDefaults,
  updateTicketType,
} from '../domain/events/ticket-types.ts';
import { listTicketTypes } from '../store/ticket-types.ts';
import { assertSameOwner } from './definition/assert-same-owner.ts';
import { describeTicketType } from './definition/describe.ts';
import {
  choice,
  either,
  event,
  list,
  money,
  optional,
  orNull,
  fixed,
  text,
  time,
  whole,
} from './definition/inputs.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { inOrder } from './definition/reading.ts';
import { requireEvent, requireTicketType } from '../rules/require-row.ts';

const itsEvent = event('what it admits to');
const ticketType = text('TT', 'which ticket type');
const name = text('NAME', 'what people call it');
const price = money("in the event's currency");
const total = orNull(whole('N', 'how many there are'), 'none', 'no limit');
const entryPoints = orNull(
  list('LOCS', 'entry points that admit it, separated by commas'),
  'any',
  'all of them',
);
const reEntry = choice(
  'RULE',
  'whether guests who have left may come in again (none: exits are only counted)',
  reEntryRules,
);
const active = either('YES', 'whether it is on sale', ['yes', 'no']);
const validity = {
  valid_from: optional(orNull(time('admits from then on'), 'none', 'no limit')),
  valid_until: optional(orNull(time('admits until just before'), 'none', 'no limit')),
};

export const ticketTypeCreate = defineOperation({
  name: 'ticket-type.create',
  summary: 'Create a ticket type',
  role: 'manager',
  input: Type.Object({
    event: itsEvent,
    name,
    price,
    total: optional(total, 'none'),
    ...validity,
    entry_points: optional(entryPoints, 'any'),
    re_entry: optional(reEntry, 'none'),
    active: optional(active, 'yes'),
  }),
  run: async (tx, { event: reference, active: is_active = true, ...input }) => {
    const columns = { ...ticketTypeDefaults, ...input, is_active };
    return describeTicketType(tx, await createTicketType(tx, reference, columns));
  },
});

export const ticketTypeUpdate = defineOperation({
  name: 'ticket-type.update',
  summary: 'Change a ticket type; its tickets follow',
  role: 'manager',
  input: Type.Object({
    ticket_type: ticketType,
    event: fixed(itsEvent),
    name: optional(name),
    price: optional(price),
    total: optional(total),
    ...validity,
    entry_points: optional(entryPoints),
    re_entry: optional(reEntry),
    active: optional(active),
  }),
  current: async (tx, input) => {
    const described = await describeTicketType(tx, await requireTicketType(tx, input.ticket_type));
    return { ...described, active: described.is_active };
  },
  run: async (tx, { ticket_type, event: of, active: is_active, ...input }) => {
    const changes = is_active === undefined ? input : { ...input, is_active };
    const described = await describeTicketType(
      tx,
      await updateTicketType(tx, ticket_type, changes),
    );
    assertSameOwner(described.event, of);
    return described;
  },
});

export const ticketTypeList = defineView({
  name: 'ticket-type.list',
  summary: 'The ticket types of an event, oldest first',
  role: 'viewer',
  input: Type.Object({ event: itsEvent }),
  run: async (tx, input) => {
    const { id } = await requireEvent(tx, input.event);
    return inOrder(await listTicketTypes(tx, id), (row) => describeTicketType(tx, row));
  },
});

export const ticketTypeShow = defineView({
  name: 'ticket-type.show',
  summary: 'One ticket type',
  role: 'viewer',
  input: Type.Object({ ticket_type: ticketType }),
  run: async (tx, input) => describeTicketType(tx, await requireTicketType(tx, input.ticket_type)),
});

import { Type, type Static } from 'typebox';
import { Currency, Money, Nullable, ReferenceTo, Text, Timestamp } from '../contract/fields.ts';
import { listPages } from '../contract/lists.ts';
import { DataOf, ListOf, type Routes, paging, read } from './route-contract.ts';

export const TicketType = Type.Object({
  reference: ReferenceTo('ticketType'),
  name: Text(),
  price: Money('Minor units.'),
  currency: Currency(),
  is_active: Type.Boolean({ description: 'Whether on sale.' }),
  total: Nullable(Type.Integer({ description: 'Capacity; null is unlimited.' })),
  sold: Nullable(Type.Integer({ description: 'Sold so far: a live counter.' })),
});
export type TicketType = Static<typeof TicketType>;

/** In an event's own read. */
export const OfferedTicketType = Type.Object({
  ...TicketType.properties,
  /** additive */
  available: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        'Places that can be ordered now: neither sold nor held for whom the waiting list has offered them; null is unlimited (additive).',
    }),
  ),
});
export type OfferedTicketType = Static<typeof OfferedTicketType>;

export const Event = Type.Object({
  reference: ReferenceTo('event'),
  slug: Text(),
  name: Text(),
  status: Type.Enum(['draft', 'published']),
  starts_at: Nullable(Timestamp()),
  ends_at: Nullable(Timestamp()),
  timezone: Text('IANA name.'),
  currency: Currency(),
  updated_at: Timestamp('Last change. Compared by `updated_since`.'),
  deleted_at: Nullable(Timestamp('When archived. Archived events need `include_deleted=1`.')),
});
export type Event = Static<typeof Event>;

export const EventWithTicketTypes = Type.Object({
  ...Event.properties,
  ticket_types: Type.Array(OfferedTicketType),
});
export type EventWithTicketTypes = Static<typeof EventWithTicketTypes>;

export const LocationSummary = Type.Object({
  reference: ReferenceTo('location'),
  name: Text(),
});
export type LocationSummary = Static<typeof LocationSummary>;

export const eventPages = listPages(Event);

export const eventRoutes = {
  listEvents: {
    ...read,
    summary: 'List events',
    description: 'Newest first. A client limited to some events sees only those.',
    path: '/integration/events',
    scopes: ['events:read'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(eventPages) },
  },
  readEvent: {
    ...read,
    summary: 'Read an event',
    description:
      'One event with its ticket types, and how many of each were sold and are available.',
    path: '/integration/events/{eventKey}',
    scopes: ['events:read'],
    query: ['include_deleted'],
    responses: { 200: DataOf(EventWithTicketTypes) },
  },
} as const satisfies Routes;

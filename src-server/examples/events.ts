import {
  Event,
  EventWithTicketTypes,
  LocationSummary,
  OfferedTicketType,
  type TicketType,
  eventPages,
  type eventRoutes,
} from '../../shared/resources/events.ts';
import { type ExamplesOf, found, pageSchemas } from './example.ts';

/**
 * The examples of the API's description are one story: Lumen Hall gives its Winter Gala, Ada buys two places and gives one to
 * Grace, and both come to the door. Examples are consistent with each other, and the timestamps in references match their
 * resources.
 */
export const lumenHall = {
  reference: 'org_01kghbp4fnbqmvk3pqsn28dbry',
  display_name: 'Lumen Hall',
};

/** Two nights, the first of which was cancelled. */
export const gala = {
  reference: 'evt_01m1e1fepza3m58fxcgkme4s5b',
  slug: 'winter-gala',
  name: 'Winter Gala',
  status: 'published',
  starts_at: '2026-12-11T19:00:00.000000Z',
  ends_at: '2026-12-13T00:00:00.000000Z',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  updated_at: '2026-11-30T09:12:44.508213Z',
  deleted_at: null,
} satisfies Event;

export const rehearsal = {
  reference: 'evt_01m45wpmj47xvb3k7rr5r2wkcb',
  slug: 'open-rehearsal',
  name: 'Open Rehearsal',
  status: 'draft',
  starts_at: null,
  ends_at: null,
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  updated_at: '2026-12-03T15:47:09.220916Z',
  deleted_at: null,
} satisfies Event;

/** Over, and archived. */
export const serenade = {
  reference: 'evt_01kjqj583env7qjxnynere5q9p',
  slug: 'summer-serenade',
  name: 'Summer Serenade',
  status: 'published',
  starts_at: '2026-07-18T17:30:00.000000Z',
  ends_at: '2026-07-18T21:00:00.000000Z',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  updated_at: '2026-10-31T16:05:58.731402Z',
  deleted_at: '2026-10-31T16:05:58.731402Z',
} satisfies Event;

export const stalls = {
  reference: 'tt_01m1e220fcmrs2f4j4v80n041c',
  name: 'Stalls',
  price: 7900,
  currency: gala.currency,
  is_active: true,
  total: 320,
  sold: 212,
} satisfies TicketType;

/** Sold out: people wait for it. */
export const balcony = {
  reference: 'tt_01m1e24xerfwp0ywmsf784xv95',
  name: 'Balcony',
  price: 6200,
  currency: gala.currency,
  is_active: true,
  total: 120,
  sold: 120,
} satisfies TicketType;

const offeredStalls = {
  ...stalls,
  available: stalls.total - stalls.sold,
} satisfies OfferedTicketType;
const offered = [offeredStalls, { ...balcony, available: 0 }] satisfies OfferedTicketType[];

export const northGate = {
  reference: 'loc_01m1e2jxjxaczwbwa5w1zgvjne',
  name: 'North Gate',
} satisfies LocationSummary;

export const southGate = {
  reference: 'loc_01m1e2kxq7514benxwka13per0',
  name: 'South Gate',
} satisfies LocationSummary;

export const eventExamples = {
  calls: {
    listEvents: { rows: { numbered: [rehearsal, gala], incremental: [serenade, gala] } },
    readEvent: found({ ...gala, ticket_types: offered }),
  },
  schemas: {
    Event: [Event, gala],
    EventWithTicketTypes: [EventWithTicketTypes, { ...gala, ticket_types: offered }],
    LocationSummary: [LocationSummary, northGate],
    TicketType: [OfferedTicketType, offeredStalls],
    ...pageSchemas('Event', eventPages, gala),
  },
} satisfies ExamplesOf<typeof eventRoutes>;

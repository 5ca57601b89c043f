import {
  formatInstant,
  formatWebhookTime,
  parseInstant,
  type Instant,
} from '../../../shared/instant.ts';
import { sessionWindow } from '../../../shared/verdict/session-window.ts';
import type { Event, LocationSummary, TicketType } from '../../../shared/resources/events.ts';
import type { SessionSummary, SetupSession } from '../../../shared/resources/sessions.ts';
import type { Setup, SetupAddOn } from '../../../shared/resources/setup.ts';

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

export const northGate = {
  reference: 'loc_01m1e2jxjxaczwbwa5w1zgvjne',
  name: 'North Gate',
} satisfies LocationSummary;

export const southGate = {
  reference: 'loc_01m1e2kxq7514benxwka13per0',
  name: 'South Gate',
} satisfies LocationSummary;

export const cloakroom = {
  reference: 'adn_01m1e2whayn9mqp2vyb3ppmbgk',
  name: 'Cloakroom',
  price: 300,
  currency: gala.currency,
} satisfies SetupAddOn;

const policy = { opens_before_minutes: 120 };

export const friday = {
  reference: 'ses_01m1e281p213ty78jrhfvsyvy7',
  name: 'Friday night',
  starts_at: '2026-12-11T19:00:00.000000Z',
} satisfies SessionSummary;

export const saturday = {
  reference: 'ses_01m1e29ckh3952gnm9pp9gs66j',
  name: 'Saturday night',
  starts_at: '2026-12-12T19:00:00.000000Z',
} satisfies SessionSummary;

export const fridaySetup = withEntry({
  ...friday,
  ends_at: '2026-12-12T00:00:00.000000Z',
  cancelled_at: '2026-12-04T13:20:27.640185Z',
  updated_at: '2026-12-04T13:20:27.640185Z',
});

export const saturdaySetup = withEntry({
  ...saturday,
  ends_at: '2026-12-13T00:00:00.000000Z',
  cancelled_at: null,
  updated_at: '2026-09-01T08:45:03.917354Z',
});

function withEntry<Session extends { readonly starts_at: string; readonly ends_at: string }>(
  session: Session,
) {
  const { starts_at, ends_at } = session;
  const window = sessionWindow(
    { starts_at: instantOf(starts_at), ends_at: instantOf(ends_at) },
    policy,
  );
  return {
    ...session,
    entry_from: formatInstant(window.entry_from),
    entry_until: formatInstant(window.entry_until),
  } satisfies Partial<SetupSession>;
}

export const galaSetup = {
  event: gala,
  ticket_types: [stalls, balcony],
  sessions: [fridaySetup, saturdaySetup],
  scanner_locations: [northGate, southGate],
  archived_locations: [],
  add_ons: [cloakroom],
  code_keys: [
    {
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: 'K3dQ',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    },
  ],
  keys_signature:
    'eyJhbGciOiJFZERTQSIsInR5cCI6ImdhdGVob3VzZS1zZXR1cC1rZXlzIn0.WyJldnRfMDFtMWUxZmVwemEzbTU4ZnhjZ2ttZTRzNWIiLFt7Imt0eSI6Ik9LUCIsImNydiI6IkVkMjU1MTkiLCJhbGciOiJFZERTQSIsInVzZSI6InNpZyIsImtpZCI6IkszZFEiLCJ4IjoiMTFxWUFZS3hDcmZWU183VHlXUUhPZzdoY3ZQYXBpTWxyd0lhYVBjSFVSbyJ9XSxbImtVNXAwbUowbzNiTTl2N1hoUW0xZjNtMXdHSjNZdFl3OGdrMWFabDJiWGMiXV0.Fqdu2R8znebohHIo9LMpMkiY4W4j-C_qNmMNed3ELPzleg-T-t-sG1QqJy8OTE3WDjBztwVt01QH1BvwqUoQCA',
  policy,
  peers: {
    keys: ['kU5p0mJ0o3bM9v7XhQm1f3m1wGJ3YtYw8gk1aZl2bXc'],
    addresses: ['192.168.20.14:8797'],
  },
  server_time: '2026-12-12T16:40:12.083000Z',
} satisfies Setup;

/** The instant of an example's time. Throws if the text is not one. */
export function instantOf(time: string): Instant {
  const instant = parseInstant(time);
  if (instant === null) throw new TypeError(`expected a time, got ${time}`);
  return instant;
}

/** The same time in the format of webhooks. */
export function webhookTime(time: string): string {
  return formatWebhookTime(instantOf(time));
}

import { Type, type Static } from 'typebox';

/** What changes of an organiser are told apart by. */
export const changeTopics = [
  'setup',
  'orders',
  'tickets',
  'scans',
  'conflicts',
  'contacts',
  'disputes',
  'waitlist',
  'stations',
  'webhooks',
  'audit',
] as const;
export type ChangeTopic = (typeof changeTopics)[number];

/** The `data` of the event `change` of `GET /console/stream`: what to read again. */
export const OrganiserChange = Type.Object({
  topics: Type.Array(Type.Enum([...changeTopics])),
  /** `evt_` references; empty for what belongs to no event. */
  events: Type.Array(Type.String()),
});
export type OrganiserChange = Static<typeof OrganiserChange>;

/** How often `heartbeat` comes, which says the time of the server. */
export const CONSOLE_HEARTBEAT_MS = 15_000;

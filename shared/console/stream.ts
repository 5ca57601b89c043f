import { Type, type Static } from 'typebox';

/** What changes of an organiser are told apart by. */
export const changeTopics = [
  'setup',
  'orders',
  'imports',
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

/**
 * What is waited on purpose between a commit and the page that shows it: until the commit of another process is noticed, then at the server
 * and at the page for more changes, since at a full door they come by the dozen.
 */
export const CHANGE_WAITS_MS = { noticed: 250, toldTogether: 300, readTogether: 400 } as const;

/** How often `heartbeat` comes, which says the time of the server. */
export const CONSOLE_HEARTBEAT_MS = 15_000;

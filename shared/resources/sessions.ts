import { Type, type Static } from 'typebox';
import { Nullable, ReferenceTo, Text, Timestamp } from '../contract/fields.ts';
import { listPages } from '../contract/lists.ts';
import { ListOf, type Routes, paging, read } from './route-contract.ts';

export const SessionSummary = Type.Object({
  reference: ReferenceTo('session'),
  name: Nullable(Text()),
  starts_at: Timestamp(),
});
export type SessionSummary = Static<typeof SessionSummary>;

export const SetupSession = Type.Object({
  ...SessionSummary.properties,
  ends_at: Nullable(Timestamp()),
  cancelled_at: Nullable(Timestamp()),
  /** When entry is possible, half-open, computed by the server from the session and the policy. */
  entry_from: Nullable(Timestamp()),
  entry_until: Nullable(Timestamp()),
  updated_at: Timestamp(),
});
export type SetupSession = Static<typeof SetupSession>;

export const sessionPages = listPages(SetupSession);

export const sessionRoutes = {
  listSessions: {
    ...read,
    summary: "List an event's sessions",
    description: 'Sessions with the hours in which their guests may enter, newest first.',
    path: '/scanner/events/{eventKey}/sessions',
    scopes: ['scanner:sync'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(sessionPages) },
  },
} as const satisfies Routes;

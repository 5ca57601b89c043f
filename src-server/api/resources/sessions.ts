import type { SetupSession, sessionRoutes } from '../../../shared/resources/sessions.ts';
import { formatInstant } from '../../../shared/instant.ts';
import { sessionWindow } from '../../../shared/verdict/session-window.ts';
import type { HandlersOf } from '../../http/request-context.ts';
import type { EventRow } from '../../store/events.ts';
import { listOfEvent } from './events.ts';
import { listSource, type RowOf, type Selection } from '../lists/list-rows.ts';
import { formatOrNull } from './summaries.ts';

export const sessionHandlers: HandlersOf<typeof sessionRoutes> = {
  listSessions: listOfEvent('sessions', sessionsOf),
};

/** Sessions with the entry policy of their event. A change of the policy updates the sessions' `updated_at` (domain/events). */
const sessionRows = listSource('sessions', (db, ids) =>
  db
    .selectFrom('sessions as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .selectAll('t')
    .select('e.opens_before_minutes')
    .where('t.id', 'in', ids),
);

type SessionWithPolicy = RowOf<typeof sessionRows>;

export function sessionsOf(
  event: EventRow,
): Selection<'sessions', SessionWithPolicy, SetupSession> {
  return {
    source: sessionRows,
    where: { event_id: event.id },
    partition: 'event_id',
    toResources: (_tx, rows) => rows.map(sessionResource),
  };
}

export function sessionResource(row: SessionWithPolicy): SetupSession {
  const window = sessionWindow(row, row);
  return {
    reference: row.reference,
    name: row.name,
    starts_at: formatInstant(row.starts_at),
    ends_at: formatInstant(row.ends_at),
    cancelled_at: formatOrNull(row.cancelled_at),
    entry_from: formatInstant(window.entry_from),
    entry_until: formatInstant(window.entry_until),
    updated_at: formatInstant(row.updated_at),
  };
}

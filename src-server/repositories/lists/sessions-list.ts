import type { SetupSession } from '../../../shared/contract/scanner.ts';
import { formatInstant } from '../../../shared/instant.ts';
import { sessionWindow } from '../../../shared/verdict/session-window.ts';
import type { Row } from '../../database/schema.ts';
import { formatOrNull } from './format.ts';
import type { ListSource } from './list-source.ts';

/** A session with the entry policy of its event; the policy moves the sessions when it changes (services/events). */
export interface SessionWithPolicy extends Row<'sessions'> {
  readonly opens_before_minutes: number;
}

export const sessionsList: ListSource<SessionWithPolicy, SetupSession> = {
  table: 'sessions',
  columns: 't.*, e.opens_before_minutes',
  joins: 'join events e on e.id = t.event_id',
  toResources: async (_tx, rows) => rows.map(sessionResource),
};

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

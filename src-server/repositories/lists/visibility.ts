import type { Condition } from './list-source.ts';

/** Whose eyes a read has: one organiser's rows, and of a limited client only those of its events as they are now (§5). */
export interface Visibility {
  readonly organiserId: number;
  /** The client's row. */
  readonly clientRowId: number;
  readonly allEvents: boolean;
}

/** Rows of an organiser's table that has the event in `eventColumn`. */
export function visibleTo(visibility: Visibility, eventColumn: string): Condition[] {
  const own = { sql: 't.organiser_id = ?', params: [visibility.organiserId] };
  if (visibility.allEvents) return [own];
  const granted = {
    sql: `${eventColumn} in (select event_id from client_events where client_id = ?)`,
    params: [visibility.clientRowId],
  };
  return [own, granted];
}

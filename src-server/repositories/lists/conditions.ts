import type { TicketStatus } from '../../../shared/verdict/facts.ts';
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
  const own = ofOrganiser(visibility.organiserId);
  return visibility.allEvents ? [own] : [own, grantedTo(visibility, eventColumn)];
}

export function ofOrganiser(organiserId: number): Condition {
  return { sql: 't.organiser_id = ?', params: [organiserId] };
}

export function ofEvent(eventId: number): Condition {
  return { sql: 't.event_id = ?', params: [eventId] };
}

export function ofOrder(orderId: number): Condition {
  return { sql: 't.order_id = ?', params: [orderId] };
}

export function withStatus(status: TicketStatus): Condition {
  return { sql: 't.status = ?', params: [status] };
}

export function withEmailKey(emailKey: string): Condition {
  return { sql: 't.email_key = ?', params: [emailKey] };
}

export const notErased: Condition = { sql: 't.erased_at is null', params: [] };

/** Leaves out what was archived or superseded. */
export const notDeleted: Condition = { sql: 't.deleted_at is null', params: [] };

/** Rows of a table that reaches its organiser through the event, joined as `e`. */
export function visibleThroughEvent(visibility: Visibility): Condition[] {
  const own = { sql: 'e.organiser_id = ?', params: [visibility.organiserId] };
  return visibility.allEvents ? [own] : [own, grantedTo(visibility, 't.event_id')];
}

function grantedTo({ clientRowId }: Visibility, eventColumn: string): Condition {
  return {
    sql: `${eventColumn} in (select event_id from client_events where client_id = ?)`,
    params: [clientRowId],
  };
}

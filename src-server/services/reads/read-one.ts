import type {
  Contact,
  EventWithTicketTypes,
  OrderWithEvent,
  TicketWithEvent,
} from '../../../shared/contract/resources.ts';
import type { ConflictDetails } from '../../../shared/contract/scanner.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { conflictsList } from '../../repositories/lists/conflicts-list.ts';
import { eventResource, type EventRow } from '../../repositories/lists/events-list.ts';
import { findOne } from '../../repositories/lists/find-one.ts';
import { readTicketTypes } from '../../repositories/lists/read-ticket-types.ts';
import { ticketDetails, type TicketView } from '../../repositories/lists/tickets-list.ts';
import {
  notDeleted,
  visibleThroughEvent,
  type Visibility,
} from '../../repositories/lists/conditions.ts';
import { selectContacts, selectOrders } from './select-lists.ts';

/** Single reads of §4.3: null for what this client may not see. */

export async function readEventDetails(
  tx: ReadTransaction,
  event: EventRow,
): Promise<EventWithTicketTypes> {
  return { ...eventResource(event), ticket_types: await readTicketTypes(tx, event) };
}

export async function readOrder(
  tx: ReadTransaction,
  visibility: Visibility,
  reference: string,
): Promise<OrderWithEvent | null> {
  return findOne(tx, selectOrders(visibility), reference);
}

export async function readContact(
  tx: ReadTransaction,
  visibility: Visibility,
  { reference, includeDeleted }: { readonly reference: string; readonly includeDeleted: boolean },
): Promise<Contact | null> {
  return findOne(tx, selectContacts(visibility, { includeDeleted, email: null }), reference);
}

export async function readTicket(
  tx: ReadTransaction,
  visibility: Visibility,
  {
    reference,
    includeDeleted,
    ...view
  }: TicketView & { readonly reference: string; readonly includeDeleted: boolean },
): Promise<TicketWithEvent | null> {
  const conditions = [...visibleThroughEvent(visibility), ...(includeDeleted ? [] : [notDeleted])];
  return findOne(tx, { source: ticketDetails(view), conditions }, reference);
}

/** One that still holds. */
export async function readConflict(
  tx: ReadTransaction,
  visibility: Visibility,
  reference: string,
): Promise<ConflictDetails | null> {
  const conditions = [...visibleThroughEvent(visibility), notDeleted];
  return findOne(tx, { source: conflictsList, conditions }, reference);
}

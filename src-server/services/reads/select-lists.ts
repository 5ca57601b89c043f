import type {
  Contact,
  EntryScan,
  Event,
  Order,
  OrderWithEvent,
  Ticket,
} from '../../../shared/contract/resources.ts';
import type { TicketStatus } from '../../../shared/verdict/facts.ts';
import type { ReadTransaction } from '../../db/transaction.ts';
import { contactsList, type ContactRow } from '../../repositories/lists/contacts-list.ts';
import { eventsList, type EventRow } from '../../repositories/lists/events-list.ts';
import type { Condition, ListSelection } from '../../repositories/lists/list-source.ts';
import {
  eventOrdersList,
  ordersList,
  type OrderRow,
} from '../../repositories/lists/orders-list.ts';
import { scansList, type ScanRow } from '../../repositories/lists/scans-list.ts';
import { findOrderOfEvent } from '../../repositories/lists/find-order-of-event.ts';
import {
  ticketsList,
  type TicketRow,
  type TicketView,
} from '../../repositories/lists/tickets-list.ts';
import {
  notDeleted,
  notErased,
  ofEvent,
  ofOrder,
  ofOrganiser,
  visibleTo,
  withEmailKey,
  withStatus,
  type Visibility,
} from '../../repositories/lists/conditions.ts';
import { emailKey } from '../../../shared/email-key.ts';

/** Which rows each list of §4.3 shows to whom. */

export function selectEvents(
  visibility: Visibility,
  { includeDeleted }: { readonly includeDeleted: boolean },
): ListSelection<EventRow, Event> {
  const conditions = [...visibleTo(visibility, 't.id'), ...unless(includeDeleted, notDeleted)];
  return { source: eventsList, conditions };
}

export function selectOrders(visibility: Visibility): ListSelection<OrderRow, OrderWithEvent> {
  return { source: ordersList, conditions: visibleTo(visibility, 't.event_id') };
}

export function selectEventOrders(event: EventRow): ListSelection<OrderRow, Order> {
  return { source: eventOrdersList, conditions: [ofEvent(event.id)] };
}

export function selectScans(event: EventRow): ListSelection<ScanRow, EntryScan> {
  return { source: scansList, conditions: [ofEvent(event.id)] };
}

/** Contacts belong to the organiser, not to an event: a client limited to events sees them all. */
export function selectContacts(
  { organiserId }: Visibility,
  { includeDeleted, email }: { readonly includeDeleted: boolean; readonly email: string | null },
): ListSelection<ContactRow, Contact> {
  const conditions = [ofOrganiser(organiserId), ...unless(includeDeleted, notErased)];
  if (email === null) return { source: contactsList, conditions };
  return {
    source: contactsList,
    conditions: [...conditions, withEmailKey(emailKey(email))],
  };
}

export interface TicketFilters extends TicketView {
  readonly includeDeleted: boolean;
  readonly status: TicketStatus | null;
  /** The order's reference. */
  readonly order: string | null;
}

/** Null when the order is unknown or not of this event: the list then is a 404. */
export async function selectTickets(
  tx: ReadTransaction,
  event: EventRow,
  { includeDeleted, status, order, ...view }: TicketFilters,
): Promise<ListSelection<TicketRow, Ticket> | null> {
  const conditions = [ofEvent(event.id), ...unless(includeDeleted, notDeleted)];
  if (status !== null) conditions.push(withStatus(status));
  if (order !== null) {
    const orderId = await findOrderOfEvent(tx, event.id, order);
    if (orderId === null) return null;
    conditions.push(ofOrder(orderId));
  }
  return { source: ticketsList(view), conditions };
}

function unless(skip: boolean, condition: Condition): Condition[] {
  return skip ? [] : [condition];
}

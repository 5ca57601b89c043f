import type {
  Contact,
  EntryScan,
  Event,
  Order,
  OrderWithEvent,
  Ticket,
} from '../../../shared/contract/resources.ts';
import type { TicketStatus } from '../../../shared/verdict/facts.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
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
import type { AddOnLine, ConflictDetails, SetupSession } from '../../../shared/contract/scanner.ts';
import {
  addOnLinesList,
  ofAddOns,
  type AddOnLineRow,
} from '../../repositories/lists/add-on-lines-list.ts';
import {
  conflictsList,
  inState,
  type ConflictDetailsRow,
} from '../../repositories/lists/conflicts-list.ts';
import { sessionsList, type SessionWithPolicy } from '../../repositories/lists/sessions-list.ts';
import { emailKey } from '../../../shared/email-key.ts';

/** Which rows each list of §4.3 shows to whom. */

export function selectEvents(
  visibility: Visibility,
  { includeDeleted }: { readonly includeDeleted: boolean },
): ListSelection<EventRow, Event> {
  const conditions = [...visibleTo(visibility, 't.id'), ...unless(includeDeleted, notDeleted)];
  return { source: eventsList, conditions, ...wholeOrganiser(visibility) };
}

export function selectOrders(visibility: Visibility): ListSelection<OrderRow, OrderWithEvent> {
  const conditions = visibleTo(visibility, 't.event_id');
  return { source: ordersList, conditions, ...wholeOrganiser(visibility) };
}

export function selectEventOrders(event: EventRow): ListSelection<OrderRow, Order> {
  const partition = ofEvent(event.id);
  return { source: eventOrdersList, conditions: [partition], partition };
}

export function selectScans(event: EventRow): ListSelection<ScanRow, EntryScan> {
  const partition = ofEvent(event.id);
  return { source: scansList, conditions: [partition], partition };
}

export function selectSessions(event: EventRow): ListSelection<SessionWithPolicy, SetupSession> {
  const partition = ofEvent(event.id);
  return { source: sessionsList, conditions: [partition], partition };
}

export function selectAddOnLines(event: EventRow): ListSelection<AddOnLineRow, AddOnLine> {
  const partition = ofEvent(event.id);
  return { source: addOnLinesList, conditions: [partition, ofAddOns], partition };
}

/** Conflicts that no longer hold are tombstones. */
export function selectConflicts(
  event: EventRow,
  {
    includeDeleted,
    state,
  }: { readonly includeDeleted: boolean; readonly state: 'open' | 'resolved' | null },
): ListSelection<ConflictDetailsRow, ConflictDetails> {
  const partition = ofEvent(event.id);
  const conditions = [
    partition,
    ...unless(includeDeleted, notDeleted),
    ...(state === null ? [] : [inState(state)]),
  ];
  return { source: conflictsList, conditions, partition };
}

/** Contacts belong to the organiser, not to an event: a client limited to events sees them all. */
export function selectContacts(
  { organiserId }: Visibility,
  { includeDeleted, email }: { readonly includeDeleted: boolean; readonly email: string | null },
): ListSelection<ContactRow, Contact> {
  const partition = ofOrganiser(organiserId);
  const conditions = [partition, ...unless(includeDeleted, notErased)];
  if (email === null) return { source: contactsList, conditions, partition };
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
  const partition = ofEvent(event.id);
  const conditions = [partition, ...unless(includeDeleted, notDeleted)];
  if (status !== null) conditions.push(withStatus(status));
  if (order !== null) {
    const orderId = await findOrderOfEvent(tx, event.id, order);
    if (orderId === null) return null;
    conditions.push(ofOrder(orderId));
  }
  return { source: ticketsList(view), conditions, partition };
}

/** What a limited client sees also depends on its list of events. */
function wholeOrganiser({ allEvents, organiserId }: Visibility): { partition?: Condition } {
  return allEvents ? { partition: ofOrganiser(organiserId) } : {};
}

function unless(skip: boolean, condition: Condition): Condition[] {
  return skip ? [] : [condition];
}

import type { TicketStatus } from '../../../shared/verdict/terms/facts.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { DomainError, invalid, requireFound } from '../../rules/domain-error.ts';
import type { EventRow } from '../../store/events.ts';
import { findOrder, type OrderRow } from '../../store/orders.ts';
import { listTicketTypes, type TicketTypeRow } from '../../store/ticket-types.ts';
import type { TicketFilter } from '../../store/tickets.ts';

/** Which tickets of an event are exported: all that were not superseded, or those that every given field allows. */
export interface TicketChoice {
  /** `evt_…` */
  readonly event: string;
  /** Reference or name of a ticket type. */
  readonly ticketType?: string;
  /** `ord_…` */
  readonly order?: string;
  readonly statuses?: readonly TicketStatus[];
}

/** Throws `resource.not_found`, or `validation.failed` where several ticket types have the name. */
export async function readFilter(
  tx: ReadTransaction,
  event: EventRow,
  { ticketType, order: ordered, statuses }: TicketChoice,
): Promise<TicketFilter> {
  const type = ticketType === undefined ? null : await typeOf(tx, event, ticketType);
  const order = ordered === undefined ? null : await orderOf(tx, event, ordered);
  return {
    ...(type !== null && { ticketTypeId: type.id }),
    ...(order !== null && { orderId: order.id }),
    ...(statuses !== undefined && { statuses }),
  };
}

async function typeOf(tx: ReadTransaction, event: EventRow, text: string): Promise<TicketTypeRow> {
  const types = await listTicketTypes(tx, event.id);
  const named = types.filter(({ reference, name }) => reference === text || name === text);
  const [only] = named;
  if (named.length > 1) {
    const references = named.map(({ reference }) => reference).join(', ');
    throw invalid('ticket_type', `Several ticket types are called "${text}": ${references}.`);
  }
  if (only !== undefined) return only;
  const names = types.map(({ name }) => name).join(', ');
  throw new DomainError(
    'resource.not_found',
    `The event has no ticket type "${text}"${names === '' ? '' : `; it has ${names}`}.`,
    'ticket_type',
  );
}

async function orderOf(tx: ReadTransaction, event: EventRow, reference: string): Promise<OrderRow> {
  const order = await findOrder(tx, reference);
  return requireFound(order?.event_id === event.id ? order : undefined, 'order', reference);
}

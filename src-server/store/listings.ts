import type { OrderStatus } from '../../shared/contract/resources.ts';
import type { TicketStatus } from '../../shared/verdict/facts.ts';
import type { WaitlistStatus } from '../database/schema.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import type { ClientRow } from './clients.ts';
import type { ContactRow } from './contacts.ts';
import type { DisputeRow } from './disputes.ts';
import type { WaitlistEntryRow } from './waitlist.ts';

/** What organisers look for, newest first. A filter that is undefined leaves nothing out. */

interface Page {
  readonly limit: number;
}

export interface OrderChoice extends Page {
  readonly organiserId: number | undefined;
  readonly eventId: number | undefined;
  readonly status: OrderStatus | undefined;
  /** The normalised email of the buyer. */
  readonly emailKey: string | undefined;
}

export function listChosenOrders(
  tx: ReadTransaction,
  { organiserId, eventId, status, emailKey, limit }: OrderChoice,
): Promise<readonly { readonly id: number; readonly reference: string }[]> {
  let orders = tx.db.selectFrom('orders').select(['orders.id', 'orders.reference']);
  if (organiserId !== undefined) orders = orders.where('orders.organiser_id', '=', organiserId);
  if (eventId !== undefined) orders = orders.where('orders.event_id', '=', eventId);
  if (status !== undefined) orders = orders.where('orders.status', '=', status);
  if (emailKey !== undefined) {
    orders = orders.where('orders.contact_id', 'in', (eb) =>
      eb.selectFrom('contacts').select('contacts.id').where('email_key', '=', emailKey),
    );
  }
  return orders.orderBy('orders.id', 'desc').limit(limit).execute();
}

export interface TicketListFilter extends Page {
  readonly eventId: number | undefined;
  readonly orderId: number | undefined;
  readonly status: TicketStatus | undefined;
  /** The normalised email of the holder. */
  readonly emailKey: string | undefined;
}

/** Without superseded tickets. */
export async function listChosenTickets(
  tx: ReadTransaction,
  { eventId, orderId, status, emailKey, limit }: TicketListFilter,
): Promise<readonly number[]> {
  let tickets = tx.db.selectFrom('tickets').select('tickets.id').where('deleted_at', 'is', null);
  if (eventId !== undefined) tickets = tickets.where('event_id', '=', eventId);
  if (orderId !== undefined) tickets = tickets.where('order_id', '=', orderId);
  if (status !== undefined) tickets = tickets.where('status', '=', status);
  if (emailKey !== undefined) {
    tickets = tickets.where('contact_id', 'in', (eb) =>
      eb.selectFrom('contacts').select('contacts.id').where('email_key', '=', emailKey),
    );
  }
  const rows = await tickets.orderBy('tickets.id', 'desc').limit(limit).execute();
  return rows.map(({ id }) => id);
}

export interface ContactChoice extends Page {
  readonly organiserId: number;
  readonly emailKey: string | undefined;
}

/** Without erased ones. */
export function listChosenContacts(
  tx: ReadTransaction,
  { organiserId, emailKey, limit }: ContactChoice,
): Promise<readonly ContactRow[]> {
  const contacts = tx.db
    .selectFrom('contacts')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .where('erased_at', 'is', null);
  const chosen = emailKey === undefined ? contacts : contacts.where('email_key', '=', emailKey);
  return chosen.orderBy('id', 'desc').limit(limit).execute();
}

export interface WaitlistChoice extends Page {
  readonly eventId: number;
  readonly status: WaitlistStatus | undefined;
}

/** Oldest first, as places are offered. */
export function listChosenWaitlistEntries(
  tx: ReadTransaction,
  { eventId, status, limit }: WaitlistChoice,
): Promise<readonly WaitlistEntryRow[]> {
  const entries = tx.db.selectFrom('waitlist_entries').selectAll().where('event_id', '=', eventId);
  const chosen = status === undefined ? entries : entries.where('status', '=', status);
  return chosen.orderBy('id').limit(limit).execute();
}

export function listChosenDisputes(
  tx: ReadTransaction,
  { organiserId, limit }: { readonly organiserId: number; readonly limit: number },
): Promise<readonly DisputeRow[]> {
  return tx.db
    .selectFrom('disputes')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function findDispute(tx: ReadTransaction, dispute: string): Promise<DisputeRow | undefined> {
  return tx.db
    .selectFrom('disputes')
    .selectAll()
    .where('dispute', '=', dispute)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function listChosenClients(
  tx: ReadTransaction,
  organiserId: number | undefined,
): Promise<readonly ClientRow[]> {
  const clients = tx.db.selectFrom('clients').selectAll();
  const chosen =
    organiserId === undefined ? clients : clients.where('organiser_id', '=', organiserId);
  return chosen.orderBy('id', 'desc').execute();
}

import type { Contact } from '../../../shared/contract/resources.ts';
import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { listClientEvents, type ClientRow } from '../../repositories/clients.ts';
import type { ContactRow } from '../../repositories/contacts.ts';
import type { DisputeRow } from '../../repositories/disputes.ts';
import { getEvent } from '../../repositories/events.ts';
import { contactResource } from '../../repositories/lists/contacts-list.ts';
import { getOrder } from '../../repositories/orders.ts';
import { getOrganiser, type OrganiserRow } from '../../repositories/organisers.ts';
import type { WaitlistEntryRow } from '../../repositories/waitlist.ts';
import { getSellable } from '../sellables.ts';

/** What an organiser has beside events, as the command line prints it. */

export function describeOrganiser(row: OrganiserRow) {
  return {
    reference: row.reference,
    display_name: row.display_name,
    plan: row.plan,
    email: row.email,
    created_at: formatInstant(row.created_at),
  };
}

/** Without the secret, which only its creation shows. Like every resource it has a `reference`: its `client_id`. */
export async function describeClient(tx: ReadTransaction, row: ClientRow) {
  const organiser = await getOrganiser(tx, row.organiser_id);
  const all_events = row.all_events === 1;
  return {
    client_id: row.client_id,
    reference: row.client_id,
    name: row.name,
    organiser: organiser.reference,
    scopes: row.scopes.split(' '),
    all_events,
    events: all_events ? null : await listClientEvents(tx, row.id),
    revoked_at: formatOrNull(row.revoked_at),
    created_at: formatInstant(row.created_at),
  };
}

export function describeContact(row: ContactRow): Contact {
  return contactResource(row);
}

export async function describeWaitlistEntry(tx: ReadTransaction, row: WaitlistEntryRow) {
  const event = await getEvent(tx, row.event_id);
  const sellable = await getSellable(tx, row);
  const order = row.order_id === null ? null : await getOrder(tx, row.order_id);
  return {
    reference: row.reference,
    status: row.status,
    email: row.email,
    quantity: row.quantity,
    event: event.reference,
    sellable: sellable.row.reference,
    order: order?.reference ?? null,
    offer_expires_at: row.status === 'offered' ? formatOrNull(row.offer_expires_at) : null,
    created_at: formatInstant(row.created_at),
  };
}

/** The reference is the processor's, and so may be unknown. */
export function describeDispute({ dispute, charge, amount, reason, created_at }: DisputeRow) {
  return {
    reference: dispute,
    dispute,
    charge,
    amount,
    reason,
    created_at: formatInstant(created_at),
  };
}

function formatOrNull(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant);
}

import type { EventDescribed } from '../../../shared/console/operation-results.ts';
import type { TicketType } from '../../../shared/resources/events.ts';
import { formatInstant } from '../../../shared/instant.ts';
import { readEventDetails } from '../../api/resources/events.ts';
import { formatOrNull } from '../../api/resources/summaries.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { AddOnRow } from '../../store/add-ons.ts';
import { getField, type AskedQuestion } from '../../store/answers.ts';
import { listClientEvents, type ClientRow } from '../../store/access/clients.ts';
import { getAccount, hasPasskeys } from '../../store/access/accounts.ts';
import type { MemberRow } from '../../store/access/members.ts';
import type { DisputeRow } from '../../store/disputes.ts';
import { getEvent, type EventRow } from '../../store/events.ts';
import type { LocationRow } from '../../store/locations.ts';
import { getOrder } from '../../store/orders.ts';
import { getOrganiser, type OrganiserRow } from '../../store/access/organisers.ts';
import type { SessionRow } from '../../store/sessions.ts';
import { readTexts } from '../../store/rows.ts';
import type { TicketTypeRow } from '../../store/ticket-types.ts';
import type { WaitlistEntryRow } from '../../store/waitlist.ts';
import { canSignIn } from '../../domain/members/members.ts';
import { getSellable } from '../../domain/places/sellables.ts';

/** Resources that the API does not show, or shows differently. */

export async function describeEvent(tx: ReadTransaction, event: EventRow): Promise<EventDescribed> {
  const { opens_before_minutes, capacity, undo_minutes, overrule } = event;
  const rules = { opens_before_minutes, capacity, undo_minutes, overrule };
  const { ticket_types, ...resource } = await readEventDetails(tx, event);
  return { ...resource, ...rules, peers: event.peers === 1, ticket_types };
}

/** The reference of the event's organiser. */
export async function organiserReferenceOf(tx: ReadTransaction, event: EventRow): Promise<string> {
  const { reference } = await getOrganiser(tx, event.organiser_id);
  return reference;
}

export async function describeTicketType(
  tx: ReadTransaction,
  row: TicketTypeRow,
): Promise<TicketType & { readonly event: string }> {
  const event = await getEvent(tx, row.event_id);
  const { reference, name, price, total, sold } = row;
  const additive = {
    valid_from: formatOrNull(row.valid_from),
    valid_until: formatOrNull(row.valid_until),
    entry_points: readTexts(row.entry_points),
    re_entry: row.re_entry,
  };
  const resource = { reference, name, price, currency: event.currency, total, sold };
  return { ...resource, is_active: row.is_active === 1, ...additive, event: event.reference };
}

export async function describeAddOn(tx: ReadTransaction, row: AddOnRow) {
  const event = await getEvent(tx, row.event_id);
  const { reference, name, price, total, sold } = row;
  const archived_at = formatOrNull(row.archived_at);
  const { currency } = event;
  return { reference, name, price, currency, total, sold, archived_at, event: event.reference };
}

export async function describeSession(tx: ReadTransaction, row: SessionRow) {
  const event = await getEvent(tx, row.event_id);
  return {
    reference: row.reference,
    name: row.name,
    starts_at: formatInstant(row.starts_at),
    ends_at: formatInstant(row.ends_at),
    cancelled_at: formatOrNull(row.cancelled_at),
    updated_at: formatInstant(row.updated_at),
    event: event.reference,
  };
}

export async function describeLocation(tx: ReadTransaction, row: LocationRow) {
  const event = await getEvent(tx, row.event_id);
  const { reference, name, direction } = row;
  const archived_at = formatOrNull(row.archived_at);
  return { reference, name, direction, archived_at, event: event.reference };
}

export async function describeQuestion(tx: ReadTransaction, question: AskedQuestion) {
  const event = await getEvent(tx, question.event_id);
  const field = await getField(tx, question.field_id);
  const { reference, key, label, type } = question;
  return {
    reference,
    field: field.reference,
    key,
    label,
    type,
    options: readTexts(question.options),
    show_at_door: question.show_at_door === 1,
    archived_at: formatOrNull(question.archived_at),
    event: event.reference,
  };
}

export function describeOrganiser(row: OrganiserRow) {
  return {
    reference: row.reference,
    display_name: row.display_name,
    plan: row.plan,
    email: row.email,
    created_at: formatInstant(row.created_at),
  };
}

/** Without the secret, which is shown only on creation. Like every resource it has a `reference`: its `client_id`. */
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

export async function describeMember(tx: ReadTransaction, row: MemberRow) {
  const account = await getAccount(tx, row.account_id);
  const organiser = await getOrganiser(tx, row.organiser_id);
  return {
    reference: row.reference,
    email: account.email,
    role: row.role,
    organiser: organiser.reference,
    status: (await canSignIn(tx, account)) ? 'active' : 'invited',
    has_second_factor: account.totp_secret !== null || (await hasPasskeys(tx, account.id)),
    created_at: formatInstant(row.created_at),
  };
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
    sellable_name: sellable.row.name,
    order: order?.reference ?? null,
    offer_expires_at: row.status === 'offered' ? formatOrNull(row.offer_expires_at) : null,
    created_at: formatInstant(row.created_at),
  };
}

/** The reference is the processor's and may be unknown. So may the order, and the currency of the amount. */
export async function describeDispute(tx: ReadTransaction, row: DisputeRow) {
  const { dispute, charge, amount, currency, reason, order_id, created_at } = row;
  const order = order_id === null ? null : await getOrder(tx, order_id);
  return {
    reference: dispute,
    dispute,
    charge,
    amount,
    currency,
    reason,
    order: order?.reference ?? null,
    created_at: formatInstant(created_at),
  };
}

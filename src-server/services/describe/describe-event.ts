import type { EventWithTicketTypes, TicketType } from '../../../shared/contract/resources.ts';
import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { AddOnRow } from '../../repositories/add-ons.ts';
import type { FieldRow, QuestionRow } from '../../repositories/answers.ts';
import { getEvent, type EventRow } from '../../repositories/events.ts';
import { eventResource } from '../../repositories/lists/events-list.ts';
import { getOrganiser } from '../../repositories/organisers.ts';
import { readTicketTypes } from '../../repositories/lists/read-ticket-types.ts';
import type { LocationRow } from '../../repositories/locations.ts';
import type { SessionRow } from '../../repositories/sessions.ts';
import type { TicketTypeRow } from '../../repositories/ticket-types.ts';
import { readTexts } from '../../repositories/texts-column.ts';

/** What an event is made of, as the command line prints it: the API's shape where there is one. */

export async function describeEvent(
  tx: ReadTransaction,
  event: EventRow,
): Promise<
  EventWithTicketTypes & { readonly opens_before_minutes: number; readonly peers: boolean }
> {
  const { opens_before_minutes } = event;
  const ticket_types = await readTicketTypes(tx, event);
  const peers = event.peers === 1;
  return { ...eventResource(event), opens_before_minutes, peers, ticket_types };
}

/** The reference of the organiser who runs it. */
export async function organiserOf(tx: ReadTransaction, event: EventRow): Promise<string> {
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
  };
  const resource = { reference, name, price, currency: event.currency, total, sold };
  return { ...resource, is_active: row.is_active === 1, ...additive, event: event.reference };
}

export async function describeAddOn(tx: ReadTransaction, row: AddOnRow) {
  const event = await getEvent(tx, row.event_id);
  const { reference, name, price, total, sold } = row;
  return { reference, name, price, currency: event.currency, total, sold, event: event.reference };
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
  return { reference: row.reference, name: row.name, event: event.reference };
}

export async function describeQuestion(
  tx: ReadTransaction,
  { question, field }: { readonly question: QuestionRow; readonly field: FieldRow },
) {
  const event = await getEvent(tx, question.event_id);
  return {
    reference: question.reference,
    field: field.reference,
    key: field.key,
    label: question.label,
    type: field.type,
    options: readTexts(field.options),
    event: event.reference,
  };
}

function formatOrNull(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant);
}

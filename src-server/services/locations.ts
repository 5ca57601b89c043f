import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { getEvent, type EventRow } from '../repositories/events.ts';
import {
  findLocation,
  insertLocation,
  listLocations as readLocations,
  type LocationRow,
} from '../repositories/locations.ts';
import { writeTexts } from '../repositories/texts-column.ts';
import { checkName } from './checks.ts';
import { DomainError, found } from './domain-error.ts';
import { liveEvent } from './events.ts';

/** Makes an entry point of an event. */
export async function createLocation(
  tx: WriteTransaction,
  input: { readonly event: string; readonly name: string },
): Promise<LocationRow> {
  const event = await liveEvent(tx, input.event);
  return insertLocation(tx, { event_id: event.id, name: checkName('name', input.name) });
}

/** The entry points of an event, in the order in which they were made. */
export async function listLocations(
  tx: ReadTransaction,
  event: string,
): Promise<readonly LocationRow[]> {
  const { id } = await liveEvent(tx, event);
  return readLocations(tx, id);
}

/** The entry points' column. Every reference must be a location of the event. Null admits anywhere, an empty list nowhere. */
export async function entryPointsColumn(
  tx: ReadTransaction,
  eventId: number,
  references: readonly string[] | null,
): Promise<string | null> {
  for (const reference of references ?? []) await locationOf(tx, eventId, reference);
  return writeTexts(references);
}

/** The event that an entry point belongs to. Throws `resource.not_found`. */
export async function eventOfLocation(tx: ReadTransaction, reference: string): Promise<EventRow> {
  const location = found(await findLocation(tx, reference), 'scanner location', reference);
  return getEvent(tx, location.event_id);
}

/** The location, which must belong to the event. */
export async function locationOf(
  tx: ReadTransaction,
  eventId: number,
  reference: string,
): Promise<LocationRow> {
  const location = await findLocation(tx, reference);
  if (location?.event_id === eventId) return location;
  throw new DomainError('resource.not_found', `There is no scanner location ${reference}.`);
}

import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { getEvent, type EventRow } from '../store/events.ts';
import {
  findLocation,
  insertLocation,
  listLocations as readLocations,
  type LocationRow,
} from '../store/locations.ts';
import { writeTexts } from '../store/rows.ts';
import { checkName } from './checks.ts';
import { DomainError, requireFound } from './domain-error.ts';
import { liveEvent } from './events.ts';

/** Creates an entry point of an event. */
export async function createLocation(
  tx: WriteTransaction,
  input: { readonly event: string; readonly name: string },
): Promise<LocationRow> {
  const event = await liveEvent(tx, input.event);
  return insertLocation(tx, { event_id: event.id, name: checkName('name', input.name) });
}

/** The entry points of an event, oldest first. */
export async function listEventLocations(
  tx: ReadTransaction,
  event: string,
): Promise<readonly LocationRow[]> {
  const { id } = await liveEvent(tx, event);
  return readLocations(tx, id);
}

/**
 * The value of an `entry_points` column. Every reference must be a location of the event. Null admits anywhere, an empty list
 * nowhere.
 */
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
  const location = requireFound(await findLocation(tx, reference), 'scanner location', reference);
  return getEvent(tx, location.event_id);
}

/** Finds a location of the event. Throws `resource.not_found` otherwise. */
export async function locationOf(
  tx: ReadTransaction,
  eventId: number,
  reference: string,
): Promise<LocationRow> {
  const location = await findLocation(tx, reference);
  if (location?.event_id === eventId) return location;
  throw new DomainError('resource.not_found', `There is no scanner location ${reference}.`);
}

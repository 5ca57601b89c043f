import { nameKey } from '../../../shared/name-key.ts';
import type { EntryPointDirection } from '../../../shared/verdict/terms/door-policy.ts';
import { problem } from '../../../shared/console/problems.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { getEvent, type EventRow } from '../../store/events.ts';
import {
  findLocation,
  insertLocation,
  listLocations,
  updateLocationRow,
  type LocationRow,
} from '../../store/locations.ts';
import { readTexts, writeTexts } from '../../store/rows.ts';
import { listTicketTypes } from '../../store/ticket-types.ts';
import { archivedAt, type ArchivingChange } from '../../rules/archiving.ts';
import { checkName } from '../../rules/checks.ts';
import { DomainError, invalidTransition, wrongState } from '../../rules/domain-error.ts';
import { liveEvent } from './events.ts';
import { requireLocation } from '../../rules/require-row.ts';

/** How files say that a ticket admits nowhere. */
export const NOWHERE = 'nowhere';

/** Creates an entry point of an event. */
export async function createLocation(
  tx: WriteTransaction,
  input: {
    readonly event: string;
    readonly name: string;
    readonly direction?: EntryPointDirection;
  },
): Promise<LocationRow> {
  const { id: event_id } = await liveEvent(tx, input.event);
  const name = checkName('name', input.name);
  await refuseTakenName(tx, { event_id, name, id: null });
  return insertLocation(tx, { event_id, name, direction: input.direction ?? 'in' });
}

/**
 * An archived entry point can no longer be chosen, but never goes: scans name it, and a station that stands there may still send some.
 * Its name may be taken by another one. Throws `transition.impossible` while a ticket type admits there.
 */
export async function updateLocation(
  tx: WriteTransaction,
  reference: string,
  changes: ArchivingChange & { readonly name?: string; readonly direction?: EntryPointDirection },
): Promise<LocationRow> {
  const current = await requireLocation(tx, reference);
  const name = checkName('name', changes.name ?? current.name);
  const archived_at = archivedAt(tx, current, changes);
  const isTaken = name !== current.name || archived_at !== current.archived_at;
  if (isTaken && archived_at === null) await refuseTakenName(tx, { ...current, name });
  if (archived_at !== null && current.archived_at === null) await refuseNeeded(tx, current);
  const { direction = current.direction } = changes;
  return updateLocationRow(tx, current.id, { name, direction, archived_at });
}

async function refuseTakenName(
  tx: ReadTransaction,
  { event_id, name, id }: Pick<LocationRow, 'event_id' | 'name'> & { readonly id: number | null },
): Promise<void> {
  const other = (await listLocations(tx, event_id)).find(
    (one) => one.id !== id && one.archived_at === null && nameKey(one.name) === nameKey(name),
  );
  if (other === undefined) return;
  const said = problem('name_taken', { name: other.name, of: other.reference });
  throw new DomainError('resource.exists', said, 'name');
}

/** Otherwise guests would be sent to an entry point that is not there. */
async function refuseNeeded(tx: ReadTransaction, location: LocationRow): Promise<void> {
  const type = (await listTicketTypes(tx, location.event_id)).find((one) =>
    readTexts(one.entry_points)?.includes(location.reference),
  );
  if (type === undefined) return;
  throw invalidTransition(
    `${type.name} (${type.reference}) admits at ${location.name}. Change the entry points of the ticket type first.`,
  );
}

/**
 * The value of an `entry_points` column. Every reference must be a location of the event that is in use. Null admits anywhere, an empty list
 * nowhere.
 */
export async function entryPointsColumn(
  tx: ReadTransaction,
  eventId: number,
  references: readonly string[] | null,
): Promise<string | null> {
  for (const reference of references ?? []) {
    refuseArchived(await locationOf(tx, eventId, reference));
  }
  return writeTexts(references);
}

/** The event that an entry point in use belongs to. Throws `resource.not_found`, and `transition.impossible` if it is archived. */
export async function eventOfLocation(tx: ReadTransaction, reference: string): Promise<EventRow> {
  const location = await requireLocation(tx, reference);
  refuseArchived(location);
  return getEvent(tx, location.event_id);
}

function refuseArchived({ reference, archived_at }: LocationRow): void {
  if (archived_at === null) return;
  throw wrongState(`entry point ${reference}`, 'archived');
}

/** Finds a location of the event, which may be archived. Throws `resource.not_found` otherwise. */
export async function locationOf(
  tx: ReadTransaction,
  eventId: number,
  reference: string,
): Promise<LocationRow> {
  const location = await findLocation(tx, reference);
  if (location?.event_id === eventId) return location;
  throw new DomainError('resource.not_found', `There is no entry point ${reference}.`);
}

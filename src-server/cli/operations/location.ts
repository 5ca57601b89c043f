import { requireFound } from '../../domain/domain-error.ts';
import { createLocation, updateLocation } from '../../domain/locations.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { findEvent } from '../../store/events.ts';
import { findLocation, listLocations } from '../../store/locations.ts';
import { assertSameOwner } from '../../operations/assert-same-owner.ts';
import type {
  locationCreateFlags,
  locationListFlags,
  locationUpdateFlags,
} from '../commands/location.ts';
import type { FlagValues, Given, GivenOperands } from '../define-command.ts';
import { describeLocation } from '../../operations/describe.ts';
import { isArchived, written } from '../flags.ts';
import { inOrder, listing, showing, statusOf } from './reading.ts';

export async function locationCreate(
  tx: WriteTransaction,
  { values }: Given<typeof locationCreateFlags>,
) {
  return describeLocation(tx, await createLocation(tx, values));
}

export async function locationUpdate(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof locationUpdateFlags>,
) {
  const { name, status, event } = values;
  const changes = written({ name, is_archived: isArchived(status) });
  const described = await describeLocation(tx, await updateLocation(tx, reference, changes));
  assertSameOwner(described.event, event);
  return described;
}

export async function locationArchive(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return describeLocation(tx, await updateLocation(tx, reference, { is_archived: true }));
}

export const locationList = listing(
  async (tx, { event }: FlagValues<typeof locationListFlags>) => {
    const { id } = requireFound(await findEvent(tx, event), 'event', event);
    return inOrder(await listLocations(tx, id), (row) => describeLocation(tx, row));
  },
  {
    heading: ['entry point', 'name', 'status'],
    row: (location) => [location.reference, location.name, statusOf(location)],
    none: 'No entry points.',
  },
);

export const locationShow = showing(async (tx, reference) =>
  describeLocation(tx, requireFound(await findLocation(tx, reference), 'entry point', reference)),
);

import { requireFound } from '../../domain/domain-error.ts';
import { createLocation, updateLocation } from '../../domain/locations.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { findEvent } from '../../store/events.ts';
import { findLocation, listLocations } from '../../store/locations.ts';
import { assertSameOwner } from '../assert-same-owner.ts';
import type { createFlags, listFlags, updateFlags } from '../commands/location.ts';
import type { FlagValues, Given, GivenOperands } from '../define-command.ts';
import { describeLocation } from '../describe.ts';
import { isArchived, written } from '../flags.ts';
import { inOrder, listing, showing, statusOf } from './reading.ts';

export async function create(tx: WriteTransaction, { values }: Given<typeof createFlags>) {
  return describeLocation(tx, await createLocation(tx, values));
}

export async function update(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof updateFlags>,
) {
  const { name, status, event } = values;
  const changes = written({ name, is_archived: isArchived(status) });
  const described = await describeLocation(tx, await updateLocation(tx, reference, changes));
  assertSameOwner(described.event, event);
  return described;
}

export async function archive(tx: WriteTransaction, { operands: [reference = ''] }: GivenOperands) {
  return describeLocation(tx, await updateLocation(tx, reference, { is_archived: true }));
}

export const list = listing(
  async (tx, { event }: FlagValues<typeof listFlags>) => {
    const { id } = requireFound(await findEvent(tx, event), 'event', event);
    return inOrder(await listLocations(tx, id), (row) => describeLocation(tx, row));
  },
  {
    heading: ['entry point', 'name', 'status'],
    row: (location) => [location.reference, location.name, statusOf(location)],
    none: 'No entry points.',
  },
);

export const show = showing(async (tx, reference) =>
  describeLocation(tx, requireFound(await findLocation(tx, reference), 'entry point', reference)),
);

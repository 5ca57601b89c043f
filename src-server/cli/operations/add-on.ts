import { findAddOn, listAddOns } from '../../store/add-ons.ts';
import { inOrder, listing, showing, statusOf } from './reading.ts';
import { findEvent } from '../../store/events.ts';
import { requireFound } from '../../domain/domain-error.ts';
import { describeOrderLine } from '../../api/orders.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { createAddOn, removeAddOn, updateAddOn } from '../../domain/add-ons.ts';
import { redeemAddOn } from '../../domain/redeem-add-on.ts';
import { assertSameOwner } from '../../operations/assert-same-owner.ts';
import type {
  addOnCreateFlags,
  addOnRedeemFlags,
  addOnListFlags,
  addOnUpdateFlags,
} from '../commands/add-on.ts';
import type { Given, FlagValues, GivenOperands } from '../define-command.ts';
import { describeAddOn } from '../../operations/describe.ts';
import { isArchived, written } from '../flags.ts';

export async function addOnCreate(
  tx: WriteTransaction,
  { values }: Given<typeof addOnCreateFlags>,
) {
  const { event, name, price, total = null } = values;
  return describeAddOn(tx, await createAddOn(tx, event, { name, price, total }));
}

export async function addOnUpdate(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof addOnUpdateFlags>,
) {
  const { name, price, total, status, event } = values;
  const changes = written({ name, price, total, is_archived: isArchived(status) });
  const described = await describeAddOn(tx, await updateAddOn(tx, reference, changes));
  assertSameOwner(described.event, event);
  return described;
}

export async function addOnArchive(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return describeAddOn(tx, await updateAddOn(tx, reference, { is_archived: true }));
}

export async function addOnRemove(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  const addOn = requireFound(await findAddOn(tx, reference), 'add-on', reference);
  const described = await describeAddOn(tx, addOn);
  await removeAddOn(tx, reference);
  return described;
}

export async function addOnRedeem(
  tx: WriteTransaction,
  { values, operands: [order_line = ''] }: Given<typeof addOnRedeemFlags>,
) {
  const { quantity, clientReference: client_reference = null, location = null } = values;
  const { line, replayed } = await redeemAddOn(tx, {
    order_line,
    quantity,
    client_reference,
    location,
    redeemed_at: tx.now,
    client_id: null,
    happened: false,
  });
  return { ...(await describeOrderLine(tx, line)), replayed };
}

export const addOnList = listing(
  async (tx, { event }: FlagValues<typeof addOnListFlags>) => {
    const { id } = requireFound(await findEvent(tx, event), 'event', event);
    return inOrder(await listAddOns(tx, id), (row) => describeAddOn(tx, row));
  },
  {
    heading: ['add-on', 'name', 'price', 'currency', 'sold', 'of', 'status'],
    row: (addOn) => [
      addOn.reference,
      addOn.name,
      addOn.price,
      addOn.currency,
      addOn.sold,
      addOn.total,
      statusOf(addOn),
    ],
    none: 'No add-ons.',
  },
);

export const addOnShow = showing(async (tx, reference) =>
  describeAddOn(tx, requireFound(await findAddOn(tx, reference), 'add-on', reference)),
);

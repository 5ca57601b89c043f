import { problem } from '../../../shared/console/problems.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import {
  deleteAddOn,
  insertAddOn,
  entriesFor,
  ordersWith,
  updateAddOnRow,
  type AddOnRow,
} from '../../store/add-ons.ts';
import { getEvent, updateEventRow } from '../../store/events.ts';
import { listOrderLines, type OrderRow } from '../../store/orders.ts';
import { archivedAt, refuseUsed, type ArchivingChange } from '../../rules/archiving.ts';
import { checkName, checkWhole } from '../../rules/checks.ts';
import { invalid } from '../../rules/domain-error.ts';
import { liveEvent } from './events.ts';
import { getSellable, returnPlaces } from '../places/sellables.ts';
import { offerFreedPlaces } from '../places/offer-places.ts';
import { requireAddOn } from '../../rules/require-row.ts';

export interface AddOnInput {
  readonly name: string;
  /** Minor units of the event's currency. */
  readonly price: number;
  /** Null is unlimited. */
  readonly total: number | null;
}

/** Creates an add-on: something sold with tickets and handed out at the door. */
export async function createAddOn(
  tx: WriteTransaction,
  event: string,
  input: AddOnInput,
): Promise<AddOnRow> {
  const { id } = await liveEvent(tx, event);
  return insertAddOn(tx, { event_id: id, ...checkAddOn(input) });
}

/** An archived add-on is not sold any more; what was sold is still handed out. A larger total is offered to the waiting list. */
export async function updateAddOn(
  tx: WriteTransaction,
  reference: string,
  changes: Partial<AddOnInput> & ArchivingChange,
): Promise<AddOnRow> {
  const current = await requireAddOn(tx, reference);
  const { name, price, total } = { ...current, ...changes };
  if (total !== null && total < current.sold) {
    throw invalid('total', problem('sold', { sold: current.sold }));
  }
  const archived_at = archivedAt(tx, current, changes);
  const columns = { ...checkAddOn({ name, price, total }), archived_at };
  const updated = await updateAddOnRow(tx, current.id, columns);
  if (updated.total !== current.total) {
    await offerFreedPlaces(tx, await getEvent(tx, updated.event_id));
  }
  return updated;
}

/** Throws `transition.impossible` if it was ever ordered or waited for. */
export async function removeAddOn(tx: WriteTransaction, reference: string): Promise<void> {
  const addOn = await requireAddOn(tx, reference);
  const { name } = addOn;
  refuseUsed(await ordersWith(tx, addOn.id), (count) =>
    count === 1 ? `1 order contains ${name}` : `${count} orders contain ${name}`,
  );
  refuseUsed(await entriesFor(tx, addOn.id), (count) =>
    count === 1
      ? `1 entry of the waiting list is for ${name}`
      : `${count} entries of the waiting list are for ${name}`,
  );
  await deleteAddOn(tx, addOn.id);
  // A deleted row cannot tell the stations that follow the event.
  await updateEventRow(tx, addOn.event_id, {});
}

function checkAddOn({ name, price, total }: AddOnInput): AddOnInput {
  return {
    name: checkName('name', name),
    price: checkWhole('price', price, 0),
    total: total === null ? null : checkWhole('total', total, 0),
  };
}

/** Returns the capacity that the order's add-on lines took. */
export async function returnAddOns(tx: WriteTransaction, order: OrderRow): Promise<void> {
  for (const line of await listOrderLines(tx, order.id)) {
    if (line.kind === 'add_on') await returnPlaces(tx, await getSellable(tx, line), line.quantity);
  }
}

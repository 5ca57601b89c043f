import { createHmac } from 'node:crypto';
import type { WriteTransaction } from '../../database/transaction.ts';
import { keyOf } from '../../repositories/keys.ts';
import { hasExternalId, listContactExternalIds, updateOrder } from '../../repositories/orders.ts';

/** Whether the event has an order of that external id, be it cancelled or its buyer erased since. */
export async function isPlaced(
  tx: WriteTransaction,
  eventId: number,
  externalId: string,
): Promise<boolean> {
  return hasExternalId(tx, eventId, [externalId, await concealed(tx, externalId)]);
}

/**
 * An external id leads to the person in another system, and may well be their email. Orders of an erased buyer keep a keyed hash
 * of it, by which importing them again still finds them.
 */
export async function concealExternalIds(tx: WriteTransaction, contactId: number): Promise<void> {
  for (const { id, external_id } of await listContactExternalIds(tx, contactId)) {
    await updateOrder(tx, id, { external_id: await concealed(tx, external_id) });
  }
}

async function concealed(tx: WriteTransaction, externalId: string): Promise<string> {
  const key = await keyOf(tx, 'external_ids');
  return `erased:${createHmac('sha256', key).update(externalId).digest('hex')}`;
}

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { WriteTransaction } from '../../database/transaction.ts';
import { keyOf } from '../../store/access/keys.ts';
import {
  forgetTicketDetails,
  hasExternalId,
  listContactExternalIds,
  updateOrder,
} from '../../store/orders.ts';
import { listHeldExternalIds, setExternalId } from '../../store/tickets.ts';

/** Whether the event has an order with that external id, including cancelled orders and those of erased buyers. */
export async function isPlaced(
  tx: WriteTransaction,
  eventId: number,
  externalId: string,
): Promise<boolean> {
  return hasExternalId(tx, eventId, [externalId, await concealed(tx, externalId)]);
}

/**
 * Replaces the external ids of an erased person's orders and tickets with keyed hashes: an external id identifies the person in another system
 * and may be their email. A repeated import still recognises the orders by the hash.
 */
export async function concealExternalIds(tx: WriteTransaction, contactId: number): Promise<void> {
  for (const { id, external_id } of await listContactExternalIds(tx, contactId)) {
    await updateOrder(tx, id, { external_id: await concealed(tx, external_id) });
  }
  for (const { id, external_id } of await listHeldExternalIds(tx, contactId)) {
    await setExternalId(tx, id, await concealed(tx, external_id));
  }
  await forgetTicketDetails(tx, contactId);
}

async function concealed(tx: WriteTransaction, externalId: string): Promise<string> {
  return concealWith(createSecretKey(await keyOf(tx, 'external_ids')), externalId);
}

/** What an external id becomes when its person is erased; `key` is the installation's for external ids. */
export function concealWith(key: KeyObject, externalId: string): string {
  return `erased:${createHmac('sha256', key).update(externalId).digest('hex')}`;
}

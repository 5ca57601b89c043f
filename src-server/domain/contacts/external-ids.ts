import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { WriteTransaction } from '../../database/transaction.ts';
import { keyOf } from '../../store/access/keys.ts';
import { listExternalIds } from '../../store/contacts.ts';
import { forgetTicketDetails, updateOrder } from '../../store/orders.ts';
import { setExternalId } from '../../store/tickets.ts';

/**
 * Replaces the external ids of an erased person's orders and tickets with keyed hashes: an external id identifies the person in another system
 * and may be their email. A repeated import still recognises the orders by the hash.
 */
export async function concealExternalIds(tx: WriteTransaction, contactId: number): Promise<void> {
  for (const { id, external_id } of await listExternalIds(tx, 'orders', contactId)) {
    await updateOrder(tx, id, { external_id: await concealed(tx, external_id) });
  }
  for (const { id, external_id } of await listExternalIds(tx, 'tickets', contactId)) {
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

import { randomBytes } from 'node:crypto';
import { MICROS_PER_DAY, type Instant } from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { listEventIdsOf, type ClientRow } from '../../store/access/clients.ts';
import {
  deleteVenueKeys,
  insertVenueKey,
  listVenueKeys,
  type VenueKeyRow,
} from '../../store/access/venue-keys.ts';

/** Whether the event has today's key (keys change daily, in UTC). */
export async function isRenewed(
  tx: ReadTransaction,
  eventId: number,
  now: Instant,
): Promise<boolean> {
  const [newest] = await listVenueKeys(tx, eventId);
  return isOfToday(newest, now);
}

function isOfToday(newest: VenueKeyRow | undefined, now: Instant): boolean {
  return newest !== undefined && dayOf(newest.created_at) === dayOf(now);
}

/** Creates today's key, unless another process has. The newest earlier one is still accepted. */
export async function renewVenueKey(tx: WriteTransaction, eventId: number): Promise<void> {
  const [newest] = await listVenueKeys(tx, eventId);
  if (isOfToday(newest, tx.now)) return;
  await insertVenueKey(tx, eventId, randomBytes(32));
  const accepted = await listVenueKeys(tx, eventId);
  await deleteVenueKeys(
    tx,
    [eventId],
    accepted.map(({ id }) => id),
  );
}

/**
 * Runs a change that withdraws events from a client, then deletes the venue keys that the client could read, including the still
 * accepted ones. Stations that have fetched the new key ignore what the client says.
 */
export async function withoutLostKeys(
  tx: WriteTransaction,
  client: ClientRow,
  change: () => Promise<ClientRow>,
): Promise<ClientRow> {
  const before = await keysKnownTo(tx, client);
  const changed = await change();
  const after = new Set(await keysKnownTo(tx, changed));
  await deleteVenueKeys(
    tx,
    before.filter((eventId) => !after.has(eventId)),
  );
  return changed;
}

/** Events whose keys the client can read. */
async function keysKnownTo(tx: ReadTransaction, client: ClientRow): Promise<readonly number[]> {
  const isStation = client.scopes.split(' ').includes('scanner:sync');
  return isStation && client.revoked_at === null ? listEventIdsOf(tx, client) : [];
}

function dayOf(instant: Instant): number {
  return Math.floor(instant / MICROS_PER_DAY);
}

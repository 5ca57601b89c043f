import { Compile } from 'typebox/compile';
import { Heartbeat, type Station } from '../../shared/contract/scanner.ts';
import { foreignToStations } from '../../shared/contract/scopes.ts';
import { formatInstant } from '../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { findOrganiser } from '../repositories/organisers.ts';
import {
  keepNewestStationKeys,
  listStationClients,
  writeStation,
  writeStationKey,
  type ListedStation,
} from '../repositories/stations.ts';

import { found } from './domain-error.ts';

/** A station has a key for as long as it keeps its data folder; few clients are ever used in more than a few. */
const MAX_KEYS = 20;

const StoredHeartbeat = Compile(Heartbeat);

/** Keeps what a station says of itself, in place of what it said before. */
export async function hearStation(
  tx: WriteTransaction,
  clientRowId: number,
  heartbeat: Heartbeat,
): Promise<void> {
  await writeStation(tx, {
    client_id: clientRowId,
    heartbeat: JSON.stringify(StoredHeartbeat.Clean(heartbeat)),
    received_at: tx.now,
  });
  const { station_key: key } = heartbeat;
  if (key === undefined) return;
  await writeStationKey(tx, clientRowId, Buffer.from(key, 'base64url'));
  await keepNewestStationKeys(tx, clientRowId, MAX_KEYS);
}

/** Every station of the organiser by name, also those that were made and never heard; revoked ones left out. */
export async function listStations(
  tx: ReadTransaction,
  organiserId: number,
): Promise<readonly Station[]> {
  const clients = await listStationClients(tx, organiserId);
  return clients.filter(isStation).map((client) => ({
    client_id: client.client_id,
    name: client.name,
    last_heartbeat_at: client.received_at === null ? null : formatInstant(client.received_at),
    heartbeat:
      client.heartbeat === null ? null : StoredHeartbeat.Parse(JSON.parse(client.heartbeat)),
  }));
}

/** The scope alone does not say it: an integration may hold every scope, and never be at a door. */
function isStation({ scopes, heartbeat }: ListedStation): boolean {
  const held = scopes.split(' ');
  if (!held.includes('scanner:sync')) return false;
  return heartbeat !== null || !foreignToStations.some((scope) => held.includes(scope));
}

/** The same by the organiser's reference. Throws `resource.not_found`. */
export async function listOrganiserStations(
  tx: ReadTransaction,
  reference: string,
): Promise<readonly Station[]> {
  const organiser = found(await findOrganiser(tx, reference), 'organiser', reference);
  return listStations(tx, organiser.id);
}

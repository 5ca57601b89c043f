import { Compile } from 'typebox/compile';
import { Heartbeat, type ReportedStation } from '../../shared/contract/scanner.ts';
import { foreignToStations } from '../../shared/contract/scopes.ts';
import { formatInstant } from '../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { findOrganiser } from '../store/organisers.ts';
import {
  keepNewestStationKeys,
  listStationClients,
  writeStation,
  writeStationKey,
  type ListedStation,
} from '../store/stations.ts';

import { requireFound } from './domain-error.ts';

/** Keys kept per client. A station keeps its key as long as its data folder, and few clients are used with more than a few. */
const MAX_KEYS = 20;

const StoredHeartbeat = Compile(Heartbeat);

/** Stores a station's latest heartbeat. */
export async function recordHeartbeat(
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

/** The organiser's stations by name, including those that never connected; revoked ones are left out. */
export async function readStations(
  tx: ReadTransaction,
  organiserId: number,
): Promise<readonly ReportedStation[]> {
  const clients = await listStationClients(tx, organiserId);
  return clients.filter(isStation).map((client) => ({
    client_id: client.client_id,
    name: client.name,
    last_heartbeat_at: client.received_at === null ? null : formatInstant(client.received_at),
    heartbeat:
      client.heartbeat === null ? null : StoredHeartbeat.Parse(JSON.parse(client.heartbeat)),
  }));
}

/** The scope alone does not decide: an integration may hold every scope without being a station. */
function isStation({ scopes, heartbeat }: ListedStation): boolean {
  const held = scopes.split(' ');
  if (!held.includes('scanner:sync')) return false;
  return heartbeat !== null || !foreignToStations.some((scope) => held.includes(scope));
}

/** Lists the stations by the organiser's reference. Throws `resource.not_found`. */
export async function listOrganiserStations(
  tx: ReadTransaction,
  reference: string,
): Promise<readonly ReportedStation[]> {
  const organiser = requireFound(await findOrganiser(tx, reference), 'organiser', reference);
  return readStations(tx, organiser.id);
}

import { Compile } from 'typebox/compile';
import { Heartbeat, type ReportedStation } from '../../../shared/resources/stations.ts';
import { areOfStation } from '../../../shared/contract/scopes.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { findVisibleEvent, type AccessScope } from '../../store/access/access-scope.ts';
import {
  listClientEvents,
  listClientsSharingEvents,
  type ClientRow,
} from '../../store/access/clients.ts';
import { findLocation } from '../../store/locations.ts';
import {
  keepNewestStationKeys,
  listStationClients,
  readStationClients,
  writeStation,
  writeStationKey,
  type ListedStation,
} from '../../store/access/stations.ts';

import { requireFound } from '../../rules/domain-error.ts';
import { requireClient, requireOrganiser } from '../../rules/require-row.ts';

/** Keys kept per client. A station keeps its key as long as its data folder, and few clients are used with more than a few. */
const MAX_KEYS = 20;

const StoredHeartbeat = Compile(Heartbeat);

/** Stores a station's latest heartbeat, without an event that its client may not see, or a place that is not in it. */
export async function recordHeartbeat(
  tx: WriteTransaction,
  client: AccessScope,
  heartbeat: Heartbeat,
): Promise<void> {
  const { clientRowId } = client;
  const place = await placeOf(tx, client, heartbeat);
  await writeStation(tx, {
    client_id: clientRowId,
    heartbeat: JSON.stringify(StoredHeartbeat.Clean({ ...heartbeat, ...place })),
    received_at: tx.now,
  });
  const { station_key: key } = heartbeat;
  if (key === undefined) return;
  await writeStationKey(tx, clientRowId, Buffer.from(key, 'base64url'));
  await keepNewestStationKeys(tx, clientRowId, MAX_KEYS);
}

async function placeOf(
  tx: ReadTransaction,
  client: AccessScope,
  { event: key, scanner_location: reference }: Heartbeat,
): Promise<Pick<Heartbeat, 'event' | 'scanner_location'> & { peer_addresses?: undefined }> {
  const event =
    key === null ? null : await findVisibleEvent(tx, client, { key, includeDeleted: true });
  if (event === null) return { event: null, scanner_location: null, peer_addresses: undefined };
  const location = reference === null ? undefined : await findLocation(tx, reference);
  const scanner_location = location?.event_id === event.id ? location.reference : null;
  return { event: event.reference, scanner_location };
}

/** The organiser's stations by name, including those that never connected; revoked ones are left out. */
export async function readStations(
  tx: ReadTransaction,
  organiserId: number,
): Promise<readonly ReportedStation[]> {
  const clients = await listStationClients(tx, organiserId);
  return clients.filter(isStation).map(reportedStation);
}

/** The client of a station, also of one that was revoked. Throws `resource.not_found`, also for another client: those are an owner's to change. */
export async function requireStation(tx: ReadTransaction, clientId: string): Promise<ClientRow> {
  const client = await requireClient(tx, clientId);
  const stations = await readStationClients(tx, [client.id]);
  return requireFound(stations.some(isStation) ? client : undefined, 'station', clientId);
}

/** Their clients' numbers. */
export async function listStationIds(
  tx: ReadTransaction,
  organiserId: number,
): Promise<readonly number[]> {
  const clients = await listStationClients(tx, organiserId);
  return clients.filter(isStation).map(({ id }) => id);
}

/** The stations with these clients, in their order. */
export async function readStationsOf(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<readonly ReportedStation[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await readStationClients(tx, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(reportedStation);
}

/**
 * Those that concern a caller. A client limited to events sees itself, the stations that last reported one of its events, and those that
 * reported none and may see one of its events only because they are limited to it too.
 */
export async function readVisibleStations(
  tx: ReadTransaction,
  client: AccessScope,
): Promise<readonly ReportedStation[]> {
  if (client.allEvents) return readStations(tx, client.organiserId);
  const events = new Set(await listClientEvents(tx, client.clientRowId));
  const sharing = new Set(await listClientsSharingEvents(tx, client.clientRowId));
  const clients = await listStationClients(tx, client.organiserId);
  return clients.filter(isStation).flatMap((row) => {
    const station = reportedStation(row);
    const event = station.heartbeat?.event ?? null;
    const isVisible = event === null ? sharing.has(row.id) : events.has(event);
    return isVisible || row.id === client.clientRowId ? [station] : [];
  });
}

function reportedStation(client: ListedStation): ReportedStation {
  const { client_id, name, received_at } = client;
  const last_heartbeat_at = received_at === null ? null : formatInstant(received_at);
  return { client_id, name, last_heartbeat_at, heartbeat: heartbeatOf(client) };
}

/** Null also for one that only an earlier version accepted. */
function heartbeatOf({ heartbeat }: ListedStation): Heartbeat | null {
  const stored: unknown = heartbeat === null ? null : JSON.parse(heartbeat);
  return StoredHeartbeat.Check(stored) ? stored : null;
}

/** A client that has sent heartbeats is one whatever else it may do. */
function isStation({ scopes, heartbeat }: ListedStation): boolean {
  const held = scopes.split(' ');
  return heartbeat === null ? areOfStation(held) : held.includes('scanner:sync');
}

/** Lists the stations by the organiser's reference. Throws `resource.not_found`. */
export async function listOrganiserStations(
  tx: ReadTransaction,
  reference: string,
): Promise<readonly ReportedStation[]> {
  const organiser = await requireOrganiser(tx, reference);
  return readStations(tx, organiser.id);
}

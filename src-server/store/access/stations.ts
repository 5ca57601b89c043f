import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { PeerAddress } from '../../../shared/resources/stations.ts';
import { MICROS_PER_MINUTE } from '../../../shared/instant.ts';
import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

const MAX_PEER_ADDRESSES = 256;

export type StationRow = Row<'stations'>;

export async function writeStation(tx: WriteTransaction, station: StationRow): Promise<void> {
  const { heartbeat, received_at } = station;
  await tx.db
    .insertInto('stations')
    .values(station)
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ heartbeat, received_at }))
    .execute();
}

const PeerHeartbeat = Compile(
  Type.Object({ event: Type.String(), peer_addresses: Type.Array(PeerAddress()) }),
);

/** Peer addresses that the event's other stations last reported, in a stable order. */
export async function listPeerAddresses(
  tx: ReadTransaction,
  event: Row<'events'>,
  clientRowId: number,
): Promise<readonly string[]> {
  const stations = await tx.db
    .selectFrom('stations')
    .innerJoin('clients', 'clients.id', 'stations.client_id')
    .select('stations.heartbeat')
    .where('clients.organiser_id', '=', event.organiser_id)
    .where('clients.revoked_at', 'is', null)
    .where('clients.id', '<>', clientRowId)
    .execute();
  const addresses = stations.flatMap((station) => {
    const heartbeat: unknown = JSON.parse(station.heartbeat);
    const isHere = PeerHeartbeat.Check(heartbeat) && heartbeat.event === event.reference;
    return isHere ? heartbeat.peer_addresses : [];
  });
  return [...new Set(addresses)].toSorted().slice(0, MAX_PEER_ADDRESSES);
}

export type StationStatus = 'online' | 'offline' | 'revoked';

/** A station reports every 30 seconds. */
export const ONLINE_MICROS = MICROS_PER_MINUTE;

/** How many of the stations that ever reported are in each state. */
export async function countStations(
  tx: ReadTransaction,
): Promise<Readonly<Record<StationStatus, number>>> {
  const stations = await tx.db
    .selectFrom('stations')
    .innerJoin('clients', 'clients.id', 'stations.client_id')
    .select(['stations.received_at', 'clients.revoked_at'])
    .execute();
  const counts = { online: 0, offline: 0, revoked: 0 };
  for (const { received_at, revoked_at } of stations) {
    const isOnline = received_at > tx.now - ONLINE_MICROS;
    counts[revoked_at !== null ? 'revoked' : isOnline ? 'online' : 'offline'] += 1;
  }
  return counts;
}

/** Stores the station's current signing key. */
export async function writeStationKey(
  tx: WriteTransaction,
  clientRowId: number,
  publicKey: Buffer,
): Promise<void> {
  await tx.db
    .insertInto('station_keys')
    .values({ client_id: clientRowId, public_key: publicKey, last_seen_at: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'public_key']).doUpdateSet({ last_seen_at: tx.now }),
    )
    .execute();
}

/** Deletes all keys of the client except the most recently seen ones. */
export async function keepNewestStationKeys(
  tx: WriteTransaction,
  clientRowId: number,
  count: number,
): Promise<void> {
  const keys = await listStationKeys(tx, clientRowId);
  for (const key of keys.slice(count)) {
    await tx.db
      .deleteFrom('station_keys')
      .where('client_id', '=', clientRowId)
      .where('public_key', '=', key)
      .execute();
  }
}

/** Most recently seen first. */
export async function listStationKeys(
  tx: ReadTransaction,
  clientRowId: number,
): Promise<readonly Buffer[]> {
  const rows = await tx.db
    .selectFrom('station_keys')
    .select('public_key')
    .where('client_id', '=', clientRowId)
    .orderBy('last_seen_at', 'desc')
    .execute();
  return rows.map((row) => row.public_key);
}

export interface ListedStation {
  /** The client's row. */
  readonly id: number;
  readonly client_id: string;
  readonly name: string;
  readonly scopes: string;
  readonly heartbeat: string | null;
  readonly received_at: StationRow['received_at'] | null;
}

/** The organiser's clients that were not revoked, each with its latest heartbeat, by name. */
export function listStationClients(
  tx: ReadTransaction,
  organiserId: number,
): Promise<readonly ListedStation[]> {
  return selectStationClients(tx)
    .where('clients.organiser_id', '=', organiserId)
    .where('clients.revoked_at', 'is', null)
    .orderBy('clients.name')
    .orderBy('clients.id')
    .execute();
}

/** The clients with these numbers, in any order. */
export function readStationClients(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<readonly ListedStation[]> {
  return selectStationClients(tx).where('clients.id', 'in', ids).execute();
}

function selectStationClients(tx: ReadTransaction) {
  return tx.db
    .selectFrom('clients')
    .leftJoin('stations', 'stations.client_id', 'clients.id')
    .select(['clients.id', 'clients.client_id', 'clients.name', 'clients.scopes'])
    .select(['stations.heartbeat', 'stations.received_at']);
}

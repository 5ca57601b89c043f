import type { CompiledStatement } from '../database/query.ts';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';

export type StationRow = Row<'stations'>;

export async function writeStation(tx: WriteTransaction, station: StationRow): Promise<void> {
  const { heartbeat, received_at } = station;
  await tx.db
    .insertInto('stations')
    .values(station)
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ heartbeat, received_at }))
    .execute();
}

const peerAddresses = {
  sql: `select distinct a.value as address from stations s join clients c on c.id = s.client_id,
      json_each(s.heartbeat, '$.peer_addresses') a
    where c.organiser_id = ? and c.revoked_at is null and c.id <> ? and json_extract(s.heartbeat, '$.event') = ?
    order by a.value limit 256`,
} satisfies CompiledStatement<{ readonly address: string }>;

/** Where the other stations of the event last said they listen, in a stable order. */
export async function listPeerAddresses(
  tx: ReadTransaction,
  event: Row<'events'>,
  clientRowId: number,
): Promise<readonly string[]> {
  const params = [event.organiser_id, clientRowId, event.reference];
  const rows = await tx.all<{ readonly address: string }>(peerAddresses, params);
  return rows.map(({ address }) => address);
}

/** A key that the station signs with now. */
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

/** Forgets all keys of the client but the last ones seen. */
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

/** The last one seen first. */
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
  readonly client_id: string;
  readonly name: string;
  readonly scopes: string;
  readonly heartbeat: string | null;
  readonly received_at: StationRow['received_at'] | null;
}

/** Clients of the organiser that were not revoked, each with the last word of its station, by name. */
export function listStationClients(
  tx: ReadTransaction,
  organiserId: number,
): Promise<readonly ListedStation[]> {
  return tx.db
    .selectFrom('clients')
    .leftJoin('stations', 'stations.client_id', 'clients.id')
    .select(['clients.client_id', 'clients.name', 'clients.scopes'])
    .select(['stations.heartbeat', 'stations.received_at'])
    .where('clients.organiser_id', '=', organiserId)
    .where('clients.revoked_at', 'is', null)
    .orderBy('clients.name')
    .orderBy('clients.id')
    .execute();
}

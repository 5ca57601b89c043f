import { findClient } from '../../store/clients.ts';
import { showing } from './reading.ts';
import { requireFound } from '../../domain/domain-error.ts';
import type { ReportedStation } from '../../../shared/contract/scanner.ts';
import { stationScopes } from '../../../shared/contract/scopes.ts';
import type { Database } from '../../database/database.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { createClient, renameClient } from '../../domain/clients.ts';
import { lastServerAddress } from '../../domain/server-address.ts';
import { listOrganiserStations } from '../../domain/stations.ts';
import type {
  stationCreateFlags,
  stationListFlags,
  stationUpdateFlags,
} from '../commands/station.ts';
import type { FlagValues, Given } from '../define-command.ts';
import { describeClient } from '../../operations/describe.ts';
import { parseGrant } from '../event-grant.ts';
import { renderTable } from '../render-table.ts';
import { renderText } from '../render-text.ts';

export const stationCreate = {
  work: (database: Database, { values }: Given<typeof stationCreateFlags>) =>
    database.write((tx) => createStation(tx, values), { isolation: 'serializable' }),
  render: renderCreated,
};

interface CreatedStation {
  readonly client_id: string;
  readonly client_secret: string;
  /** Where the server last ran; null if it has not. */
  readonly server_url: string | null;
}

async function createStation(
  tx: WriteTransaction,
  { organiser, name, events }: FlagValues<typeof stationCreateFlags>,
): Promise<CreatedStation> {
  const created = await createClient(tx, {
    organiser,
    name,
    scopes: stationScopes,
    events: parseGrant(events),
  });
  const server = await lastServerAddress(tx);
  const { client_id, ...described } = await describeClient(tx, created.client);
  const { client_secret } = created;
  return { client_id, client_secret, ...described, server_url: server?.url ?? null };
}

function renderCreated(created: CreatedStation): string {
  const { client_id, client_secret, server_url } = created;
  return [
    renderText(created),
    '',
    'The secret is not shown again. On the computer at the door:',
    `  GATEHOUSE_CLIENT_SECRET=${client_secret} gatehouse start --server=${server_url ?? 'URL'} --client-id=${client_id}`,
    '"station enrol" puts all of this into one code to scan or to paste.',
  ].join('\n');
}

export async function stationUpdate(
  tx: WriteTransaction,
  { values: { name }, operands: [id = ''] }: Given<typeof stationUpdateFlags>,
) {
  return describeClient(tx, await renameClient(tx, id, name));
}

export const stationList = {
  work: async (database: Database, { values: { organiser } }: Given<typeof stationListFlags>) => ({
    data: await database.read((tx) => listOrganiserStations(tx, organiser)),
  }),
  render: renderStations,
};

function renderStations({ data }: { readonly data: readonly ReportedStation[] }): string {
  if (data.length === 0) return 'No stations.';
  const nameOf = (clientId: string) =>
    data.find(({ client_id }) => client_id === clientId)?.name ?? clientId;
  const rows = data.map(({ client_id, name, last_heartbeat_at, heartbeat }) => [
    name,
    client_id,
    last_heartbeat_at ?? 'never',
    ...(heartbeat === null
      ? ['', '', '', '', '', '', '', '']
      : [
          String(heartbeat.queued),
          heartbeat.oldest_unsent_at ?? '',
          String(heartbeat.needs_attention),
          heartbeat.replica_at ?? '',
          `${(heartbeat.clock_offset_ms / 1_000).toFixed(1)} s`,
          heartbeat.scanner ?? '',
          heartbeat.version,
          (heartbeat.peers ?? []).map((peer) => nameOf(peer.client_id)).join(', '),
        ]),
    heartbeat?.warnings.join(' ') ?? '',
  ]);
  const heading = [
    'station',
    'client',
    'last heard',
    'queued',
    'oldest',
    'attention',
    'data up to',
  ];
  return renderTable([...heading, 'clock', 'scanner', 'version', 'hears', 'warnings'], rows);
}

export const stationShow = showing(async (tx, id) => {
  const client = requireFound(await findClient(tx, id), 'station', id);
  const described = await describeClient(tx, client);
  const stations = await listOrganiserStations(tx, described.organiser);
  const reported = stations.find(({ client_id }) => client_id === id);
  const { last_heartbeat_at = null, heartbeat = null } = reported ?? {};
  return { ...described, last_heartbeat_at, heartbeat };
});

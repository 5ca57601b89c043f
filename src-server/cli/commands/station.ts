import type { Command } from 'commander';
import { stationScopes } from '../../../shared/contract/scopes.ts';
import type { Station } from '../../../shared/contract/scanner.ts';
import { createClient, revokeClient } from '../../services/clients.ts';
import { describeClient } from '../describe.ts';
import { listOrganiserStations } from '../../services/stations.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { parseGrant } from '../event-grant.ts';
import { orElse, text } from '../flags.ts';
import { addStationEnrolCommand } from './station-enrol.ts';
import { renderTable } from '../render-table.ts';
import type { Terminal } from '../terminal.ts';

export function addStationCommands(program: Command, terminal: Terminal): void {
  const station = program
    .command('station')
    .description('Stations: clients that scan at the door, and how they are');
  defineOperation(
    station,
    terminal,
    {
      name: 'create',
      summary:
        'Make the client of a station, with the scopes that it needs; its secret is shown this once',
      operands: [],
      flags: {
        organiser: text('ORG', 'whose station it is'),
        name: text('NAME', 'what people call it'),
        events: orElse(text('EVENTS', 'evt_ references, separated by commas, or all'), 'all'),
      },
    },
    async (tx, { values: { organiser, name, events } }) => {
      const created = await createClient(tx, {
        organiser,
        name,
        scopes: stationScopes,
        events: parseGrant(events),
      });
      const { client_id, ...described } = await describeClient(tx, created.client);
      return { client_id, client_secret: created.client_secret, ...described };
    },
  );
  addStationEnrolCommand(station, terminal);
  defineDatabaseCommand(
    station,
    terminal,
    {
      name: 'list',
      summary: 'Every station of an organiser, and what it last said of itself',
      operands: [],
      flags: { organiser: text('ORG', 'whose stations') },
      render: renderStations,
    },
    async (database, { values: { organiser } }) => ({
      data: await database.read((tx) => listOrganiserStations(tx, organiser)),
    }),
  );
  defineOperation(
    station,
    terminal,
    {
      name: 'revoke',
      summary:
        'End a station and its tokens; at its next contact it removes its ticket data and seals its journal for "journal import"',
      operands: ['ID'],
      flags: {},
    },
    async (tx, { operands: [id = ''] }) => describeClient(tx, await revokeClient(tx, id)),
  );
}

function renderStations({ data }: { readonly data: readonly Station[] }): string {
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

import type { ReportedStation } from '../../../shared/resources/stations.ts';
import {
  stationCreate,
  stationList,
  stationRevoke,
  stationShow,
  stationUpdate,
} from '../../operations/station.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';
import type { CommandOn } from '../render/command-on.ts';
import { renderText } from '../render/render-text.ts';
import { stationEnrolCommand } from './station-enrol.ts';

export const commands: readonly Command[] = [
  operationCommand(stationCreate, {
    examples: ['station create --organiser org_01j… --name "North Gate" --events winter-gala'],
    render: renderCreated,
  }),
  stationEnrolCommand,
  operationCommand(stationUpdate, {
    examples: ['station update gci_9f2c… --name "East Gate"'],
  }),
  listCommand(stationList, {
    isWhole: true,
    examples: ['station list --organiser org_01j…'],
    heading: [
      'station',
      'client',
      'last heard',
      'queued',
      'oldest',
      'attention',
      'data up to',
      'clock',
      'scanner',
      'version',
      'hears',
      'warnings',
    ],
    row: stationRow,
    none: 'No stations.',
  }),
  operationCommand(stationRevoke, {
    examples: ['station revoke gci_9f2c…'],
  }),
  showCommand(stationShow, { examples: ['station show gci_9f2c…'] }),
];

interface CreatedStation {
  readonly client_id: string;
  readonly client_secret: string;
  /** Where the server last ran; null if it has not. */
  readonly server_url: string | null;
}

function renderCreated(created: CreatedStation, timezone: string, command: CommandOn): string {
  const { client_id, client_secret, server_url } = created;
  const start = `start --server=${server_url ?? 'URL'} --client-id=${client_id}`;
  return [
    renderText(created, timezone),
    '',
    'The secret is not shown again. On the computer at the door:',
    `  GATEHOUSE_CLIENT_SECRET=${client_secret} ${command(start, 'elsewhere')}`,
    '"station enrol" puts all of this into one code to scan or to paste.',
  ].join('\n');
}

function stationRow(
  { client_id, name, last_heartbeat_at, heartbeat }: ReportedStation,
  all: readonly ReportedStation[],
) {
  const cells = [name, client_id, last_heartbeat_at ?? 'never'];
  if (heartbeat === null) return cells;
  const nameOf = (clientId: string) =>
    all.find((other) => other.client_id === clientId)?.name ?? clientId;
  return [
    ...cells,
    heartbeat.queued,
    heartbeat.oldest_unsent_at,
    heartbeat.needs_attention,
    heartbeat.replica_at,
    `${(heartbeat.clock_offset_ms / 1_000).toFixed(1)} s`,
    heartbeat.scanner,
    heartbeat.version,
    (heartbeat.peers ?? []).map((peer) => nameOf(peer.client_id)).join(', '),
    heartbeat.warnings.join(' '),
  ];
}

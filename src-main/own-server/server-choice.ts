import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { assertNever } from '../../shared/assert-never.ts';
import { makeNewFilesPrivate, preparePrivateFolder } from '../../src-files/private-files.ts';
import { fileSettings } from '../adapters/system/file-settings.ts';
import { silentLogger } from '../adapters/system/system-ports.ts';
import type { RemoteAddress } from '../ports/remote.ts';
import type { HostConfig } from '../startup/config.ts';
import { HostError } from '../startup/host-error.ts';
import {
  atFirst,
  pathOfHostSettings,
  readHostSettings,
  writeHostSettings,
  type HostSettings,
} from '../startup/host-settings.ts';
import { assertDataIsFree } from '../composition/assert-data-is-free.ts';
import type { ChildHandle } from '../processes/child-handle.ts';
import { startFailure } from '../composition/start-failure.ts';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.ts';
import { holdsDemo, wishOf, type ServerNetworkSettings } from './server-network.ts';

/** How many tickets the demo has: a real organiser's size, imported in a moment. */
const DEMO_TICKETS = 2_000;

export interface ChosenServer {
  /** Null if the station uses a server elsewhere. */
  readonly embedded: EmbeddedServer | null;
  /** Enrols the station automatically; null if it is enrolled, or will be on the screen. */
  readonly enrolment: RemoteAddress | null;
  /** Nobody has chosen yet: the screen asks. */
  readonly isUndecided: boolean;
}

/**
 * Determines which server the station belongs to, starts it if it is the embedded one, and stores both for the next start.
 * @throws {HostError}
 */
export async function openChosenServer(
  config: HostConfig,
  spawnServer: () => ChildHandle,
): Promise<ChosenServer> {
  try {
    return await chooseServer(config, spawnServer);
  } catch (error) {
    throw startFailure(error, config.data);
  }
}

async function chooseServer(
  config: HostConfig,
  spawnServer: () => ChildHandle,
): Promise<ChosenServer> {
  makeNewFilesPrivate();
  preparePrivateFolder(config.data);
  assertDataIsFree(config.data);
  const before = settingsBefore(config);
  const server = chosenServer(config, before);
  if (server === null) return { embedded: null, enrolment: null, isUndecided: true };
  if (server.kind === 'remote') {
    writeHostSettings(config.data, { ...before, server });
    return { embedded: null, enrolment: remoteEnrolment(config), isUndecided: false };
  }
  const embedded = await startOwnServer(config.data, {
    spawn: spawnServer,
    before: before === atFirst ? { ...before, server_port: portBefore(config.data) } : before,
    withDemo: config.demo,
  });
  writeHostSettings(config.data, { ...before, server, server_port: embedded.port });
  return { embedded, enrolment: demoEnrolment(config.data, embedded), isUndecided: false };
}

/** @throws {HostError} `port_taken`, `server_failed` */
export function startOwnServer(
  data: string,
  {
    spawn,
    before: { server_port: port, network },
    withDemo,
  }: {
    readonly spawn: () => ChildHandle;
    readonly before: Pick<HostSettings, 'server_port' | 'network'>;
    readonly withDemo: boolean;
  },
): Promise<EmbeddedServer> {
  return startEmbeddedServer({
    spawn,
    data,
    port,
    network: network?.open === true && mayOpen(data, network, withDemo) ? wishOf(network) : null,
    demo: withDemo ? DEMO_TICKETS : null,
    log: (sentence) => process.stderr.write(`${sentence}\n`),
  });
}

/** Permission to open the server does not extend to demo data that is added later. */
function mayOpen(data: string, network: ServerNetworkSettings, withDemo: boolean): boolean {
  const willFill = withDemo && !existsSync(join(data, 'server.db'));
  return network.with_demo || !(willFill || holdsDemo(data));
}

/** Unreadable settings are set aside and rewritten if a server is named: then nothing has to be guessed. */
function settingsBefore({ data, server }: HostConfig): HostSettings {
  try {
    return readHostSettings(data);
  } catch (error) {
    const isUnreadable = error instanceof HostError && error.code === 'settings_unreadable';
    if (!isUnreadable || server.kind === 'as_before') throw error;
    process.stderr.write(`${pathOfHostSettings(data)} could not be read and is replaced.\n`);
    return atFirst;
  }
}

/** Null if the screen is to ask. */
function chosenServer(
  { data, server, firstRun }: HostConfig,
  before: HostSettings,
): HostSettings['server'] | null {
  switch (server.kind) {
    case 'as_before':
      return before === atFirst ? atFirstStart(data, firstRun) : before.server;
    case 'embedded':
      return { kind: 'embedded' };
    case 'remote':
      return { kind: 'remote', url: server.url };
    default:
      return assertNever(server);
  }
}

/** After _Connect_ at the first run the station belongs to a server elsewhere, and none runs here. */
function atFirstStart(data: string, firstRun: boolean): HostSettings['server'] | null {
  const url = connectedTo(data);
  if (url !== null && !existsSync(join(data, 'server.db'))) return { kind: 'remote', url };
  return firstRun && url === null ? null : atFirst.server;
}

function connectedTo(data: string): string | null {
  const { settings } = fileSettings(join(data, 'station', 'settings.json'), silentLogger).read();
  return settings.server_url;
}

/** A host that ended during its first run stored no port, but its station may be connected to one; 0 if not. */
function portBefore(data: string): number {
  const url = connectedTo(data);
  return url === null ? 0 : Number(new URL(url).port);
}

function remoteEnrolment({ server }: HostConfig): RemoteAddress | null {
  return server.kind === 'remote' && server.credentials !== null
    ? { server_url: server.url, ...server.credentials }
    : null;
}

/** A station that was connected by hand stays connected. */
function demoEnrolment(data: string, { authUrl, demo }: EmbeddedServer): RemoteAddress | null {
  if (demo === null || connectedTo(data) !== null) return null;
  return { server_url: authUrl, ...demo.station };
}

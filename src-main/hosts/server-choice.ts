import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { assertNever } from '../../shared/assert-never.ts';
import { makeNewFilesPrivate, preparePrivateFolder } from '../../src-files/private-files.ts';
import { fileSettings } from '../adapters/system/file-settings.ts';
import { silentLogger } from '../adapters/system/silent-logger.ts';
import type { RemoteAddress } from '../ports/remote.ts';
import type { HostConfig } from './config.ts';
import { HostError } from './host-error.ts';
import {
  atFirst,
  pathOfHostSettings,
  readHostSettings,
  writeHostSettings,
  type HostSettings,
} from './host-settings.ts';
import { assertDataIsFree } from './open-station.ts';
import type { ChildHandle } from './processes/child-handle.ts';
import { startFailure } from './start-failure.ts';
import { startEmbeddedServer, type EmbeddedServer } from './server/embedded-server.ts';
import { holdsDemo, wishOf, type NetworkSettings } from './server/server-network.ts';

/** Tickets of the demo: a real organiser's size, imported in a moment. */
const DEMO_TICKETS = 2_000;

export interface ChosenServer {
  /** Null when the station works with a server elsewhere. */
  readonly embedded: EmbeddedServer | null;
  /** How the station gets in by itself; null when it is enrolled, or will be on the screen. */
  readonly enrolment: RemoteAddress | null;
  /** Nobody has chosen yet: the screen asks. */
  readonly isUndecided: boolean;
}

/**
 * Settles which server the station belongs to, starts it where it is our own, and remembers both for the next start.
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

/** Demo data that came after the server was opened is not open because of that. */
function mayOpen(data: string, network: NetworkSettings, withDemo: boolean): boolean {
  const willFill = withDemo && !existsSync(join(data, 'server.db'));
  return network.with_demo || !(willFill || holdsDemo(data));
}

/** What cannot be read is set aside and written anew where the server is named: then nothing has to be guessed. */
function settingsBefore({ data, server }: HostConfig): HostSettings {
  try {
    return readHostSettings(data);
  } catch (error) {
    const isUnreadable = error instanceof HostError && error.code === 'settings_unreadable';
    if (!isUnreadable || server.kind === 'as_before') throw error;
    process.stderr.write(`${pathOfHostSettings(data)} could not be read, and is written anew.\n`);
    return atFirst;
  }
}

/** Null where the screen is to ask. */
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

/** Whoever chose to connect at the first run has a station that belongs to a server, and none here. */
function atFirstStart(data: string, firstRun: boolean): HostSettings['server'] | null {
  const url = connectedTo(data);
  if (url !== null && !existsSync(join(data, 'server.db'))) return { kind: 'remote', url };
  return firstRun && url === null ? null : atFirst.server;
}

function connectedTo(data: string): string | null {
  const { settings } = fileSettings(join(data, 'station', 'settings.json'), silentLogger).read();
  return settings.server_url;
}

/** A host that ended in the middle of its first run wrote no port yet, and its station may be connected to one: 0 where it is not. */
function portBefore(data: string): number {
  const url = connectedTo(data);
  return url === null ? 0 : Number(new URL(url).port);
}

function remoteEnrolment({ server }: HostConfig): RemoteAddress | null {
  return server.kind === 'remote' && server.credentials !== null
    ? { server_url: server.url, ...server.credentials }
    : null;
}

/** A station that somebody connected by hand stays where it was connected to. */
function demoEnrolment(data: string, { authUrl, demo }: EmbeddedServer): RemoteAddress | null {
  if (demo === null || connectedTo(data) !== null) return null;
  return { server_url: authUrl, ...demo.station };
}

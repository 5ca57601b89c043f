import { join } from 'node:path';
import { assertNever } from '../../shared/assert-never.ts';
import { makeNewFilesPrivate, preparePrivateFolder } from '../../src-files/private-files.ts';
import { fileSettings } from '../adapters/system/file-settings.ts';
import { silentLogger } from '../adapters/system/silent-logger.ts';
import type { HostConfig } from './config.ts';
import type { Enrolment } from './enrolment.ts';
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

/** Tickets of the demo: a real organiser's size, imported in a moment. */
const DEMO_TICKETS = 2_000;

export interface ChosenServer {
  /** Null when the station works with a server elsewhere. */
  readonly embedded: EmbeddedServer | null;
  /** How the station gets in by itself; null when it is enrolled, or will be on the screen. */
  readonly enrolment: Enrolment | null;
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
  if (server.kind === 'remote') {
    writeHostSettings(config.data, { ...before, server });
    return { embedded: null, enrolment: remoteEnrolment(config) };
  }
  const embedded = await startEmbeddedServer({
    spawn: spawnServer,
    data: config.data,
    port: before.server_port,
    demo: config.demo ? DEMO_TICKETS : null,
    log: (sentence) => process.stderr.write(`${sentence}\n`),
  });
  writeHostSettings(config.data, { server, server_port: embedded.port });
  return { embedded, enrolment: demoEnrolment(config.data, embedded) };
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

function chosenServer({ server }: HostConfig, before: HostSettings): HostSettings['server'] {
  switch (server.kind) {
    case 'as_before':
      return before.server;
    case 'embedded':
      return { kind: 'embedded' };
    case 'remote':
      return { kind: 'remote', url: server.url };
    default:
      return assertNever(server);
  }
}

function remoteEnrolment({ server }: HostConfig): Enrolment | null {
  return server.kind === 'remote' && server.credentials !== null
    ? { serverUrl: server.url, ...server.credentials }
    : null;
}

/** A station that somebody connected by hand stays where it was connected to. */
function demoEnrolment(data: string, { authUrl, demo }: EmbeddedServer): Enrolment | null {
  const { settings } = fileSettings(join(data, 'station', 'settings.json'), silentLogger).read();
  const { server_url: connectedTo } = settings;
  if (demo === null || connectedTo !== null) return null;
  const { client_id: clientId, client_secret: clientSecret } = demo.station;
  return { serverUrl: authUrl, clientId, clientSecret };
}

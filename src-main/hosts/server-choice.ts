import { join } from 'node:path';
import { assertNever } from '../../shared/assert-never.ts';
import { fileSettings } from '../adapters/system/file-settings.ts';
import { silentLogger } from '../adapters/system/silent-logger.ts';
import type { HostConfig } from './config.ts';
import type { Enrolment } from './enrolment.ts';
import { readHostSettings, writeHostSettings, type HostSettings } from './host-settings.ts';
import { assertDataIsFree } from './open-station.ts';
import type { ChildHandle } from './processes/child-handle.ts';
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
  assertDataIsFree(config.data);
  const before = readHostSettings(config.data);
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
  const { server_url: connectedTo } = fileSettings(
    join(data, 'station', 'settings.json'),
    silentLogger,
  ).read();
  if (demo === null || connectedTo !== null) return null;
  const { client_id: clientId, client_secret: clientSecret } = demo.station;
  return { serverUrl: authUrl, clientId, clientSecret };
}

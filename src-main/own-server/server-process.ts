/**
 * The embedded companion server, in a separate process so that its work never delays a door. Runs as a child of Node (browser
 * host) or as Electron's utility process.
 */
import { dirname, join } from 'node:path';
import type { Demo } from '../../shared/contract/demo.ts';
import type { EnrolmentRequest, FirstOrganiser } from '../../shared/station/server.ts';
import { createServer, serverDefaults, type GatehouseServer } from '../../src-server/server.ts';
import { makeNewFilesPrivate, makePrivateFolder } from '../../src-files/private-files.ts';
import { fillAtomically } from '../../src-files/write-atomically.ts';
import { logLevelIn, openLog } from '../adapters/system/open-log.ts';
import { liveAsChild } from '../processes/long-lived.ts';
import { openParentPort } from '../processes/parent-port.ts';
import { createChannel } from '../processes/rpc.ts';
import { createNetworkAccess, type NetworkAccess, type NetworkWish } from './network-access.ts';

export interface StartOptions {
  readonly data: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** How many demo tickets to put into an empty database; null for none. */
  readonly demo: number | null;
}

export interface StartedServer {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly consoleUrl: string;
  /** A one-time link to the console; null where it has members. */
  readonly firstOwnerUrl: string | null;
  /** Null if this database has never had demo data. */
  readonly demo: Demo | null;
}

/** What the host calls. `start` comes first; if it fails, the host asks the process to end. */
export type ServerCalls = typeof calls;

interface RunningServer {
  readonly running: GatehouseServer;
  readonly network: NetworkAccess;
}

/** In Electron a message and the process's exit could overtake each other. */
const HEARD_LIMIT_MS = 2_000;
let server: Promise<RunningServer> | null = null;

const calls = {
  start: async ({ data, port, demo }: StartOptions): Promise<StartedServer> => {
    server ??= open({ data, port, demo });
    const { running } = await server;
    const { baseUrl, authUrl, consoleUrl, demo: filled } = running;
    const firstOwnerUrl = await running.firstOwnerUrl();
    return { baseUrl, authUrl, consoleUrl, firstOwnerUrl, demo: filled };
  },
  firstOwnerUrl: async () => (await started()).running.firstOwnerUrl(),
  /** The demo's codes to try, drawn; empty without a demo. */
  samples: async () => (await started()).running.drawSamples(),
  /** Resolves with a station's enrolment code. */
  beginOrganiser: async (first: FirstOrganiser) => (await started()).running.beginOrganiser(first),
  /** The copy gets its name only when it is complete. */
  backUp: async (file: string) => {
    const { running } = await started();
    makePrivateFolder(dirname(file));
    await fillAtomically(file, (draft) => running.backUp(draft));
  },
  openNetwork: async (wish: NetworkWish) => (await started()).network.open(wish),
  closeNetwork: async () => (await started()).network.close(),
  enrolmentChoices: async () => (await started()).running.enrolmentChoices(),
  /** For a station that reaches the server over the network at `url`. */
  enrolStation: async (station: EnrolmentRequest, url: string) =>
    (await started()).running.enrolStation(station, url),
};

liveAsChild();
makeNewFilesPrivate();
const port = openParentPort();
createChannel<object>(calls).connect(port);
port.onStop(() => void stop());
// A host stops its server with a message: a signal to the whole process group must not interrupt uploads.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
// Otherwise Node.js opens a debugger, to any user of the machine.
process.on('SIGUSR1', () => undefined);

async function open({ data, port: wanted, demo }: StartOptions): Promise<RunningServer> {
  try {
    const log = openLog(join(data, 'logs'), 'server.log');
    const running = await createServer({
      ...serverDefaults,
      data,
      port: wanted,
      demo,
      logger: { level: logLevelIn(process.env) ?? 'warn', write: log },
    });
    return { running, network: createNetworkAccess(data, running) };
  } catch (error) {
    setTimeout(() => process.exit(1), HEARD_LIMIT_MS);
    throw error;
  }
}

function started(): Promise<RunningServer> {
  return server ?? Promise.reject(new Error('the server is not running'));
}

async function stop(): Promise<void> {
  await server?.then(
    ({ running }) => running.close(),
    () => (process.exitCode = 1),
  );
  process.exit();
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Demo } from '../../shared/contract/demo.ts';
import { codeOf, HostError } from '../startup/host-error.ts';
import type { ChildHandle } from '../processes/child-handle.ts';
import { STOP } from '../processes/parent-port.ts';
import { createChannel, type RpcChannel } from '../processes/rpc.ts';
import { supervise } from '../processes/supervise.ts';
import type { NetworkWish } from './network-access.ts';
import { createNetworkSwitch, type NetworkSwitch } from './network-switch.ts';
import type { ServerCalls, StartedServer } from './server-process.ts';

export interface EmbeddedServerOptions {
  readonly spawn: () => ChildHandle;
  readonly data: string;
  /** The port of the last run; 0 at the first. */
  readonly port: number;
  readonly demo: number | null;
  /** Also accepts requests from the network, as in the last run. */
  readonly network?: NetworkWish | null;
  readonly log: (sentence: string) => void;
  /** How long a killed predecessor may still hold the port and the data folder. */
  readonly patienceMs?: number;
}

export interface EmbeddedServer {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly consoleUrl: string;
  /** A one-time link to the console; null if it had members at the start. */
  readonly firstOwnerUrl: string | null;
  readonly port: number;
  readonly demo: Demo | null;
  /** Rejects with a `CallError`: `gone` while the server is being started again, or the code of Node, SQLite or a service. */
  readonly call: RpcChannel<ServerCalls>['call'];
  /** Whether other computers on the local network may connect. */
  readonly network: Pick<NetworkSwitch, 'state' | 'open' | 'close'>;
  readonly stop: () => Promise<void>;
}

const PATIENCE_MS = 10_000;
const POLL_MS = 250;
const held: ReadonlySet<string> = new Set(['EADDRINUSE', 'database.served']);

/**
 * Starts the companion server in a separate process and keeps it running at one address, restarting it after a crash.
 * @throws {HostError} `port_taken`, `server_failed`
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const channel = createChannel<ServerCalls>({});
  const first = await startOnce(options, channel);
  const port = Number(new URL(first.started.authUrl).port);
  const network = createNetworkSwitch(channel, options.network ?? null);
  let next: ChildHandle | null = first.child;
  const supervised = supervise({
    start: () => {
      const child = next ?? options.spawn();
      next = null;
      return child;
    },
    onStarted: (child) => {
      if (child !== first.child) void restart(child);
    },
    onLost: ({ delayMs }) => {
      network.lost();
      options.log(`The server ended; starting it again in ${delayMs} ms.`);
      return 'restart';
    },
  });
  /** Others know the address now, so it asks for the same port. */
  const restart = async (child: ChildHandle) => {
    try {
      await start(child, channel, { ...options, port });
      network.started();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      options.log(`The server did not start: ${message}`);
    }
  };
  network.started();
  return {
    ...first.started,
    port,
    call: channel.call,
    network,
    stop: () => {
      network.stop();
      return supervised.stop();
    },
  };
}

/** A new link for the first owner, which leads on to a place of the console such as `/import`; null once somebody can sign in. */
export async function firstOwnerLink(
  { call }: Pick<EmbeddedServer, 'call'>,
  place: string,
): Promise<string | null> {
  const link = await call('firstOwnerUrl');
  if (link === null || place === '') return link;
  const url = new URL(link);
  url.searchParams.set('to', place);
  return url.href;
}

interface Started {
  readonly child: ChildHandle;
  readonly started: StartedServer;
}

async function startOnce(
  options: EmbeddedServerOptions,
  channel: RpcChannel<ServerCalls>,
): Promise<Started> {
  const giveUpAt = performance.now() + (options.patienceMs ?? PATIENCE_MS);
  for (;;) {
    const child = options.spawn();
    try {
      return { child, started: await start(child, channel, options) };
    } catch (error) {
      if (!held.has(codeOf(error)) || performance.now() > giveUpAt) {
        throw failure(error, options);
      }
      await delay(POLL_MS);
    }
  }
}

async function start(
  child: ChildHandle,
  channel: RpcChannel<ServerCalls>,
  { data, port, demo }: Pick<EmbeddedServerOptions, 'data' | 'port' | 'demo'>,
): Promise<StartedServer> {
  channel.connect(child);
  try {
    return await channel.call('start', { data, port, demo });
  } catch (error) {
    child.post(STOP);
    throw error;
  }
}

function failure(error: unknown, { data, port }: EmbeddedServerOptions): HostError {
  if (codeOf(error) === 'EADDRINUSE') {
    return new HostError(
      'port_taken',
      `Another program is using port ${port}, this server's port until now. Close that program, or change server_port in ${data}/host.json and connect the stations to the new address.`,
    );
  }
  const message = error instanceof Error ? error.message : String(error);
  return new HostError('server_failed', `The server did not start: ${message}`);
}

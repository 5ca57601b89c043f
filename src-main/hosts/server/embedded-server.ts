import { setTimeout as delay } from 'node:timers/promises';
import { HostError } from '../host-error.ts';
import type { ChildHandle } from '../processes/child-handle.ts';
import { supervise, type Supervised } from '../processes/supervise.ts';
import {
  parseServerToHost,
  type Demo,
  type HostToServer,
  type ServerToHost,
} from './server-messages.ts';

export interface EmbeddedServerOptions {
  readonly spawn: () => ChildHandle;
  readonly data: string;
  /** The port of the last time; 0 at the first. */
  readonly port: number;
  readonly demo: number | null;
  readonly log: (sentence: string) => void;
  /** How long a port may still belong to a predecessor that was killed and is about to end. */
  readonly patienceMs?: number;
}

export interface EmbeddedServer {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly port: number;
  readonly demo: Demo | null;
  readonly stop: () => Promise<void>;
}

const PORT_PATIENCE_MS = 10_000;
const PORT_POLL_MS = 250;

/**
 * Starts the companion server in a process of its own and keeps it running at one address: crashes are followed by restarts.
 * @throws {HostError} `port_taken`, `server_failed`
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const first = await startOnce(options);
  const port = Number(new URL(first.ready.auth_url).port);
  const supervised = keepRunning(options, first.child, port);
  return {
    baseUrl: first.ready.base_url,
    authUrl: first.ready.auth_url,
    port,
    demo: first.ready.demo,
    stop: () => supervised.stop({ kind: 'stop' } satisfies HostToServer),
  };
}

interface Started {
  readonly child: ChildHandle;
  readonly ready: Extract<ServerToHost, { kind: 'ready' }>;
}

async function startOnce(options: EmbeddedServerOptions): Promise<Started> {
  const giveUpAt = performance.now() + (options.patienceMs ?? PORT_PATIENCE_MS);
  for (;;) {
    const child = options.spawn();
    const answer = await askToStart(child, options, options.port);
    if (answer.kind === 'ready') return { child, ready: answer };
    if (answer.code !== 'port_taken' || performance.now() > giveUpAt)
      throw failure(answer, options);
    await delay(PORT_POLL_MS);
  }
}

function askToStart(
  child: ChildHandle,
  { data, demo }: EmbeddedServerOptions,
  port: number,
): Promise<ServerToHost> {
  const { promise, resolve } = Promise.withResolvers<ServerToHost>();
  child.onMessage((raw) => {
    const message = parseServerToHost(raw);
    if (message === null) return;
    resolve(message);
    if (message.kind === 'failed') child.post({ kind: 'stop' } satisfies HostToServer);
  });
  child.onExit((code) => {
    const message = `it ended (${code ?? 'killed'}) before it could take requests`;
    resolve({ kind: 'failed', code: 'server_failed', message });
  });
  child.post({ kind: 'start', data, port, demo } satisfies HostToServer);
  return promise;
}

/** From here on the address is known to others, so every restart asks for the same port. */
function keepRunning(options: EmbeddedServerOptions, first: ChildHandle, port: number): Supervised {
  let next: ChildHandle | null = first;
  return supervise({
    start: () => {
      const child = next ?? options.spawn();
      next = null;
      return child;
    },
    onStarted: (child) => {
      if (child !== first) void restart(child, options, port);
    },
    onLost: ({ delayMs }) => {
      options.log(`The server ended; starting it again in ${delayMs} ms.`);
      return 'restart';
    },
  });
}

async function restart(
  child: ChildHandle,
  options: EmbeddedServerOptions,
  port: number,
): Promise<void> {
  const answer = await askToStart(child, options, port);
  if (answer.kind === 'failed') options.log(`The server did not start: ${answer.message}`);
}

function failure(
  answer: Extract<ServerToHost, { kind: 'failed' }>,
  { data, port }: EmbeddedServerOptions,
): HostError {
  return answer.code === 'port_taken'
    ? new HostError(
        'port_taken',
        `Port ${port}, where this server has been until now, is taken by another program. End that program, or change server_port in ${data}/host.json and connect the stations to the new address.`,
      )
    : new HostError('server_failed', `The server did not start: ${answer.message}`);
}

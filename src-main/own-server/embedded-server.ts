import { setTimeout as delay } from 'node:timers/promises';
import type { Demo } from '../../shared/contract/demo.ts';
import type { FirstOrganiser, EnrolmentRequest, SampleCode } from '../../shared/station/server.ts';
import { HostError } from '../startup/host-error.ts';
import type { ChildHandle } from '../processes/child-handle.ts';
import { supervise, type Supervised } from '../processes/supervise.ts';
import { createNetworkSwitch, type NetworkSwitch, type NetworkWish } from './network-switch.ts';
import { parseServerToHost, type HostToServer, type ServerToHost } from './server-messages.ts';

export interface EmbeddedServerOptions {
  readonly spawn: () => ChildHandle;
  readonly data: string;
  /** The port of the last run; 0 at the first. */
  readonly port: number;
  readonly demo: number | null;
  /** Also accepts requests from the network, as in the last run. */
  readonly network?: NetworkWish | null;
  readonly log: (sentence: string) => void;
  /** How long a killed predecessor may still hold the port. */
  readonly patienceMs?: number;
}

export interface EmbeddedServer {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly port: number;
  readonly demo: Demo | null;
  readonly samples: readonly SampleCode[];
  /** Creates an organiser with a first event; resolves with a station's enrolment code. */
  readonly beginOrganiser: (first: FirstOrganiser) => Promise<ServerAnswer>;
  /** Copies the database to a new file; resolves with its path. */
  readonly backUp: (file: string) => Promise<ServerAnswer>;
  /** Whether other computers on the local network may connect. */
  readonly network: Pick<NetworkSwitch, 'state' | 'open' | 'close'>;
  readonly enrolmentChoices: () => Promise<ServerAnswer>;
  /** Creates a client for a station that reaches the server over the network at `url`. */
  readonly enrolStation: (station: EnrolmentRequest, url: string) => Promise<ServerAnswer>;
  readonly stop: () => Promise<void>;
}

/** The server process's reply to a request, or `refused` with the code of Node, SQLite or a service, if there is one. */
export type ServerAnswer = Extract<ServerToHost, { readonly id: number }>;

const PORT_PATIENCE_MS = 10_000;
const PORT_POLL_MS = 250;

/**
 * Starts the companion server in a separate process and keeps it running at one address, restarting it after a crash.
 * @throws {HostError} `port_taken`, `server_failed`
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const first = await startOnce(options);
  const port = Number(new URL(first.ready.auth_url).port);
  const line = createServerLine();
  const network = createNetworkSwitch(
    (message) => line.ask(supervised.child(), (id) => ({ ...message, id })),
    options.network ?? null,
  );
  const supervised = keepRunning(options, { first: first.child, port, line, network });
  network.started();
  return {
    baseUrl: first.ready.base_url,
    authUrl: first.ready.auth_url,
    port,
    demo: first.ready.demo,
    samples: first.ready.samples,
    beginOrganiser: (organiser) =>
      line.ask(supervised.child(), (id) => ({
        kind: 'begin_organiser',
        id,
        first: plain(organiser),
      })),
    backUp: (file) => line.ask(supervised.child(), (id) => ({ kind: 'back_up', id, file })),
    network,
    enrolmentChoices: () =>
      line.ask(supervised.child(), (id) => ({ kind: 'read_enrolment_choices', id })),
    enrolStation: ({ name, organiser, event, location }, url) =>
      line.ask(supervised.child(), (id) => ({
        kind: 'enrol_station',
        id,
        url,
        station: { name, organiser, event, location },
      })),
    stop: () => {
      network.stop();
      return supervised.stop({ kind: 'stop' } satisfies HostToServer);
    },
  };
}

type StartAnswer = Extract<ServerToHost, { kind: 'ready' | 'failed' }>;

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
): Promise<StartAnswer> {
  const { promise, resolve } = Promise.withResolvers<StartAnswer>();
  child.onMessage((raw) => {
    const message = parseServerToHost(raw);
    if (message?.kind !== 'ready' && message?.kind !== 'failed') return;
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

/** From now on others know the address, so every restart asks for the same port. */
function keepRunning(
  options: EmbeddedServerOptions,
  {
    first,
    port,
    line,
    network,
  }: {
    readonly first: ChildHandle;
    readonly port: number;
    readonly line: ServerLine;
    readonly network: NetworkSwitch;
  },
): Supervised {
  let next: ChildHandle | null = first;
  return supervise({
    start: () => {
      const child = next ?? options.spawn();
      next = null;
      return child;
    },
    onStarted: (child) => {
      line.listen(child);
      if (child !== first) void restart(child, options, { port, network });
    },
    onLost: ({ delayMs }) => {
      network.lost();
      options.log(`The server ended; starting it again in ${delayMs} ms.`);
      return 'restart';
    },
  });
}

interface ServerLine {
  readonly listen: (child: ChildHandle) => void;
  readonly ask: (
    child: ChildHandle | null,
    message: (id: number) => HostToServer,
  ) => Promise<ServerAnswer>;
}

const GONE: ServerAnswer = {
  kind: 'refused',
  id: 0,
  code: '',
  message: 'The server is being started again.',
};

/** Requests to the server process and their replies; if the process ends, all pending ones fail. */
function createServerLine(): ServerLine {
  const open = new Map<number, (answer: ServerAnswer) => void>();
  let last = 0;
  const settle = (id: number, answer: ServerAnswer) => {
    open.get(id)?.(answer);
    open.delete(id);
  };
  return {
    listen: (child) => {
      child.onMessage((raw) => {
        const message = parseServerToHost(raw);
        if (message !== null && 'id' in message) settle(message.id, message);
      });
      child.onExit(() => {
        for (const id of open.keys()) settle(id, GONE);
      });
    },
    ask: (child, messageOf) => {
      if (child === null) return Promise.resolve(GONE);
      last += 1;
      const { promise, resolve } = Promise.withResolvers<ServerAnswer>();
      open.set(last, resolve);
      child.post(messageOf(last));
      return promise;
    },
  };
}

function plain({ organiser, event, entry_points, timezone }: FirstOrganiser) {
  return { organiser, event, entry_points: [...entry_points], timezone };
}

async function restart(
  child: ChildHandle,
  options: EmbeddedServerOptions,
  { port, network }: { readonly port: number; readonly network: NetworkSwitch },
): Promise<void> {
  const answer = await askToStart(child, options, port);
  if (answer.kind === 'ready') network.started();
  else options.log(`The server did not start: ${answer.message}`);
}

function failure(
  answer: Extract<ServerToHost, { kind: 'failed' }>,
  { data, port }: EmbeddedServerOptions,
): HostError {
  return answer.code === 'port_taken'
    ? new HostError(
        'port_taken',
        `Another program is using port ${port}, this server's port until now. Close that program, or change server_port in ${data}/host.json and connect the stations to the new address.`,
      )
    : new HostError('server_failed', `The server did not start: ${answer.message}`);
}

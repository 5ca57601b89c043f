// Why: docs/decisions/0020-embedded-server.md
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { assertNever } from '../../shared/assert-never.ts';
import {
  readingCommands,
  type StationCommand,
  type StationRequest,
} from '../../shared/station/commands.ts';
import type { StationMessage, StationReply } from '../../shared/station/messages.ts';
import { isPrintCommand, type PrintCommand } from '../../shared/station/labels.ts';
import {
  NOT_PRINTED_HERE,
  NOT_STARTED_AT_LOGIN,
  type CommandResult,
} from '../../shared/station/results.ts';
import {
  isServerCommand,
  type SampleCode,
  type ServerCommand,
  type ServerContent,
  type ServerState,
} from '../../shared/station/server.ts';
import {
  isStartAtLoginCommand,
  type StartAtLoginCommand,
} from '../../shared/station/start-at-login.ts';
import { readEnrolmentCode } from '../../shared/ticket-code/enrolment-code.ts';
import { diskTrouble } from '../startup/disk-trouble.ts';
import { codeOf, HostError } from '../startup/host-error.ts';
import { readHostSettings, writeHostSettings } from '../startup/host-settings.ts';
import type { ChildHandle } from '../processes/child-handle.ts';
import { CallError } from '../processes/rpc.ts';
import type { ServedStation } from '../page/served-station.ts';
import { startOwnServer, type ChosenServer } from './server-choice.ts';
import type { LabelPrinter } from './label-printer.ts';
import type { StartAtLogin } from './start-at-login.ts';
import { firstOwnerLink, type EmbeddedServer } from './embedded-server.ts';
import { createServerNetwork, holdsDemo, type ServerNetworkControl } from './server-network.ts';

export interface HostServerOptions {
  readonly data: string;
  readonly spawn: () => ChildHandle;
  readonly chosen: Pick<ChosenServer, 'embedded' | 'isUndecided'>;
  /** Sends the station a command, as a screen would. */
  readonly ask: (command: StationCommand) => Promise<CommandResult>;
  /** Called when somebody has chosen that a server runs here. */
  readonly onBegun?: (embedded: EmbeddedServer) => void;
  /** Opens a place of the console in a browser. Left out by a host whose page is in one. */
  readonly openConsole?: (embedded: EmbeddedServer, place: string) => Promise<void>;
  /** Left out by a host that cannot be started at login. */
  readonly startAtLogin?: StartAtLogin | null;
  /** Left out by a host that cannot print without a dialog. */
  readonly labelPrinter?: LabelPrinter;
}

/** What the host answers instead of the station. */
type HostCommand = ServerCommand | StartAtLoginCommand | PrintCommand;

/** The server in this host, and the requests of screens that the host answers. */
export interface HostServer {
  /** Null if the request is for the station. */
  readonly handle: (request: StationRequest) => Promise<StationReply> | null;
  /** The station's message for a screen, with the phase in which somebody has to choose first. */
  readonly shown: (message: StationMessage) => StationMessage;
  /** Null if none runs here. */
  readonly embedded: () => EmbeddedServer | null;
  readonly stop: () => Promise<void>;
}

const NOT_HERE: CommandResult = {
  ok: false,
  code: 'server.not_here',
  message: 'No server runs here.',
};
/** A page resends an unanswered request under the same id. */
const REMEMBERED = 50;
const HEALTH_MS = 2_000;

export function createHostServer(options: HostServerOptions): HostServer {
  const { startAtLogin = null, labelPrinter } = options;
  const own = controlServer(options);
  /** The station's last state. */
  let isKiosk = false;
  const replies = new Map<string, Promise<StationReply>>();
  /** One at a time: two servers must never run on one database. */
  let before: Promise<unknown> = Promise.resolve();

  const carryOut = async (command: HostCommand): Promise<CommandResult> => {
    try {
      switch (command.kind) {
        case 'read_server':
          return { ok: true, server: await own.describe() };
        case 'open_import':
          return await own.openImport(command.event);
        case 'run_server':
          return await own.run(command.content);
        case 'back_up_server':
          return await own.backUp();
        case 'open_server':
          return await own.withNetwork((network) => network.open(command.with_demo));
        case 'move_server':
          return await own.withNetwork((network) => network.move());
        case 'renew_certificate':
          return await own.withNetwork((network) => network.renewCertificate());
        case 'close_server':
          return await own.withNetwork((network) => network.close());
        case 'read_enrolment_choices':
          return await own.withNetwork(async (_network, { call }) => {
            return { ok: true, enrolment_choices: await call('enrolmentChoices') };
          });
        case 'enrol_station':
          return await own.withNetwork(async (network) => {
            return { ok: true, joining: await network.enrol(command, command.host) };
          });
        case 'read_start_at_login':
          return describeLogin(startAtLogin);
        case 'set_start_at_login':
          return setAtLogin(startAtLogin, command.on);
        case 'read_printers':
        case 'print_labels':
          return labelPrinter === undefined ? NOT_PRINTED_HERE : await print(labelPrinter, command);
        default:
          return assertNever(command);
      }
    } catch (error) {
      return failureOf(error);
    }
  };

  const inTurn = (command: HostCommand): Promise<CommandResult> => {
    const turn = before.then(() => carryOut(command));
    before = turn;
    return turn;
  };

  return {
    handle: ({ id, command }) => {
      // In kiosk mode the station refuses these, like everything but scanning and what follows from it.
      if (!isHostCommand(command)) return null;
      if (isKiosk && command.kind !== 'print_labels') return null;
      const reply = async (result: Promise<CommandResult>): Promise<StationReply> => ({
        kind: 'reply',
        id,
        result: await result,
      });
      // What changes nothing need not queue behind what does.
      if (readingCommands.has(command.kind)) return reply(carryOut(command));
      const known = replies.get(id);
      if (known !== undefined) return known;
      // No printer keeps a server waiting.
      const response = reply(isPrintCommand(command) ? carryOut(command) : inTurn(command));
      replies.set(id, response);
      const [oldest] = replies.keys();
      if (replies.size > REMEMBERED && oldest !== undefined) replies.delete(oldest);
      return response;
    },
    shown: (message) => {
      if (message.kind === 'welcome' || message.kind === 'state') isKiosk = message.state.kiosk.on;
      return own.isUndecided() ? undecided(message) : message;
    },
    embedded: own.embedded,
    stop: async () => {
      await before;
      await own.stop();
    },
  };
}

/** The server in this host, if there is one, and what may be done with it. */
function controlServer({ data, spawn, chosen, ask, onBegun, openConsole }: HostServerOptions) {
  let { embedded, isUndecided } = chosen;
  let samples: readonly SampleCode[] = [];

  const run = async (content: ServerContent): Promise<CommandResult> => {
    const isDemo = content.kind === 'demo';
    if (embedded !== null && isDemo && embedded.demo === null) {
      await embedded.stop();
      embedded = null;
    }
    const server = (embedded ??= await startOwnServer(data, {
      spawn,
      before: readHostSettings(data),
      withDemo: isDemo,
    }));
    const credentials = isDemo
      ? demoCredentials(server)
      : await organiserCredentials(server, content);
    if ('ok' in credentials) return credentials;
    const connected = await ask({ kind: 'connect', ...credentials });
    if (!connected.ok) return connected;
    const settings = readHostSettings(data);
    const { port } = server;
    writeHostSettings(data, { ...settings, server: { kind: 'embedded' }, server_port: port });
    if (isUndecided) onBegun?.(server);
    isUndecided = false;
    return { ok: true, server: await describe() };
  };

  const openImport = async (event: string): Promise<CommandResult> => {
    if (embedded === null) return NOT_HERE;
    const place = `/import?event=${encodeURIComponent(event)}`;
    if (openConsole !== undefined) {
      await openConsole(embedded, place);
      return { ok: true };
    }
    const link = await firstOwnerLink(embedded, place);
    return { ok: true, console: link ?? `${embedded.consoleUrl}${place}` };
  };

  const backUp = async (): Promise<CommandResult> => {
    if (embedded === null) return NOT_HERE;
    const at = new Date().toISOString();
    const name = `gatehouse-${at.replaceAll(':', '-')}.db`;
    const backup = { file: join(data, 'backups', name), at };
    await embedded.call('backUp', backup.file);
    writeHostSettings(data, { ...readHostSettings(data), last_backup: backup });
    return { ok: true, backup };
  };

  const describe = async (): Promise<ServerState> => {
    if (embedded === null) return { kind: isUndecided ? 'undecided' : 'elsewhere' };
    const [health, drawn] = await Promise.all([healthOf(embedded), samplesOf(embedded)]);
    // A page asks once: a server that is being started again still has those.
    if (drawn.length > 0) samples = drawn;
    return {
      kind: 'here',
      address: embedded.baseUrl,
      health,
      bytes: bytesOf(join(data, 'server.db')),
      data,
      last_backup: readHostSettings(data).last_backup ?? null,
      demo: holdsDemo(data),
      network: createServerNetwork(data, embedded).describe(),
      ...(embedded.demo !== null && samples.length > 0 && { samples }),
    };
  };

  const withNetwork = async (
    work: (network: ServerNetworkControl, server: EmbeddedServer) => Promise<CommandResult | void>,
  ): Promise<CommandResult> => {
    if (embedded === null) return NOT_HERE;
    const result = await work(createServerNetwork(data, embedded), embedded);
    return result ?? { ok: true, server: await describe() };
  };

  return {
    run,
    openImport,
    backUp,
    describe,
    withNetwork,
    embedded: () => embedded,
    isUndecided: () => isUndecided,
    stop: async () => embedded?.stop(),
  };
}

/** The station as screens see it, in a host that may run a server. */
export function withHostServer(station: ServedStation, server: HostServer): ServedStation {
  return {
    welcome: () => server.shown(station.welcome()),
    subscribe: (listener) => station.subscribe((message) => listener(server.shown(message))),
    handle: (request) => server.handle(request) ?? station.handle(request),
  };
}

function undecided(message: StationMessage): StationMessage {
  if (message.kind !== 'welcome' && message.kind !== 'state') return message;
  const { state } = message;
  if (state.phase.kind !== 'unenrolled' || state.server_url !== null) return message;
  return { ...message, state: { ...state, phase: { kind: 'undecided' } } };
}

function isHostCommand(command: StationCommand): command is HostCommand {
  return isServerCommand(command) || isStartAtLoginCommand(command) || isPrintCommand(command);
}

async function print(printer: LabelPrinter, command: PrintCommand): Promise<CommandResult> {
  try {
    if (command.kind === 'read_printers') return { ok: true, printers: await printer.list() };
    await printer.print(command.job, command.printer);
    return { ok: true };
  } catch (error) {
    return failed('printing.failed', error instanceof Error ? error.message : String(error));
  }
}

function describeLogin(startAtLogin: StartAtLogin | null): CommandResult {
  if (startAtLogin === null) return NOT_STARTED_AT_LOGIN;
  return { ok: true, start_at_login: startAtLogin.isOn() };
}

function setAtLogin(startAtLogin: StartAtLogin | null, on: boolean): CommandResult {
  try {
    startAtLogin?.set(on);
    return describeLogin(startAtLogin);
  } catch (error) {
    return failed('start_at_login.failed', error instanceof Error ? error.message : String(error));
  }
}

type Connect = Omit<Extract<StationCommand, { kind: 'connect' }>, 'kind'>;
type Failure = Extract<CommandResult, { ok: false }>;

function demoCredentials({ demo, baseUrl }: EmbeddedServer): Connect | Failure {
  if (demo === null) {
    return failed('server.not_empty', 'The server here has data of its own, so no demo data.');
  }
  return { server_url: baseUrl, ...demo.station };
}

async function organiserCredentials(
  server: EmbeddedServer,
  content: Extract<ServerContent, { kind: 'own' }>,
): Promise<Connect | Failure> {
  const enrolment = readEnrolmentCode(await server.call('beginOrganiser', content));
  return enrolment ?? failed('server.failed', 'The server gave no enrolment code.');
}

async function healthOf({ authUrl }: EmbeddedServer): Promise<'ready' | 'unready' | 'away'> {
  try {
    const signal = AbortSignal.timeout(HEALTH_MS);
    const { ok } = await fetch(`${authUrl}/readyz`, { signal });
    return ok ? 'ready' : 'unready';
  } catch {
    return 'away';
  }
}

/** None while it does not answer. */
async function samplesOf({ demo, call }: EmbeddedServer): Promise<readonly SampleCode[]> {
  if (demo === null) return [];
  const late = delay<readonly SampleCode[]>(HEALTH_MS, [], { ref: false });
  return Promise.race([call('samples').catch(() => []), late]);
}

/** Including the write-ahead log. */
function bytesOf(database: string): number | null {
  const main = statSync(database, { throwIfNoEntry: false });
  const log = statSync(`${database}-wal`, { throwIfNoEntry: false });
  return main === undefined ? null : main.size + (log?.size ?? 0);
}

function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof CallError && error.code === 'gone') {
    return failed('server.failed', 'The server is being started again.');
  }
  if (error instanceof HostError && error.code === 'port_taken') {
    return failed('server.port_taken', message);
  }
  if (error instanceof HostError && error.code === 'demo_closed') {
    return failed('server.demo_closed', message);
  }
  return failed(isFull(codeOf(error), message) ? 'server.disk_full' : 'server.failed', message);
}

/** A server that could not start reports only SQLite's own message. */
function isFull(code: string, message: string): boolean {
  return diskTrouble(code)?.cause === diskTrouble('ENOSPC')?.cause || /disk is full/.test(message);
}

function failed(code: Failure['code'], message: string): Failure {
  return { ok: false, code, message };
}

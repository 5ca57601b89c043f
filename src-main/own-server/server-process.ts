/**
 * The embedded companion server, in a separate process so that its work never delays a door. Runs as a child of Node (browser
 * host) or as Electron's utility process.
 */
import { dirname, join } from 'node:path';
import { assertNever } from '../../shared/assert-never.ts';
import { createServer, serverDefaults, type GatehouseServer } from '../../src-server/server.ts';
import { makeNewFilesPrivate, makePrivateFolder } from '../../src-files/private-files.ts';
import { fillAtomically } from '../../src-files/write-atomically.ts';
import { codeOf } from '../startup/host-error.ts';
import { logLevelIn, openLog } from '../adapters/system/open-log.ts';
import { liveAsChild } from '../processes/long-lived.ts';
import { openParentPort } from '../processes/parent-port.ts';
import { createNetworkAccess, type NetworkAccess } from './network-access.ts';
import { parseHostToServer, type HostToServer, type ServerToHost } from './server-messages.ts';

liveAsChild();
makeNewFilesPrivate();
const port = openParentPort();
const send = (message: ServerToHost) => port.post(message);
const HEARD_LIMIT_MS = 2_000;
let server: Promise<RunningServer | null> | null = null;

interface RunningServer {
  readonly running: GatehouseServer;
  readonly network: NetworkAccess;
}

port.onGone(() => void stop());
port.onMessage((raw) => {
  const message = parseHostToServer(raw);
  if (message === null) return;
  switch (message.kind) {
    case 'stop':
      void stop();
      return;
    case 'start':
      server ??= start(message);
      return;
    case 'begin_organiser':
      void answer(message.id, async ({ running }) => ({
        kind: 'done',
        text: await running.beginOrganiser(message.first),
      }));
      return;
    case 'back_up':
      void answer(message.id, async ({ running }) => ({
        kind: 'done',
        text: await backUp(running, message.file),
      }));
      return;
    case 'open_network':
      void answer(message.id, ({ network }) => network.open(message));
      return;
    case 'close_network':
      void answer(message.id, async ({ network }) => {
        await network.close();
        return { kind: 'done', text: '' };
      });
      return;
    case 'read_enrolment_choices':
      void answer(message.id, async ({ running }) => {
        const choices = await running.enrolmentChoices();
        return {
          kind: 'enrolment_choices',
          choices: choices.map((choice) => ({ ...choice, entry_points: [...choice.entry_points] })),
        };
      });
      return;
    case 'enrol_station':
      void answer(message.id, async ({ running }) => ({
        kind: 'station_enrolled',
        station: await running.enrolStation(message.station, message.url),
      }));
      return;
    default:
      assertNever(message);
  }
});
// A host stops its server with a message: a signal to the whole process group must not interrupt uploads.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
// Otherwise Node.js opens a debugger, to any user of the machine.
process.on('SIGUSR1', () => undefined);

async function start(
  options: Extract<HostToServer, { kind: 'start' }>,
): Promise<RunningServer | null> {
  try {
    const log = openLog(join(options.data, 'logs'), 'server.log');
    const started = await createServer({
      ...serverDefaults,
      data: options.data,
      port: options.port,
      demo: options.demo,
      logger: { level: logLevelIn(process.env) ?? 'warn', write: log },
    });
    send({
      kind: 'ready',
      base_url: started.baseUrl,
      auth_url: started.authUrl,
      demo: started.demo,
      samples: [...(await started.drawSamples())],
    });
    return { running: started, network: createNetworkAccess(options.data, started) };
  } catch (error) {
    send({ kind: 'failed', ...describeFailure(error) });
    process.exitCode = 1;
    // The host replies with `stop`; in Electron a message and the process's exit could overtake each other.
    setTimeout(() => process.exit(), HEARD_LIMIT_MS);
    return null;
  }
}

type Answer = Extract<ServerToHost, { readonly id: number }>;
/** Each kind, without its id. */
type Answered = Answer extends infer One ? (One extends Answer ? Omit<One, 'id'> : never) : never;

async function answer(
  id: number,
  work: (server: RunningServer) => Promise<Answered>,
): Promise<void> {
  try {
    const running = await server;
    if (running === null) throw new Error('the server is not running');
    send({ ...(await work(running)), id });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: 'refused', id, code: codeOf(error), message });
  }
}

/** The copy gets its name only when it is complete. */
async function backUp(running: GatehouseServer, file: string): Promise<string> {
  makePrivateFolder(dirname(file));
  await fillAtomically(file, (draft) => running.backUp(draft));
  return file;
}

async function stop(): Promise<void> {
  await (await server)?.running.close();
  process.exit();
}

function describeFailure(error: unknown) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const code: 'port_taken' | 'server_failed' = taken ? 'port_taken' : 'server_failed';
  return { code, message: error instanceof Error ? error.message : String(error) };
}

import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_PEER_PORT, readPeerAddress } from '../adapters/peers/private-address.ts';
import type { ClientCredentials } from '../ports/remote.ts';
import { readEnrolmentCode, type Enrolment } from '../../shared/ticket-code/enrolment-code.ts';
import { HostError } from './host-error.ts';
import { logLevels } from '../adapters/system/open-log.ts';

/** The settings from the command line and the environment. */
export interface HostConfig {
  readonly host: 'automatic' | 'browser' | 'electron';
  /** Absolute path of the data folder. */
  readonly data: string;
  /** Port of the page (browser host). 0 picks a free one; null reuses the last run's, or a free one the first time. */
  readonly port: number | null;
  readonly server: ServerChoice;
  /** Connects a station that belongs to no server yet. */
  readonly enrolmentCode: Enrolment | null;
  readonly peers: PeerChoice;
  /** Ends kiosk mode and removes the PIN, for one that is forgotten. */
  readonly leaveKiosk: boolean;
  /** Fills an empty embedded server with demo data. */
  readonly demo: boolean;
  /** If nothing was chosen yet, the screen asks, and no embedded server is started. */
  readonly firstRun: boolean;
  readonly open: boolean;
  readonly json: boolean;
}

/** How to reach stations nearby, once that is switched on. */
export interface PeerChoice {
  /** The port this station listens on; 0 picks a free one. */
  readonly port: number;
  /** Addresses of stations that discovery cannot find, such as `192.168.1.20:8797`. */
  readonly given: readonly string[];
}

export type ServerChoice =
  /** The server of the last run; an embedded one the first time. */
  | { readonly kind: 'as_before' }
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'remote';
      readonly url: string;
      /** Null if the station is enrolled already, or will be on the screen. */
      readonly credentials: ClientCredentials | null;
    };

export const usage = `Usage: gatehouse start [options]     where the package is installed
       npm start -- [options]        in the project

Opens the door screen: in Electron if its binary and a display are available, otherwise in a browser.

  --host=browser|electron   choose the host instead
  --data DIR                the data folder (default: in your application data)
  --server=URL              connect to a running server (…/v1); "embedded" returns to the built-in one
  --client-id ID            with --server: the station's client; its secret is read from GATEHOUSE_CLIENT_SECRET
                            (for this start only; connect on the screen to save both)
  --no-demo                 do not fill an empty embedded server with demo data
  --first-run               on a new data folder, begin with the choice of an installed desktop app: try it, run the server
                            here, or connect
  --port N                  browser host: port of the page (default: that of the last run; a free one the first time)
  --peer-port N             the port for stations nearby, once that is switched on in the settings (default: 8797, or a free one
                            if that is taken)
  --peer HOST:PORT          the address of a station nearby that discovery cannot find, on the local network; may be repeated
  --leave-kiosk             end kiosk mode and remove the PIN, if it is forgotten; stop Gatehouse first if it is running
  --no-open                 browser host: only print the address, open no browser
  --json                    print one line of JSON on stdout when the page can be used
  --help                    show this help
  -- --SWITCH…              Electron host only: switches for Chromium, such as --password-store=gnome-libsecret

If Gatehouse is already running on the data folder and serves a page, it prints a new address of that page instead.

Environment: GATEHOUSE_CLIENT_SECRET, see --client-id; GATEHOUSE_ENROLMENT_CODE, the code that "station enrol" prints: connects
a station that belongs to no server yet, as if it were pasted on the screen, and is then ignored; GATEHOUSE_LOG_LEVEL, the level
of logs/: silent, error, warn, info or debug (default: info for the station, warn for an embedded server).

Exit codes: 0 stopped as asked, 1 failure, 2 wrong usage.
`;

export type StartRequest =
  { readonly kind: 'help' } | { readonly kind: 'start'; readonly config: HostConfig };

/**
 * Parses the command line. Secrets come only from the environment, which other users' `ps` does not show.
 * @throws {HostError} `usage`, saying what was expected.
 */
export function readStartRequest(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): StartRequest {
  const values = parseFlags(args);
  if (values.help) return { kind: 'help' };
  checkLogLevel(environment['GATEHOUSE_LOG_LEVEL']);
  const enrolmentCode = readCode(environment['GATEHOUSE_ENROLMENT_CODE'], values.server);
  return {
    kind: 'start',
    config: {
      host: readHost(values.host),
      data: resolve(readData(values.data) ?? defaultDataDirectory(platform, environment)),
      port: readPort(values.port),
      server: readServer(
        values.server ?? enrolmentCode?.server_url,
        values['client-id'],
        environment['GATEHOUSE_CLIENT_SECRET'],
      ),
      enrolmentCode,
      peers: {
        port: readPort(values['peer-port'], 'peer-port') ?? DEFAULT_PEER_PORT,
        given: readPeers(values.peer),
      },
      leaveKiosk: values['leave-kiosk'] ?? false,
      demo: !(values['no-demo'] ?? false),
      firstRun: values['first-run'] ?? false,
      open: !(values['no-open'] ?? false),
      json: values.json ?? false,
    },
  };
}

/** By name, without dashes. */
export const startOptions = {
  host: { type: 'string' },
  data: { type: 'string' },
  port: { type: 'string' },
  server: { type: 'string' },
  'client-id': { type: 'string' },
  'no-demo': { type: 'boolean' },
  'first-run': { type: 'boolean' },
  'peer-port': { type: 'string' },
  peer: { type: 'string', multiple: true },
  'leave-kiosk': { type: 'boolean' },
  'no-open': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: startOptions,
    }).values;
  } catch (error) {
    throw wrongUsage(error instanceof Error ? error.message : String(error));
  }
}

function checkLogLevel(level: string | undefined): void {
  if (level === undefined || logLevels.some((known) => known === level)) return;
  throw wrongUsage(`GATEHOUSE_LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${level}".`);
}

/** An empty name comes from an unset variable; as a path it would mean the working directory. */
function readData(folder: string | undefined): string | undefined {
  if (folder === '') throw wrongUsage('--data needs the name of a directory.');
  return folder;
}

function readHost(host: string | undefined): HostConfig['host'] {
  if (host === undefined) return 'automatic';
  if (host === 'browser' || host === 'electron') return host;
  throw wrongUsage(`--host must be browser or electron, not "${host}".`);
}

function readPeers(addresses: readonly string[] = []): readonly string[] {
  const wrong = addresses.find((address) => readPeerAddress(address) === null);
  if (wrong === undefined) return addresses;
  throw wrongUsage(
    `--peer must be an address on the local network and a port, such as 192.168.1.20:${DEFAULT_PEER_PORT}, not "${wrong}".`,
  );
}

function readPort(text: string | undefined, name = 'port'): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535))
    throw wrongUsage(`--${name} must be a number from 0 to 65535, not "${text}".`);
  return port;
}

function readServer(
  server: string | undefined,
  clientId: string | undefined,
  clientSecret: string | undefined,
): ServerChoice {
  if (server === undefined || server === 'embedded') {
    if (clientId !== undefined) throw wrongUsage('--client-id needs --server URL.');
    return { kind: server ?? 'as_before' };
  }
  return {
    kind: 'remote',
    url: readUrl(server),
    credentials: readCredentials(clientId, clientSecret),
  };
}

/** What is unset in a file of variables is empty. */
function readCode(text = '', server: string | undefined): Enrolment | null {
  if (text === '') return null;
  if (server !== undefined)
    throw wrongUsage('GATEHOUSE_ENROLMENT_CODE names the server: leave out --server.');
  const code = readEnrolmentCode(text.trim());
  if (code !== null) return code;
  throw wrongUsage(
    'GATEHOUSE_ENROLMENT_CODE must be all of an enrolment code, gatehouse://enrol?….',
  );
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw wrongUsage(
      '--server must be "embedded" or an http(s) address without credentials or a query in it.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function readCredentials(
  clientId: string | undefined,
  clientSecret: string | undefined,
): ClientCredentials | null {
  if (clientId === undefined) return null;
  if (!clientSecret) {
    throw wrongUsage(
      '--client-id needs its secret in the environment variable GATEHOUSE_CLIENT_SECRET.',
    );
  }
  return { client_id: clientId, client_secret: clientSecret };
}

function wrongUsage(problem: string): HostError {
  const sentence = /[.?!]$/.test(problem) ? problem : `${problem}.`;
  return new HostError('usage', `${sentence} "--help" lists the options.`);
}

/** The platform's folder for application data, used if no directory is named. */
export function defaultDataDirectory(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  home: string = homedir(),
): string {
  switch (platform) {
    case 'win32':
      return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Gatehouse');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Gatehouse');
    default:
      return join(
        absolute(environment['XDG_DATA_HOME']) ?? join(home, '.local', 'share'),
        'gatehouse',
      );
  }
}

/** The XDG specification has relative paths ignored. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

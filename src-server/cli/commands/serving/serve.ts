import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandName, shellWord } from '../../../../shared/contract/command-name.ts';
import { describeDemo } from '../../../../shared/contract/demo.ts';
import { describeConsole } from '../../../../shared/contract/describe-console.ts';
import { preparePrivateFolder } from '../../../../src-files/private-files.ts';
import type { LogLevel } from '../../../server.ts';
import {
  reachesOwnComputer,
  serverDefaults,
  type GatehouseServer,
  type ServerConfig,
} from '../../../server-config.ts';
import { CliError } from '../../definition/cli-error.ts';
import { defineCommand, type Given } from '../../definition/define-command.ts';
import { organiserData } from '../../definition/open-organiser-data.ts';
import type { Terminal } from '../../definition/terminal.ts';
import {
  choiceFlag,
  listFlag,
  optionalFlag,
  optionalValue,
  orElse,
  textFlag,
  wholeFlag,
  wholeBetween,
  yes,
} from '../../flags/flags.ts';
import { mailFlags, readSmtpUrl } from '../../flags/mail-flags.ts';
import { readOrigin } from '../../flags/read-origin.ts';
import { readPublicUrl } from '../../flags/read-public-url.ts';
import { readTls } from '../../flags/read-tls.ts';
import { UsageError } from '../../flags/usage-error.ts';
import { readableLog } from '../../render/readable-log.ts';

const ports = [0, 65_535] as const;
const MOST = Number.MAX_SAFE_INTEGER;
const DEFAULT_DEMO_TICKETS = 2000;
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const satisfies LogLevel[];

const serveFlags = {
  host: orElse(textFlag('HOST', 'address to listen on'), serverDefaults.host),
  port: orElse(
    wholeBetween('PORT', 'port to listen on; 0 picks a free one', ports),
    serverDefaults.port,
  ),
  tlsCert: optionalFlag(
    textFlag('FILE', 'certificate in PEM, with those between it and its authority: serve HTTPS'),
  ),
  tlsKey: optionalFlag(textFlag('FILE', 'private key of the certificate, in PEM')),
  publicUrl: optionalFlag(
    textFlag('URL', 'address under which clients and stations reach the server'),
  ),
  demo: optionalValue(
    wholeFlag(
      'TICKETS',
      `fill an empty database with demo data, ${DEFAULT_DEMO_TICKETS} tickets unless given`,
    ),
    DEFAULT_DEMO_TICKETS,
  ),
  rateLimit: orElse(
    wholeBetween(
      'N',
      'API calls a minute per client; 0 switches this limit and that of stations off',
      [0, MOST],
    ),
    serverDefaults.rateLimit,
  ),
  stationRateLimit: orElse(
    wholeBetween('N', 'API calls a minute per station; 0 switches the limit off', [0, MOST]),
    serverDefaults.stationRateLimit,
  ),
  tokenTtl: orElse(
    wholeBetween('SECONDS', 'how long a token lives', [1, MOST]),
    serverDefaults.tokenTtlSeconds,
  ),
  trustedProxy: orElse(
    listFlag('CIDR', 'proxies whose X-Forwarded-* headers count, separated by commas'),
    [],
  ),
  corsOrigin: orElse(
    listFlag(
      'ORIGIN',
      'pages that may call the API from a browser, such as https://example.org, separated by commas',
    ),
    [],
  ),
  webhookAllow: orElse(
    listFlag(
      'CIDR',
      'networks that webhooks may reach although they are not public, separated by commas',
    ),
    [],
  ),
  webhookSubscriptions: orElse(
    wholeBetween('N', 'webhook subscriptions that a client may have', [0, MOST]),
    serverDefaults.webhookSubscriptions,
  ),
  webhookSchedule: orElse(
    textFlag('GAPS', 'when webhooks are retried: A, B or gaps in seconds such as 10,60,300'),
    serverDefaults.webhookSchedule,
  ),
  webhookHeaderPrefix: orElse(
    textFlag('PREFIX', "beginning of the webhook headers' names"),
    serverDefaults.webhookHeaderPrefix,
  ),
  ...mailFlags,
  drain: orElse(
    wholeBetween(
      'SECONDS',
      'how long it goes on serving once it is asked to stop, while /readyz answers 503',
      [0, MOST],
    ),
    0,
  ),
  metricsPort: optionalFlag(
    wholeBetween(
      'PORT',
      'serve /metrics on that port of 127.0.0.1 alone; needed behind a proxy',
      ports,
    ),
  ),
  serverTiming: yes('add Server-Timing to responses'),
  logLevel: orElse(choiceFlag('LEVEL', 'what is logged, on stderr', logLevels), 'warn'),
} as const;

/** Prints one line once it accepts requests, and exits with 0 on a request to stop. */
export const command = defineCommand(
  {
    name: 'serve',
    summary: 'Run the companion server',
    operands: [],
    flags: serveFlags,
    examples: [
      'serve --demo',
      'serve --data /var/lib/gatehouse --public-url https://tickets.example.org --trusted-proxy 127.0.0.1',
    ],
  },
  serve,
);

const MS_PER_SECOND = 1_000;
/** How long a start may take to finish after a request to stop. */
const START_GRACE_MS = 5_000;

async function serve(
  { values, common }: Given<typeof serveFlags>,
  terminal: Terminal,
): Promise<void> {
  const stopped = terminal.stopRequested();
  const { dataDir, databaseUrl } = organiserData(common, terminal);
  const readFiles = () => readTls(values.tlsCert, values.tlsKey);
  const config = {
    ...serverDefaults,
    data: dataDir,
    databaseUrl,
    host: values.host,
    port: values.port,
    tls: readFiles(),
    readTls: readFiles,
    publicUrl: values.publicUrl === undefined ? null : readPublicUrl(values.publicUrl),
    demo: values.demo,
    rateLimit: values.rateLimit,
    stationRateLimit: values.stationRateLimit,
    tokenTtlSeconds: values.tokenTtl,
    trustedProxies: values.trustedProxy,
    corsOrigins: values.corsOrigin.map(readOrigin),
    webhookAllow: values.webhookAllow,
    webhookSubscriptions: values.webhookSubscriptions,
    webhookSchedule: values.webhookSchedule,
    webhookHeaderPrefix: values.webhookHeaderPrefix,
    smtpUrl: readSmtpUrl(values.smtpUrl, terminal.environment),
    mailFrom: values.mailFrom,
    metricsPort: values.metricsPort ?? null,
    serverTiming: values.serverTiming,
    logger: { level: values.logLevel, write: logWriter(terminal) },
  } satisfies ServerConfig;
  preparePrivateFolder(config.data);
  // Imported lazily, so that the help does not wait for the whole server.
  const { createServer } = await import('../../../server.ts');
  const starting = createServer(config).catch((error: unknown) => refuse(error, config));
  // It may wait for another server that migrates the database. Nothing of it needs to be finished.
  const server = await Promise.race([
    starting,
    stopped.then(() => sleep(START_GRACE_MS, null, { ref: false })),
  ]);
  if (server === null) return;
  terminal.out(
    common.json
      ? JSON.stringify(await readyLine(server))
      : await greeting(server, config, commandName(terminal.environment)),
  );
  await stopped;
  // With `--json` a program reads one line, and knows the rest from the process's end.
  const say = common.json ? () => undefined : terminal.out;
  server.drain();
  if (values.drain > 0)
    say(
      `Asked to stop: serving for ${values.drain} more second${values.drain === 1 ? '' : 's'}, while /readyz answers 503.`,
    );
  await sleep(values.drain * MS_PER_SECOND);
  say('Stopping: finishing what is in progress.');
  await server.close();
  say('Stopped.');
}

async function readyLine(server: GatehouseServer): Promise<object> {
  const { baseUrl, authUrl, consoleUrl, metricsUrl, demo } = server;
  const firstOwnerUrl = await server.firstOwnerUrl();
  return {
    ready: true,
    base_url: baseUrl,
    auth_url: authUrl,
    console_url: consoleUrl,
    ...(firstOwnerUrl !== null && { first_owner_url: firstOwnerUrl }),
    ...(metricsUrl !== null && { metrics_url: metricsUrl }),
    ...(demo !== null && { demo }),
  };
}

async function greeting(
  server: GatehouseServer,
  config: ServerConfig,
  gatehouse: string,
): Promise<string> {
  const { baseUrl, authUrl, consoleUrl, metricsUrl, demo } = server;
  const { data } = config;
  const file = join(data, 'demo.json');
  const firstOwnerUrl = await server.firstOwnerUrl();
  const lines = [`Serving ${baseUrl}`];
  if (metricsUrl !== null) lines.push(`Metrics at ${metricsUrl}`);
  lines.push(
    `The API is described at ${authUrl}/docs`,
    ...describeConsole({ consoleUrl, firstOwnerUrl, demo }, { data, file, gatehouse }),
  );
  if (demo === null) return lines.join('\n');
  const { client_id, client_secret } = demo.station;
  return [
    ...lines,
    `It serves demo data from ${data}; ${file} has all credentials.`,
    ...(reachesOwnComputer(config)
      ? [`Its webhooks may reach this computer: see "${gatehouse} listen --help".`]
      : []),
    ...describeDemo(demo, { auth_url: authUrl }),
    'A door at this server:',
    `  GATEHOUSE_CLIENT_SECRET=${client_secret} ${gatehouse} start --server=${authUrl} --client-id=${client_id} --data ${shellWord(`${data}-door`)}`,
  ].join('\n');
}

/** Turns the server's errors about invalid settings into usage errors. */
function refuse(error: unknown, { port }: ServerConfig): never {
  if (error instanceof RangeError) throw new UsageError(error.message);
  if (error instanceof Error && 'port' in error && 'code' in error && error.code === 'EADDRINUSE') {
    const flag = error.port === port ? '--port' : '--metrics-port';
    throw new CliError(
      'port.taken',
      `Port ${String(error.port)} is in use by another program; choose another one with ${flag}.`,
    );
  }
  throw error;
}

/** Lines for people on a terminal, JSON anywhere else. */
function logWriter({ err, isErrTerminal = false }: Terminal): (line: string) => void {
  return isErrTerminal ? (line) => err(readableLog(line)) : (line) => err(line.trimEnd());
}

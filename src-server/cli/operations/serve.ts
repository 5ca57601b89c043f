import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeDemo } from '../../../shared/demo.ts';
import { preparePrivateFolder } from '../../../src-files/private-files.ts';
import { createServer } from '../../server.ts';
import {
  reachesOwnComputer,
  serverDefaults,
  type GatehouseServer,
  type ServerConfig,
} from '../../server-config.ts';
import { CliError } from '../cli-error.ts';
import type { serveFlags } from '../commands/serve.ts';
import type { Given } from '../define-command.ts';
import { readSmtpUrl } from '../mail-flags.ts';
import { organiserData } from '../open-organiser-data.ts';
import { readPublicUrl } from '../read-public-url.ts';
import { readableLog } from '../readable-log.ts';
import { readTls } from '../read-tls.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const MS_PER_SECOND = 1_000;
/** How long a start that was asked to stop may take to finish. */
const START_GRACE_MS = 5_000;

export async function serve(
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
    tokenTtlSeconds: values.tokenTtl,
    trustedProxies: values.trustedProxy,
    webhookAllow: values.webhookAllow,
    webhookSubscriptions: values.webhookSubscriptions,
    webhookSchedule: values.webhookSchedule,
    webhookHeaderPrefix: values.webhookHeaderPrefix,
    smtpUrl: readSmtpUrl(values.smtpUrl, terminal),
    mailFrom: values.mailFrom,
    metricsPort: values.metricsPort ?? null,
    serverTiming: values.serverTiming,
    logger: { level: values.logLevel, write: logWriter(terminal) },
  } satisfies ServerConfig;
  preparePrivateFolder(config.data);
  const starting = createServer(config).catch((error: unknown) => refuse(error, config));
  // It may wait for another server that migrates the database. Nothing of it needs to be finished.
  const server = await Promise.race([
    starting,
    stopped.then(() => sleep(START_GRACE_MS, null, { ref: false })),
  ]);
  if (server === null) return;
  terminal.out(common.json ? JSON.stringify(readyLine(server)) : greeting(server, config));
  await stopped;
  server.drain();
  await sleep(values.drain * MS_PER_SECOND);
  await server.close();
}

function readyLine({ baseUrl, authUrl, metricsUrl, demo }: GatehouseServer): object {
  return {
    ready: true,
    base_url: baseUrl,
    auth_url: authUrl,
    ...(metricsUrl !== null && { metrics_url: metricsUrl }),
    ...(demo !== null && { demo }),
  };
}

function greeting(
  { baseUrl, authUrl, metricsUrl, demo }: GatehouseServer,
  config: ServerConfig,
): string {
  const { data } = config;
  const lines = [`Serving ${baseUrl}`];
  if (metricsUrl !== null) lines.push(`Metrics at ${metricsUrl}`);
  lines.push(`The API is described at ${authUrl}/docs`);
  if (demo === null) return lines.join('\n');
  const { client_id, client_secret } = demo.station;
  return [
    ...lines,
    `It serves demo data from ${data}; ${join(data, 'demo.json')} has all credentials.`,
    ...(reachesOwnComputer(config)
      ? ['Its webhooks may reach this computer: see "gatehouse listen".']
      : []),
    ...describeDemo(demo, { auth_url: authUrl }),
    'A door at this server:',
    `  GATEHOUSE_CLIENT_SECRET=${client_secret} gatehouse start --server=${authUrl} --client-id=${client_id} --data ${data}-door`,
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

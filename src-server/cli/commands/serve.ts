import type { Command } from 'commander';
import { preparePrivateFolder } from '../../../src-files/private-files.ts';
import {
  serverDefaults,
  type GatehouseServer,
  type LogLevel,
  type ServerConfig,
} from '../../server-config.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand } from '../define-command.ts';
import { choice, list, optional, optionalValue, orElse, text, whole, yes } from '../flags.ts';
import { organiserData } from '../open-organiser-data.ts';
import { readPublicUrl } from '../read-public-url.ts';
import { readTls } from '../read-tls.ts';
import { renderText } from '../render-text.ts';
import { mailFlags, readSmtpUrl } from '../mail-flags.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const DEFAULT_DEMO_TICKETS = 2000;
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const satisfies LogLevel[];

const flags = {
  host: orElse(text('HOST', 'address to listen on'), serverDefaults.host),
  port: orElse(whole('PORT', 'port to listen on; 0 picks a free one'), serverDefaults.port),
  tlsCert: optional(
    text('FILE', 'certificate in PEM, with those between it and its authority: serve HTTPS'),
  ),
  tlsKey: optional(text('FILE', 'private key of the certificate, in PEM')),
  publicUrl: optional(text('URL', 'address under which clients reach the server')),
  demo: optionalValue(
    whole('TICKETS', 'fill an empty database with demo data'),
    DEFAULT_DEMO_TICKETS,
  ),
  rateLimit: orElse(
    whole('N', 'API calls a minute per client; 0 switches the limit off'),
    serverDefaults.rateLimit,
  ),
  tokenTtl: orElse(whole('SECONDS', 'how long a token lives'), serverDefaults.tokenTtlSeconds),
  trustedProxy: orElse(list('CIDR', 'proxies whose X-Forwarded-* headers count'), []),
  webhookAllow: orElse(
    list('CIDR', 'networks that webhooks may reach although they are not public'),
    [],
  ),
  webhookSchedule: orElse(
    text('GAPS', 'when webhooks are retried: A, B or gaps in seconds such as 10,60,300'),
    serverDefaults.webhookSchedule,
  ),
  webhookHeaderPrefix: orElse(
    text('PREFIX', "beginning of the webhook headers' names"),
    serverDefaults.webhookHeaderPrefix,
  ),
  ...mailFlags,
  metricsPort: optional(
    whole('PORT', 'serve /metrics on that port of 127.0.0.1 alone; needed behind a proxy'),
  ),
  serverTiming: yes('add Server-Timing to responses'),
  logLevel: orElse(choice('LEVEL', 'what is logged, on stderr', logLevels), 'warn'),
} as const;

/** `gatehouse serve`: prints one line when it takes requests, and ends with 0 when it is asked to stop. */
export function addServeCommand(program: Command, terminal: Terminal): void {
  const definition = { name: 'serve', summary: 'Run the companion server', operands: [], flags };
  defineCommand(program, definition, async ({ values, common }) => {
    // Loaded only here: the other commands start faster without the whole server.
    const { createServer } = await import('../../server.ts');
    const stopped = terminal.stopRequested();
    const { dataDir, databaseUrl } = organiserData(common, terminal);
    const config = {
      ...serverDefaults,
      data: dataDir,
      databaseUrl,
      host: values.host,
      port: checkPort('--port', values.port),
      tls: readTls(values.tlsCert, values.tlsKey),
      publicUrl: values.publicUrl === undefined ? null : readPublicUrl(values.publicUrl),
      demo: values.demo,
      rateLimit: atLeast(0, '--rate-limit', values.rateLimit),
      tokenTtlSeconds: atLeast(1, '--token-ttl', values.tokenTtl),
      trustedProxies: values.trustedProxy,
      webhookAllow: values.webhookAllow,
      webhookSchedule: values.webhookSchedule,
      webhookHeaderPrefix: values.webhookHeaderPrefix,
      smtpUrl: readSmtpUrl(values.smtpUrl, terminal),
      mailFrom: values.mailFrom,
      metricsPort:
        values.metricsPort === undefined ? null : checkPort('--metrics-port', values.metricsPort),
      serverTiming: values.serverTiming,
      logger: { level: values.logLevel, write: (line) => terminal.err(line.trimEnd()) },
    } satisfies ServerConfig;
    preparePrivateFolder(config.data);
    const starting = createServer(config);
    const server = await starting.catch((error: unknown) => refuse(error, config));
    terminal.out(common.json ? JSON.stringify(readyLine(server)) : greeting(server));
    await stopped;
    await server.close();
  });
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

function greeting({ baseUrl, metricsUrl, demo }: GatehouseServer): string {
  const lines = [`Serving ${baseUrl}`];
  if (metricsUrl !== null) lines.push(`Metrics at ${metricsUrl}`);
  if (demo !== null) lines.push(renderText({ demo: [demo] }));
  return lines.join('\n');
}

/** What the server says of a setting that it cannot read is about how the command was written. */
function refuse(error: unknown, { port }: ServerConfig): never {
  if (error instanceof RangeError) throw new UsageError(error.message);
  if (error instanceof Error && 'port' in error && 'code' in error && error.code === 'EADDRINUSE') {
    const flag = error.port === port ? '--port' : '--metrics-port';
    throw new CommandError(
      'port.taken',
      `The port is in use by another program; choose another than ${String(error.port)} with ${flag}.`,
    );
  }
  throw error;
}

function checkPort(flag: string, port: number): number {
  if (port >= 0 && port <= 65_535) return port;
  throw new UsageError(`Expected ${flag} between 0 and 65535.`);
}

function atLeast(least: number, flag: string, value: number): number {
  if (value >= least) return value;
  throw new UsageError(`Expected ${flag} to be at least ${least}.`);
}

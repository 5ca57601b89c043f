import { serverDefaults, type LogLevel } from '../../server-config.ts';
import { defineCommand } from '../define-command.ts';
import {
  choice,
  list,
  optional,
  optionalValue,
  orElse,
  text,
  whole,
  wholeBetween,
  yes,
} from '../flags.ts';
import { mailFlags } from '../mail-flags.ts';

const ports = [0, 65_535] as const;
const MOST = Number.MAX_SAFE_INTEGER;
const DEFAULT_DEMO_TICKETS = 2000;
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const satisfies LogLevel[];

export const serveFlags = {
  host: orElse(text('HOST', 'address to listen on'), serverDefaults.host),
  port: orElse(
    wholeBetween('PORT', 'port to listen on; 0 picks a free one', ports),
    serverDefaults.port,
  ),
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
    wholeBetween('N', 'API calls a minute per client; 0 switches the limit off', [0, MOST]),
    serverDefaults.rateLimit,
  ),
  tokenTtl: orElse(
    wholeBetween('SECONDS', 'how long a token lives', [1, MOST]),
    serverDefaults.tokenTtlSeconds,
  ),
  trustedProxy: orElse(list('CIDR', 'proxies whose X-Forwarded-* headers count'), []),
  webhookAllow: orElse(
    list('CIDR', 'networks that webhooks may reach although they are not public'),
    [],
  ),
  webhookSubscriptions: orElse(
    wholeBetween('N', 'webhook subscriptions that a client may have', [0, MOST]),
    serverDefaults.webhookSubscriptions,
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
  drain: orElse(
    wholeBetween(
      'SECONDS',
      'asked to stop, goes on for so long while /readyz says 503, for a load balancer',
      [0, MOST],
    ),
    0,
  ),
  metricsPort: optional(
    wholeBetween(
      'PORT',
      'serve /metrics on that port of 127.0.0.1 alone; needed behind a proxy',
      ports,
    ),
  ),
  serverTiming: yes('add Server-Timing to responses'),
  logLevel: orElse(choice('LEVEL', 'what is logged, on stderr', logLevels), 'warn'),
} as const;

/** Prints one line once it accepts requests, and exits with 0 when asked to stop. */
export const serveCommand = defineCommand(
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
  async () => (await import('../operations/serve.ts')).serve,
);

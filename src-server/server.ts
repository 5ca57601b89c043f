import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ChangeWatch } from './services/change-watch.ts';
import { openDatabase } from './open-database.ts';
import type { Database } from './database/database.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { buildApp } from './http/app.ts';
import { closeApp } from './http/close-app.ts';
import { startHousekeeping } from './http/housekeeping.ts';
import { listenOnNetwork, type NetworkListener } from './http/network-listener.ts';
import { OpenStreams } from './http/open-streams.ts';
import { serveOperations } from './http/serve-operations.ts';
import { keyOf } from './repositories/keys.ts';
import { serveHealth, serveMetrics } from './api/monitoring.ts';
import { serveToken } from './api/oauth-token.ts';
import { operations } from './api/operations.ts';
import { serveReference } from './api/reference.ts';
import { beginOrganiser } from './services/begin-organiser.ts';
import { checkEndpoint } from './services/check-endpoint.ts';
import { enrolStation } from './services/enrol-station.ts';
import { readEnrolmentChoices } from './services/enrolment-choices.ts';
import {
  rememberServerAddress,
  selfSignedFingerprint,
  type ServerAddress,
} from './services/server-address.ts';
import { readNetworks, readWebhookSettings } from './webhooks/read-webhook-settings.ts';
import { startWebhooks, type Webhooks } from './webhooks/start-webhooks.ts';
import type { GatehouseServer, ServerConfig } from './server-config.ts';

export { serverDefaults } from './server-config.ts';
export type {
  ClientCredentials,
  DemoCredentials,
  GatehouseServer,
  LogLevel,
  NetworkOptions,
  ServerConfig,
  ServerLog,
  ServerTls,
} from './server-config.ts';

/**
 * Starts the companion server: opens (and migrates) `server.db` in `config.data`, fills it with demo data if asked to and empty,
 * and resolves when it takes requests. Rejects when the database cannot be opened or the port cannot be bound, and with a RangeError for
 * a setting that cannot be read.
 */
export async function createServer(config: ServerConfig): Promise<GatehouseServer> {
  const settings = readWebhookSettings(config);
  readNetworks(config.trustedProxies);
  const app = buildApp(config);
  const metricsApp = config.metricsPort === null ? null : buildApp({ ...config, tls: null });
  const database = await openDatabase({
    dataDir: config.data,
    databaseUrl: config.databaseUrl,
    clock: config.clock.now,
  });
  const webhooks = startWebhooks({
    database,
    dataDir: config.data,
    settings,
    log: app.log,
    clock: config.clock,
  });
  let network: { readonly listener: NetworkListener; readonly certificate: string | null } | null =
    null;
  const closeNetwork = async () => {
    const { listener } = network ?? {};
    network = null;
    await listener?.close();
  };
  const close = async () => {
    await closeNetwork();
    await Promise.all([closeApp(app), metricsApp === null ? null : closeApp(metricsApp)]);
    await webhooks.close();
    await database.close();
  };
  try {
    const { demo: tickets, data: dataDir } = config;
    const demo = tickets === null ? null : await seedDemo(database, { dataDir, tickets });
    await addRoutes(app, { database, webhooks, config, metricsApp });
    await app.listen({ host: config.host, port: config.port });
    await metricsApp?.listen({ host: '127.0.0.1', port: config.metricsPort ?? 0 });
    await webhooks.rememberSettings();
    warnOfPlainHttp(app, config);
    const authUrl = listeningOrigin(config.tls === null ? 'http' : 'https', app);
    const ownAddress = addressOf(config, authUrl);
    const remember = (address: ServerAddress) => rememberAddress(database, app, address);
    await remember(ownAddress);
    const metricsUrl =
      metricsApp === null ? null : `${listeningOrigin('http', metricsApp)}/metrics`;
    const baseUrl = `${authUrl}/v1`;
    return {
      baseUrl,
      authUrl,
      metricsUrl,
      demo,
      beginOrganiser: (first) =>
        database.write((tx) => beginOrganiser(tx, first, { url: baseUrl, certificate: null })),
      openNetwork: async (options) => {
        if (network !== null)
          throw new Error('The server takes requests from the network already.');
        const listener = await listenOnNetwork(app, options);
        network = { listener, certificate: selfSignedFingerprint(options.tls.cert) };
        return { port: listener.port };
      },
      closeNetwork: async () => {
        await closeNetwork();
        await remember(ownAddress);
      },
      reachedAt: (url) => remember({ url, certificate: network?.certificate ?? null }),
      enrolmentChoices: () => database.read(readEnrolmentChoices),
      enrolStation: async ({ name, organiser, event, location }, url) => {
        if (network === null) throw new Error('The server takes no requests from the network.');
        const server = { url, certificate: network.certificate };
        const events = event === null ? 'all' : [event];
        const { client, code } = await database.write((tx) =>
          enrolStation(tx, { organiser, name, events, location, server }),
        );
        // Loaded only here: a server that nobody joins starts without it.
        const { qrDrawing } = await import('./mail/qr-image.ts');
        return { name: client.name, client_id: client.client_id, code, qr: await qrDrawing(code) };
      },
      backUp: (file) => database.backup(file),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function addressOf({ publicUrl, tls }: ServerConfig, authUrl: string): ServerAddress {
  return {
    url: `${(publicUrl ?? authUrl).replace(/\/+$/, '')}/v1`,
    certificate: tls === null ? null : selfSignedFingerprint(tls.cert),
  };
}

/** For the enrolment codes that the command line makes. A disk that does not take it keeps no server from serving. */
async function rememberAddress(
  database: Database,
  app: FastifyInstance,
  address: ServerAddress,
): Promise<void> {
  try {
    await rememberServerAddress(database, address);
  } catch (error) {
    app.log.error({ err: error }, 'the address for enrolment codes could not be stored');
  }
}

async function addRoutes(
  app: FastifyInstance,
  {
    database,
    webhooks,
    config,
    metricsApp,
  }: {
    readonly database: Database;
    readonly webhooks: Webhooks;
    readonly config: ServerConfig;
    readonly metricsApp: FastifyInstance | null;
  },
): Promise<void> {
  const cursorKey = await database.write((tx) => keyOf(tx, 'cursors'));
  const changes = new ChangeWatch(database);
  app.addHook('preClose', async () => changes.close());
  const endHousekeeping = startHousekeeping(database, app.log);
  app.addHook('onClose', endHousekeeping);
  const isProxied = config.publicUrl !== null || config.trustedProxies.length > 0;
  serveMetrics(app, { further: webhooks.metrics, apart: metricsApp, isProxied });
  serveReference(app, config);
  serveHealth(app, database);
  serveToken(app, { database, clock: config.clock, ttlSeconds: config.tokenTtlSeconds });
  serveOperations(app, operations, {
    services: {
      database,
      clock: config.clock,
      cursorKey,
      runningKeys: new Map(),
      changes,
      streams: new OpenStreams(),
      checkEndpoint: (url) => checkEndpoint(webhooks.guard, url),
    },
    publicUrl: config.publicUrl,
    rateLimit: config.rateLimit,
  });
}

/** Tokens, secrets of clients and names of guests can be read on the way. Behind a proxy that serves HTTPS, `publicUrl` says so. */
function warnOfPlainHttp(app: FastifyInstance, { host, tls, publicUrl }: ServerConfig): void {
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);
  if (isLocal || tls !== null || publicUrl?.startsWith('https:') === true) return;
  app.log.warn(
    `Listening on ${host} in plain HTTP: access tokens, client secrets and the names of guests can be read on the way. ` +
      'Serve HTTPS with --tls-cert and --tls-key, or put a proxy in front that does, and name its address with --public-url.',
  );
}

/** An address that can be called: a wildcard is reached over loopback. */
function listeningOrigin(scheme: 'http' | 'https', { server }: FastifyInstance): string {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string')
    throw new TypeError('expected to listen on a TCP port');
  const wildcards: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = wildcards[address.address] ?? address.address;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

import type { AddressInfo } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { formatInstant } from '../shared/instant.ts';
import type { Demo } from '../shared/contract/demo.ts';
import manifest from '../package.json' with { type: 'json' };
import { ChangeWatch } from './http/streams/change-watch.ts';
import { openDatabase } from './open-database.ts';
import type { Database } from './database/database.ts';
import { readDemoDoor } from './demo/demo-door.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { buildApp, closeApp } from './http/app.ts';
import { startMaintenance } from './housekeeping.ts';
import { listenOnNetwork, type NetworkListener } from './http/listeners/network-listener.ts';
import { OpenStreams } from './http/streams/open-streams.ts';
import { renewCertificate } from './http/listeners/renew-certificate.ts';
import { serveOperations } from './api/serve-operations.ts';
import { keyOf } from './store/access/keys.ts';
import { serveHealth, serveMetrics } from './api/monitoring.ts';
import { watchServer } from './api/server-figures.ts';
import { serveDiscovery, serveToken } from './api/oauth-token.ts';
import { readChanges } from './api/scanner/event-changes.ts';
import { serveReference } from './api/reference.ts';
import { beginOrganiser } from './domain/access/begin-organiser.ts';
import { checkEndpoint } from './webhooks/management/check-endpoint.ts';
import { settleEpoch } from './domain/access/epoch.ts';
import { enrolStation, readEnrolmentChoices } from './domain/access/enrol-station.ts';
import {
  rememberServerAddress,
  selfSignedFingerprint,
  type ServerAddress,
} from './domain/access/server-address.ts';
import { readNetworks, readWebhookSettings } from './webhooks/read-webhook-settings.ts';
import { startWebhooks, type Webhooks } from './webhooks/start-webhooks.ts';
import { isLoopbackHost } from '../shared/loopback-host.ts';
import { reachesOwnComputer, type GatehouseServer, type ServerConfig } from './server-config.ts';

export { serverDefaults } from './server-config.ts';
export type { DemoClient, DemoCredentials } from './demo/demo-credentials.ts';
export type { LogLevel, ServerLog } from './http/logger.ts';
export type { NetworkOptions, ServerTls } from './http/listeners/server-tls.ts';
export type { GatehouseServer, ServerConfig } from './server-config.ts';

/**
 * A stopping server ends within ten seconds, whatever it waits for. After this it takes leave of the database, so that requests which still
 * wait for it get an answer before their connections close (`closeApp`).
 */
const DATABASE_GRACE_MS = 5_000;

/**
 * Starts the companion server: opens (and migrates) `server.db` in `config.data`, fills an empty one with demo data if configured,
 * and resolves once it accepts requests. Rejects if the database cannot be opened or the port cannot be bound, and with a
 * RangeError for an invalid setting.
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
  await openEpoch(database);
  const demo = await fillDemo(database, config);
  const ownNetworks = demo !== null && reachesOwnComputer(config) ? ['127.0.0.0/8', '::1'] : [];
  const allow = [...settings.allow, ...readNetworks(ownNetworks)];
  const webhooks = startWebhooks({
    database,
    dataDir: config.data,
    settings: { ...settings, allow },
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
  let endRenewal: (() => void) | null = null;
  const close = async () => {
    endRenewal?.();
    const patience = setTimeout(() => void database.close(), DATABASE_GRACE_MS);
    await closeNetwork();
    await Promise.all([
      closeApp(app),
      metricsApp === null ? null : closeApp(metricsApp),
      webhooks.close(),
    ]);
    await database.close();
    clearTimeout(patience);
  };
  try {
    const { drain } = await addRoutes(app, {
      database,
      webhooks,
      webhookGaps: settings.schedule,
      config,
      metricsApp,
    });
    await app.listen({ host: config.host, port: config.port });
    await metricsApp?.listen({ host: '127.0.0.1', port: config.metricsPort ?? 0 });
    await webhooks.allowOnly(allow);
    warnOfPlainHttp(app, config);
    warnOfAllowList(app, config);
    const authUrl = listeningOrigin(config.tls === null ? 'http' : 'https', app);
    let ownAddress = addressOf(config, authUrl);
    const remember = (address: ServerAddress) => rememberAddress(database, app, address);
    await remember(ownAddress);
    if (config.tls !== null && config.readTls !== undefined && app.server instanceof TlsServer) {
      endRenewal = renewCertificate(app.server, {
        used: config.tls,
        read: config.readTls,
        log: app.log,
        onRenewed: (tls) => {
          ownAddress = addressOf({ ...config, tls }, authUrl);
          return remember(ownAddress);
        },
      });
    }
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
        if (network !== null) throw new Error('The network listener is already open.');
        const listener = await listenOnNetwork(app, options);
        // Of a demo too: others may reach it now.
        await webhooks.allowOnly(settings.allow);
        network = { listener, certificate: selfSignedFingerprint(options.tls.cert) };
        return { port: listener.port };
      },
      closeNetwork: async () => {
        await closeNetwork();
        await webhooks.allowOnly(allow);
        await remember(ownAddress);
      },
      reachedAt: (url) => remember({ url, certificate: network?.certificate ?? null }),
      enrolmentChoices: () => database.read(readEnrolmentChoices),
      drawSamples: async () => {
        const door = demo?.door ?? null;
        if (door === null) return [];
        // Imported lazily: only needed where there is a demo.
        const { qrSymbol } = await import('./mail/qr-image.ts');
        return await Promise.all(
          door.codes.map(async (sample) => ({ ...sample, ...(await qrSymbol(sample.code)) })),
        );
      },
      enrolStation: async ({ name, organiser, event, location }, url) => {
        if (network === null) throw new Error('The network listener is not open.');
        const server = { url, certificate: network.certificate };
        const events = event === null ? 'all' : [event];
        const { client, code, endsAt } = await database.write((tx) =>
          enrolStation(tx, { organiser, name, events, location, server }),
        );
        // Imported lazily: only needed when a station joins.
        const { qrDrawing } = await import('./mail/qr-image.ts');
        return {
          name: client.name,
          client_id: client.client_id,
          code,
          expires_at: formatInstant(endsAt),
          qr: await qrDrawing(code),
        };
      },
      backUp: (file) => database.backup(file),
      drain,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Closes the database where it fails. */
async function openEpoch(database: Database): Promise<void> {
  try {
    await settleEpoch(database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Null unless the database holds demo data, of this start or an earlier one. Closes the database where it fails. */
async function fillDemo(database: Database, config: ServerConfig): Promise<Demo | null> {
  const { demo: tickets, data: dataDir } = config;
  if (tickets === null) return null;
  try {
    const demo = await seedDemo(database, { dataDir, tickets });
    if (demo === null) return null;
    const door = await database.write((tx) => readDemoDoor(tx, demo));
    return { ...demo, events: [...demo.events], door };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function addressOf({ publicUrl, tls }: ServerConfig, authUrl: string): ServerAddress {
  return {
    url: `${(publicUrl ?? authUrl).replace(/\/+$/, '')}/v1`,
    certificate: tls === null ? null : selfSignedFingerprint(tls.cert),
  };
}

/** Stores the address for the command line's enrolment codes. A failed write does not stop the server. */
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
    webhookGaps,
    config,
    metricsApp,
  }: {
    readonly database: Database;
    readonly webhooks: Webhooks;
    readonly webhookGaps: readonly number[];
    readonly config: ServerConfig;
    readonly metricsApp: FastifyInstance | null;
  },
): Promise<Pick<GatehouseServer, 'drain'>> {
  const cursorKey = await database.write((tx) => keyOf(tx, 'cursors'));
  const changes = new ChangeWatch(database, readChanges);
  app.addHook('preClose', async () => changes.close());
  const endHousekeeping = startMaintenance(database, app.log);
  app.addHook('onClose', endHousekeeping);
  const isProxied = config.publicUrl !== null || config.trustedProxies.length > 0;
  const watch = watchServer(database);
  app.addHook('onClose', async () => watch.end());
  serveMetrics(app, {
    version: manifest.version,
    figures: watch.read,
    further: webhooks.metrics,
    apart: metricsApp,
    isProxied,
  });
  serveReference(app, { ...config, webhookGaps });
  const drain = serveHealth(app, database);
  serveDiscovery(app, config.publicUrl);
  serveToken(app, { database, clock: config.clock, ttlSeconds: config.tokenTtlSeconds });
  serveOperations(app, {
    services: {
      database,
      clock: config.clock,
      cursorKey,
      runningKeys: new Map(),
      runningUploads: new Map(),
      changes,
      streams: new OpenStreams(),
      maxSubscriptions: config.webhookSubscriptions,
      wakeWebhooks: webhooks.wake,
      checkEndpoint: (url) => checkEndpoint(webhooks.guard, url),
    },
    publicUrl: config.publicUrl,
    rateLimit: config.rateLimit,
    stationRateLimit: config.stationRateLimit,
  });
  return { drain };
}

/** What a demo may reach by itself is said where it is printed. */
function warnOfAllowList(app: FastifyInstance, { webhookAllow }: ServerConfig): void {
  if (webhookAllow.length === 0) return;
  app.log.warn(
    { ranges: webhookAllow.length },
    'webhooks may go to addresses that are not public: an allow list is set',
  );
}

/**
 * Warns that tokens, client secrets and guests' names travel unencrypted. An HTTPS `publicUrl` means that a proxy encrypts them.
 */
function warnOfPlainHttp(app: FastifyInstance, { host, tls, publicUrl }: ServerConfig): void {
  if (isLoopbackHost(host) || tls !== null || publicUrl?.startsWith('https:') === true) return;
  app.log.warn(
    `Listening on ${host} in plain HTTP: access tokens, client secrets and the names of guests can be read on the way. ` +
      'Serve HTTPS with --tls-cert and --tls-key, or put a proxy in front that does, and name its address with --public-url.',
  );
}

/** An origin that clients can use: a wildcard address becomes loopback. */
function listeningOrigin(scheme: 'http' | 'https', { server }: FastifyInstance): string {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string')
    throw new TypeError('expected to listen on a TCP port');
  const wildcards: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = wildcards[address.address] ?? address.address;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { formatInstant } from '../shared/instant.ts';
import type { Demo } from '../shared/contract/demo.ts';
import type { EnrolmentRequest, JoiningStation, SampleCode } from '../shared/station/server.ts';
import manifest from '../package.json' with { type: 'json' };
import { ChangeWatch } from './http/streams/change-watch.ts';
import { openDatabase } from './open-database.ts';
import type { Database } from './database/database.ts';
import { readDemoDoor } from './demo/demo-door.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { buildApp, closeApp } from './http/app.ts';
import { startMaintenance } from './housekeeping.ts';
import { OpenStreams } from './http/streams/open-streams.ts';
import { resumeUndoing } from './imports/apply/undo-import.ts';
import { serveConsole } from './console/serve-console.ts';
import { servePage } from './console/serve-page.ts';
import { serveOperations } from './api/serve-operations.ts';
import type { DemoReferences } from './examples/story-references.ts';
import { keyOf } from './store/access/keys.ts';
import { findDemoReferences } from './demo/demo-references.ts';
import { findEvent } from './store/events.ts';
import { serveHealth, serveMetrics } from './api/monitoring.ts';
import { watchServer } from './api/server-figures.ts';
import { serveDiscovery, serveToken } from './api/oauth-token.ts';
import { readEventChanges } from './api/scanner/event-changes.ts';
import { serveReference } from './api/reference.ts';
import { beginOrganiser } from './domain/access/begin-organiser.ts';
import { mailOrder } from './operations/order.ts';
import { openMailer } from './mail/open-mailer.ts';
import { checkEndpoint } from './webhooks/management/check-endpoint.ts';
import { endPasswordThread } from './domain/members/password-hash.ts';
import { consoleAddress, joinAddress } from './domain/members/console-address.ts';
import { firstOwnerToken } from './domain/members/members.ts';
import { settleEpoch } from './domain/access/epoch.ts';
import { enrolStation, readEnrolmentChoices } from './domain/access/enrol-station.ts';
import type { ServerAddress } from './domain/access/server-address.ts';
import { readNetworks, readWebhookSettings } from './webhooks/read-webhook-settings.ts';
import { startWebhooks, type Webhooks } from './webhooks/start-webhooks.ts';
import { openListeners } from './listeners.ts';
import { serveAlone } from './serve-alone.ts';
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
 * and resolves once it accepts requests. Rejects if another server runs on that folder, the database cannot be opened or the port cannot be
 * bound, and with a RangeError for an invalid setting.
 */
export async function createServer(config: ServerConfig): Promise<GatehouseServer> {
  const settings = readWebhookSettings(config);
  readNetworks(config.trustedProxies);
  const app = buildApp(config);
  const metricsApp = config.metricsPort === null ? null : buildApp({ ...config, tls: null });
  const { database, demo, samples, closeDatabase } = await openFilled(config);
  const ownNetworks = demo !== null && reachesOwnComputer(config) ? ['127.0.0.0/8', '::1'] : [];
  const allow = [...settings.allow, ...readNetworks(ownNetworks)];
  const webhooks = startWebhooks({
    database,
    dataDir: config.data,
    settings: { ...settings, allow },
    log: app.log,
    clock: config.clock,
  });
  const closeAll = async () => {
    const patience = setTimeout(() => void database.close(), DATABASE_GRACE_MS);
    await Promise.all([
      closeApp(app),
      metricsApp === null ? null : closeApp(metricsApp),
      webhooks.close(),
    ]);
    await endPasswordThread();
    await closeDatabase();
    clearTimeout(patience);
  };
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= closeAll());
  try {
    const { drain } = await addRoutes(app, {
      database,
      webhooks,
      webhookGaps: settings.schedule,
      config,
      metricsApp,
      samples,
    });
    const listeners = await openListeners(app, { metricsApp, database, config });
    const { authUrl, metricsUrl, reachedAt } = listeners;
    await webhooks.allowOnly(allow);
    warnOfPlainHttp(app, config);
    warnOfAllowList(app, config);
    const baseUrl = `${authUrl}/v1`;
    let drawn: ReturnType<typeof drawSamples> | null = null;
    const publicBase = `${config.publicUrl?.replace(/\/+$/, '') ?? authUrl}/v1`;
    return {
      baseUrl,
      authUrl,
      metricsUrl,
      demo,
      consoleUrl: consoleAddress(publicBase),
      firstOwnerUrl: async () => {
        const token = await database.write(firstOwnerToken);
        return token === null ? null : joinAddress(publicBase, token);
      },
      beginOrganiser: (first) =>
        database.write((tx) => beginOrganiser(tx, first, { url: baseUrl, certificate: null })),
      openNetwork: async (options) => {
        const opened = await listeners.openNetwork(options);
        // Of a demo too: others may reach it now.
        await webhooks.allowOnly(settings.allow);
        return opened;
      },
      closeNetwork: async () => {
        await listeners.closeNetwork();
        await webhooks.allowOnly(allow);
      },
      reachedAt,
      enrolmentChoices: () => database.read(readEnrolmentChoices),
      drawSamples: () => (drawn ??= drawSamples(demo)),
      enrolStation: async (station, url) =>
        joinStation(database, station, listeners.addressOnNetwork(url)),
      backUp: (file) => database.backup(file),
      drain,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** `demo` is null unless the database holds demo data, of this start or an earlier one. */
async function openFilled(config: ServerConfig): Promise<{
  readonly database: Database;
  readonly demo: Demo | null;
  /** What the samples of its documentation name. */
  readonly samples: DemoReferences | null;
  /** Also lets another server have the data folder. */
  readonly closeDatabase: () => Promise<void>;
}> {
  const { data: dataDir, databaseUrl, clock, demo: tickets } = config;
  await using opened = new AsyncDisposableStack();
  opened.defer(await serveAlone({ dataDir, databaseUrl }));
  const database = opened.use(await openDatabase({ dataDir, databaseUrl, clock: clock.now }));
  await settleEpoch(database);
  const demo = tickets === null ? null : await fillWithDemo(database, { dataDir, tickets });
  const current = demo?.events[0]?.reference ?? '';
  const samples = await database.read(async (tx) => {
    const event = current === '' ? undefined : await findEvent(tx, current);
    return event === undefined ? null : findDemoReferences(tx, event);
  });
  const kept = opened.move();
  return { database, demo, samples, closeDatabase: () => kept.disposeAsync() };
}

async function fillWithDemo(
  database: Database,
  options: { readonly dataDir: string; readonly tickets: number },
): Promise<Demo | null> {
  const demo = await seedDemo(database, options);
  if (demo === null) return null;
  const door = await database.write((tx) => readDemoDoor(tx, demo));
  return { ...demo, events: [...demo.events], door };
}

async function addRoutes(
  app: FastifyInstance,
  {
    database,
    webhooks,
    webhookGaps,
    config,
    metricsApp,
    samples,
  }: {
    readonly database: Database;
    readonly webhooks: Webhooks;
    readonly webhookGaps: readonly number[];
    readonly config: ServerConfig;
    readonly metricsApp: FastifyInstance | null;
    readonly samples: DemoReferences | null;
  },
): Promise<Pick<GatehouseServer, 'drain'>> {
  const [cursorKey, consoleKey] = await database.write(async (tx) => [
    await keyOf(tx, 'cursors'),
    await keyOf(tx, 'console'),
  ]);
  const changes = new ChangeWatch(database, readEventChanges);
  app.addHook('preClose', async () => changes.close());
  const endHousekeeping = startMaintenance(database, app.log);
  app.addHook('onClose', endHousekeeping);
  const isProxied = config.publicUrl !== null || config.trustedProxies.length > 0;
  const watch = watchServer(database);
  app.addHook('onClose', async () => watch.end());
  serveMetrics(app, {
    version: manifest.version,
    figures: watch.read,
    deliveries: webhooks.metrics,
    apart: metricsApp,
    isProxied,
  });
  serveReference(app, { ...config, webhookGaps, demo: samples });
  const drain = serveHealth(app, database);
  serveDiscovery(app, config.publicUrl);
  serveToken(app, { database, clock: config.clock, ttlSeconds: config.tokenTtlSeconds });
  const { clock, publicUrl } = config;
  const streams = new OpenStreams();
  const mail = mailOf(config);
  const later = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(later);
    await mail?.mailer.close();
  });
  const doLater = (work: () => Promise<void>) => {
    const done = work()
      .catch((error: unknown) => app.log.error({ err: error }, 'work for the console failed'))
      .finally(() => later.delete(done));
    later.add(done);
  };
  doLater(() => resumeUndoing(database));
  serveConsole(app, {
    database,
    clock,
    publicUrl,
    key: consoleKey,
    streams,
    mail,
    webhookHeaderPrefix: config.webhookHeaderPrefix,
    wakeWebhooks: webhooks.wake,
    later: doLater,
  });
  servePage(app, { key: consoleKey, clock });
  serveOperations(app, {
    services: {
      database,
      clock: config.clock,
      cursorKey,
      runningKeys: new Map(),
      runningUploads: new Map(),
      changes,
      streams,
      maxSubscriptions: config.webhookSubscriptions,
      wakeWebhooks: webhooks.wake,
      mailOrder: mail === null ? null : (order) => mailOrder({ database, mail }, order, false),
      checkEndpoint: (url) => checkEndpoint(webhooks.guard, url),
    },
    publicUrl: config.publicUrl,
    rateLimit: config.rateLimit,
    stationRateLimit: config.stationRateLimit,
  });
  return { drain };
}

/** What the console sends, such as tickets. Null without a mail server: nobody would get it. */
function mailOf({ smtpUrl, mailFrom: from, data }: ServerConfig) {
  if (smtpUrl === null) return null;
  return { from, mailer: openMailer({ smtpUrl, from, folder: join(data, 'mail') }) };
}

async function drawSamples(demo: Demo | null): Promise<readonly SampleCode[]> {
  const codes = demo?.door?.codes ?? [];
  if (codes.length === 0) return [];
  // Imported lazily: only needed where there is a demo.
  const { qrSymbol } = await import('./mail/qr-image.ts');
  return await Promise.all(
    codes.map(async (sample) => ({ ...sample, ...(await qrSymbol(sample.code)) })),
  );
}

async function joinStation(
  database: Database,
  { name, organiser, event, location }: EnrolmentRequest,
  server: ServerAddress,
): Promise<JoiningStation> {
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

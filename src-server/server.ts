import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { openDatabase, type Database } from './services/database.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { buildApp } from './http/app.ts';
import { closeApp } from './http/close-app.ts';
import { startHousekeeping } from './http/housekeeping.ts';
import { serveOperations } from './http/serve-operations.ts';
import { keyOf } from './repositories/keys.ts';
import { serveHealth } from './routes/health.ts';
import { serveMetrics } from './routes/metrics.ts';
import { serveToken } from './routes/oauth-token.ts';
import { operations } from './routes/operations.ts';
import { serveReference } from './routes/reference.ts';
import { checkEndpoint } from './services/check-endpoint.ts';
import { readNetworks, readWebhookSettings } from './webhooks/read-webhook-settings.ts';
import { startWebhooks, type Webhooks } from './webhooks/start-webhooks.ts';
import type { GatehouseServer, ServerConfig } from './server-config.ts';

export { serverDefaults } from './server-config.ts';
export type {
  ClientCredentials,
  DemoCredentials,
  GatehouseServer,
  LogLevel,
  ServerConfig,
  ServerLog,
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
  const database = openDatabase({ dataDir: config.data });
  const webhooks = startWebhooks({ database, dataDir: config.data, settings, log: app.log });
  const close = async () => {
    await closeApp(app);
    await webhooks.close();
    await database.close();
  };
  try {
    const { demo: tickets, data: dataDir } = config;
    const demo = tickets === null ? null : await seedDemo(database, { dataDir, tickets });
    await addRoutes(app, { database, webhooks, config });
    await app.listen({ host: config.host, port: config.port });
    await webhooks.rememberSettings();
    const authUrl = listeningOrigin(app.server.address());
    return { baseUrl: `${authUrl}/v1`, authUrl, demo, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function addRoutes(
  app: FastifyInstance,
  {
    database,
    webhooks,
    config,
  }: { readonly database: Database; readonly webhooks: Webhooks; readonly config: ServerConfig },
): Promise<void> {
  const cursorKey = await database.write((tx) => keyOf(tx, 'cursors'));
  const endHousekeeping = startHousekeeping(database, app.log);
  app.addHook('onClose', endHousekeeping);
  serveMetrics(app, webhooks.metrics);
  serveReference(app, config);
  serveHealth(app, database);
  serveToken(app, { database, ttlSeconds: config.tokenTtlSeconds });
  serveOperations(app, operations, {
    services: {
      database,
      cursorKey,
      knownTotals: new Map(),
      keptRows: new Map(),
      runningKeys: new Map(),
      checkEndpoint: (url) => checkEndpoint(webhooks.guard, url),
    },
    publicUrl: config.publicUrl,
    rateLimit: config.rateLimit,
  });
}

/** An address that can be called: a wildcard is reached over loopback. */
function listeningOrigin(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string')
    throw new TypeError('expected to listen on a TCP port');
  const wildcards: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = wildcards[address.address] ?? address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

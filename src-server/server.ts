import type { AddressInfo } from 'node:net';
import { buildApp } from './http/app.ts';
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
 * and resolves when it takes requests. Rejects when the database cannot be opened or the port cannot be bound.
 */
export async function createServer(config: ServerConfig): Promise<GatehouseServer> {
  const app = buildApp(config);
  await app.listen({ host: config.host, port: config.port });
  const authUrl = listeningOrigin(app.server.address());
  return { baseUrl: `${authUrl}/v1`, authUrl, demo: null, close: () => app.close() };
}

/** An address that can be called: a wildcard is reached over loopback. */
function listeningOrigin(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string')
    throw new TypeError('expected to listen on a TCP port');
  const wildcards: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = wildcards[address.address] ?? address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

import type { AddressInfo } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database/database.ts';
import {
  rememberServerAddress,
  selfSignedFingerprint,
  type ServerAddress,
} from './domain/access/server-address.ts';
import { listenOnNetwork, type NetworkListener } from './http/listeners/network-listener.ts';
import { renewCertificate } from './http/listeners/renew-certificate.ts';
import type { NetworkOptions } from './http/listeners/server-tls.ts';
import type { ServerConfig } from './server-config.ts';

/**
 * Listens for requests and, if they have a port of their own, for readers of the metrics; also on the local network while that is open.
 * Stores the address that stations use, for the command line's enrolment codes. All of it ends with the app. Rejects as `listen` does.
 */
export async function openListeners(
  app: FastifyInstance,
  {
    metricsApp,
    database,
    config,
  }: {
    readonly metricsApp: FastifyInstance | null;
    readonly database: Database;
    readonly config: ServerConfig;
  },
) {
  let network: { readonly listener: NetworkListener; readonly certificate: string | null } | null =
    null;
  let endRenewal: (() => void) | null = null;
  const closeNetwork = async () => {
    const { listener } = network ?? {};
    network = null;
    await listener?.close();
  };
  app.addHook('preClose', async () => {
    endRenewal?.();
    await closeNetwork();
  });
  /** A failed write does not stop the server. */
  const remember = (address: ServerAddress) =>
    rememberServerAddress(database, address).catch((error: unknown) =>
      app.log.error({ err: error }, 'the address for enrolment codes could not be stored'),
    );
  await app.listen({ host: config.host, port: config.port });
  await metricsApp?.listen({ host: '127.0.0.1', port: config.metricsPort ?? 0 });
  const authUrl = originOf(app);
  const url = `${(config.publicUrl ?? authUrl).replace(/\/+$/, '')}/v1`;
  let { tls } = config;
  const rememberOwn = () =>
    remember({ url, certificate: tls === null ? null : selfSignedFingerprint(tls.cert) });
  await rememberOwn();
  if (tls !== null && config.readTls !== undefined && app.server instanceof TlsServer) {
    endRenewal = renewCertificate(app.server, {
      used: tls,
      read: config.readTls,
      log: app.log,
      onRenewed: (renewed) => {
        tls = renewed;
        return rememberOwn();
      },
    });
  }
  return {
    authUrl,
    metricsUrl: metricsApp === null ? null : `${originOf(metricsApp)}/metrics`,
    openNetwork: async (options: NetworkOptions) => {
      if (network !== null) throw new Error('The network listener is already open.');
      const listener = await listenOnNetwork(app, options);
      network = { listener, certificate: selfSignedFingerprint(options.tls.cert) };
      return { port: listener.port };
    },
    closeNetwork: async () => {
      await closeNetwork();
      await rememberOwn();
    },
    reachedAt: (address: string) =>
      remember({ url: address, certificate: network?.certificate ?? null }),
    /** Where stations on the local network reach the server. Throws while that is closed. */
    addressOnNetwork: (address: string): ServerAddress => {
      if (network === null) throw new Error('The network listener is not open.');
      return { url: address, certificate: network.certificate };
    },
  };
}

/** An origin that clients can use: a wildcard address becomes loopback. */
function originOf({ server }: FastifyInstance): string {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string')
    throw new TypeError('expected to listen on a TCP port');
  const wildcards: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const scheme = server instanceof TlsServer ? 'https' : 'http';
  const host = wildcards[address.address] ?? address.address;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

// Why: docs/decisions/0020-embedded-server.md
import type { Socket } from 'node:net';
import { createServer, type Server } from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { NetworkOptions } from './server-tls.ts';
import { brokenConnectionHandler } from './broken-connection.ts';
import { connectionLimits, ignoreExpectations, listenerOptions } from './listener-options.ts';

export interface NetworkListener {
  readonly port: number;
  /** Closes every connection immediately; requests in flight get no response. */
  readonly close: () => Promise<void>;
}

/** Callers from the network must not exhaust the connections that the station on this computer needs. */
const MAX_CONNECTIONS = 512;
/** A station opens a handful; a whole network may share one address. */
const MAX_CONNECTIONS_OF_ADDRESS = 128;

/**
 * A second listener for the same app: HTTPS on every address of this computer, for callers that `admits` accepts. Others are
 * disconnected before the TLS handshake. Rejects as `listen` does.
 */
export async function listenOnNetwork(
  app: FastifyInstance,
  { port, tls, admits }: NetworkOptions,
): Promise<NetworkListener> {
  const server = createServer(
    { ...tls, ...listenerOptions(connectionLimits) },
    (request, response) => app.routing(request, response),
  );
  server.maxConnections = MAX_CONNECTIONS;
  const sockets = admitOnly(server, admits);
  ignoreExpectations(server);
  server.on('clientError', brokenConnectionHandler(app.publicPath));
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  await bind(server, port);
  // For example, out of file descriptors: the next connection may succeed.
  server.on('error', (error) => app.log.error({ err: error }, 'the network listener failed'));
  return {
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The open connections, including those still in their TLS handshake. */
function admitOnly(server: Server, admits: NetworkOptions['admits']): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const others = [...sockets].filter((one) => one.remoteAddress === remoteAddress);
    if (!admits(remoteAddress) || others.length >= MAX_CONNECTIONS_OF_ADDRESS) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** IPv6 and IPv4, or IPv4 alone if the system has no IPv6. */
async function bind(server: Server, port: number): Promise<void> {
  try {
    await listen(server, '::', port);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL') throw error;
    await listen(server, '0.0.0.0', port);
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('expected a TCP port');
  return address.port;
}

import type { Socket } from 'node:net';
import { createServer, type Server } from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { NetworkOptions } from '../server-config.ts';
import { KEEP_ALIVE_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from './app.ts';
import { answerBrokenConnection } from './broken-connection.ts';

export interface NetworkListener {
  readonly port: number;
  /** Ends every connection at once; requests that are under way are not answered. */
  readonly close: () => Promise<void>;
}

const HANDSHAKE_MS = 10_000;
/** What comes in from the network must not use up what the station on this computer needs. */
const MAX_CONNECTIONS = 512;
/** A station has a handful; whole networks may be behind one address. */
const MAX_CONNECTIONS_OF_ADDRESS = 128;

/**
 * A second way in to the same app: HTTPS on every address of this computer, for callers that `admits` lets in. Nobody else gets as far as
 * a handshake. Rejects as `listen` does.
 */
export async function listenOnNetwork(
  app: FastifyInstance,
  { port, tls, admits }: NetworkOptions,
): Promise<NetworkListener> {
  const server = createServer(
    {
      ...tls,
      handshakeTimeout: HANDSHAKE_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      requireHostHeader: false,
    },
    (request, response) => app.routing(request, response),
  );
  server.maxConnections = MAX_CONNECTIONS;
  const sockets = admitOnly(server, admits);
  server.on('clientError', answerBrokenConnection);
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  await bind(server, port);
  // Out of file descriptors, say: the next connection is tried again.
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

/** The connections that are open, those in the middle of their handshake too. */
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

/** IPv6 and IPv4 together, or IPv4 alone where the system has no other. */
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

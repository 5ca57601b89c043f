import { createServer, type Server } from 'node:net';
import { USUAL_PORTS } from '../../src-main/own-server/network-access.ts';

/**
 * Occupies the usual ports, so that a server that is opened to the network uses a port that no concurrent test needs. A usual port that another
 * program already uses counts as occupied.
 */
export async function takeUsualPorts(): Promise<() => Promise<void>> {
  const servers = await Promise.all(USUAL_PORTS.map(listen));
  return async () => {
    await Promise.all(servers.map(close));
  };
}

function listen(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(server)).listen({ host: '::', port }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

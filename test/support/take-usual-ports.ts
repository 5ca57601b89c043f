import { createServer, type Server } from 'node:net';
import { USUAL_PORTS } from '../../src-main/hosts/server/network-access.ts';

/**
 * Has a server that is opened to the network take a port of its own, which no other test that runs meanwhile asks for. Where another
 * program has a usual port already, that does as well.
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

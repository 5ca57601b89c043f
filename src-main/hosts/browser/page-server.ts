import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { HostError } from '../host-error.ts';
import { securityHeaders } from '../page/security-headers.ts';
import type { ServedStation } from '../served-station.ts';
import { isSame, type LaunchSecrets } from './launch-secrets.ts';
import { createLoopbackGuard, type LoopbackGuard, type Refusal } from './loopback-guard.ts';
import type { Page } from './page.ts';
import { refusalPage } from './refusal-page.ts';
import { openStationSocket } from './station-socket.ts';

const LOOPBACK = '127.0.0.1';

export interface PageServerOptions {
  readonly station: ServedStation;
  readonly page: Page;
  readonly secrets: LaunchSecrets;
  /** 0 picks a free one. */
  readonly port: number;
}

export interface PageServer {
  /** The address that opens the page; it carries the launch token. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves the page and its station on loopback.
 * @throws {HostError} `port_taken`
 */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 30_000 });
  const port = await listen(server, options.port);
  const guard = createLoopbackGuard(port, options.secrets);
  const respond = await options.page.open(server);
  const socket = openStationSocket(options.station);
  const headers = securityHeaders(options.page.isHardened ? `ws://${LOOPBACK}:${port}` : null);

  server.on('request', (request, response) => {
    if (options.page.isHardened) setHeaders(response, headers);
    answer({ request, response, guard, token: options.secrets.token, respond });
  });
  server.on('upgrade', (request, stream, head) => {
    const refusal = guard.refuseSocket(request.headers);
    if (refusal === null && request.url === '/station') socket.accept(request, stream, head);
    else if (refusal !== null || !options.page.takesUpgrades) refuseUpgrade(stream);
  });

  return {
    url: `http://${LOOPBACK}:${port}/?token=${options.secrets.token}`,
    close: async () => {
      await options.page.close();
      socket.close();
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      await promise;
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, LOOPBACK, resolve);
  try {
    await promise;
  } catch (error) {
    throw new HostError('port_taken', `Port ${port} cannot be used for the page.`, {
      cause: error,
    });
  }
  server.off('error', reject);
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new TypeError('expected to listen on a TCP port');
  }
  return address.port;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly guard: LoopbackGuard;
  readonly token: string;
  readonly respond: RequestListener;
}

function answer({ request, response, guard, token, respond }: Exchange): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const url = URL.parse(request.url ?? '', `http://${LOOPBACK}`);
  if (url === null) {
    response.writeHead(400).end();
    return;
  }
  const given = url.pathname === '/' ? url.searchParams.get('token') : null;
  const refusal =
    given === null ? guard.refuse(request.headers) : guard.refuseAddress(request.headers);
  if (refusal !== null) refuse(response, refusal);
  else if (given === null) respond(request, response);
  else if (isSame(given, token)) openSession(response, guard);
  else refuse(response, 'no_session');
}

/** Moves the key from the address, which history and screenshots keep, into a cookie that no script can read. */
function openSession(response: ServerResponse, guard: LoopbackGuard): void {
  response
    .writeHead(303, { Location: '/', 'Set-Cookie': guard.cookie, 'Cache-Control': 'no-store' })
    .end();
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  response
    .writeHead(403, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(refusalPage(refusal));
}

/** HTTP has let go of this socket: its errors are nobody's, and one that the other side keeps open would hold up the close. */
function refuseUpgrade(stream: Duplex): void {
  stream.on('error', () => stream.destroy());
  stream.once('finish', () => stream.destroy());
  stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

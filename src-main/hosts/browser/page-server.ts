import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { HostError } from '../../startup/host-error.ts';
import type { PageFiles, ServedFile } from '../../../src-files/built-page.ts';
import { securityHeaders } from '../../page/security-headers.ts';
import type { ServedStation } from '../../page/served-station.ts';
import { createLoopbackGuard, type LoopbackGuard } from './loopback-guard.ts';
import { originOf } from '../../page/page-record.ts';
import type { PagePasses } from '../../page/page-passes.ts';
import { sendRefusal } from './refusal-page.ts';
import { openStationSocket } from './station-socket.ts';

const LOOPBACK = '127.0.0.1';

export interface PageServerOptions {
  readonly station: ServedStation;
  readonly files: PageFiles;
  readonly passes: PagePasses;
  /** A launch pass has been used. */
  readonly onLaunched?: (launch: string) => void;
  /** 0 picks a free one. */
  readonly port: number;
}

export interface PageServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/**
 * Serves the page and its station on loopback.
 * @throws {HostError} `port_taken`
 */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 30_000 });
  // Nothing may be awaited between this and the listeners: a waiting page connects immediately, and one that nobody accepts hangs for ever.
  const port = await listen(server, options.port);
  const guard = createLoopbackGuard(port);
  const socket = openStationSocket({
    station: options.station,
    passes: options.passes,
    onLaunched: options.onLaunched ?? (() => undefined),
  });
  const headers = securityHeaders(originOf(port).replace('http:', 'ws:'));

  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answer({ request, response, own: originOf(port), guard, files: options.files });
  });
  server.on('upgrade', (request, stream, head) => {
    const origin = hasTwoHosts(request) ? null : guard.originOfSocket(request.headers);
    if (origin !== null && request.url === '/station') {
      socket.accept(request, stream, { head, origin });
    } else refuseUpgrade(stream);
  });

  return {
    port,
    close: async () => {
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
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const why = isTaken ? 'is in use by another program' : 'cannot be used on this machine';
    throw new HostError('port_taken', `Port ${port} ${why}; choose another with --port.`, {
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

interface PageCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The origin to which a page's key is bound. */
  readonly own: string;
  readonly guard: LoopbackGuard;
  readonly files: PageFiles;
}

function answer({ request, response, own, guard, files }: PageCall): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const target = URL.parse(request.url ?? '', own);
  if (target === null || hasTwoHosts(request)) {
    response.writeHead(400).end();
    return;
  }
  const refusal = guard.refuse(request.headers);
  if (refusal !== null) sendRefusal(response, refusal);
  else if (request.headers.host === new URL(own).host) {
    const file = files.get((request.url ?? '').split(/[?#]/, 1)[0] ?? '');
    void sendFile(response, file, request.method !== 'HEAD');
  } else redirect(response, `${own}${target.pathname}${target.search}`);
}

/** Never rejects. */
async function sendFile(
  response: ServerResponse,
  file: ServedFile | undefined,
  withBody: boolean,
): Promise<void> {
  const body = (await file?.read()) ?? null;
  if (file === undefined || body === null) {
    response.writeHead(404, { 'Cache-Control': 'no-store' }).end();
    return;
  }
  response
    .writeHead(200, {
      'Content-Type': file.contentType,
      'Content-Length': body.byteLength,
      'Cache-Control': file.cacheControl,
    })
    .end(withBody ? body : undefined);
}

/** Redirects `localhost` to 127.0.0.1, where the browser has its key; browsers keep the part after `#`. */
function redirect(response: ServerResponse, to: string): void {
  response.writeHead(307, { Location: to, 'Cache-Control': 'no-store' }).end();
}

/** Node uses the first Host header; a proxy in between may have used the other. */
function hasTwoHosts({ headersDistinct }: IncomingMessage): boolean {
  return (headersDistinct['host']?.length ?? 0) > 1;
}

/** HTTP has detached from this socket: nobody handles its errors, and if the peer kept it open it would delay the close. */
function refuseUpgrade(stream: Duplex): void {
  stream.on('error', () => stream.destroy());
  stream.once('finish', () => stream.destroy());
  stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

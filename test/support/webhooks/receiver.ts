import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';

export interface ReceivedRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** By `performance.now()`. */
  readonly atMs: number;
}

export interface Receiver {
  readonly port: number;
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Resolves when `count` requests have arrived in total. */
  readonly received: (count: number) => Promise<readonly ReceivedRequest[]>;
  readonly close: () => Promise<void>;
}

export type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

export const answerOk: Answer = (_request, response) => void response.end('ok');

export function answerStatus(status: number, headers: Record<string, string> = {}): Answer {
  return (_request, response) => void response.writeHead(status, headers).end(`status ${status}`);
}

/** An endpoint on loopback that records its requests. */
export async function openReceiver(
  answer: Answer = answerOk,
  host = '127.0.0.1',
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  const take = async (message: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(message);
    requests.push(request);
    for (const check of waiting) check();
    answer(request, response);
  };
  const server = createServer((message, response) => void take(message, response));
  const { port, close } = await listen(server, host);
  const received = (count: number) =>
    new Promise<readonly ReceivedRequest[]>((resolve) => {
      const check = () => {
        if (requests.length < count) return;
        waiting.delete(check);
        resolve(requests);
      };
      waiting.add(check);
      check();
    });
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/hook`,
    requests,
    received,
    close,
  };
}

async function readRequest(message: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  message.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(message, 'end');
  const { url = '', method = '', headers } = message;
  return {
    path: url,
    method,
    headers,
    body: Buffer.concat(chunks).toString(),
    atMs: performance.now(),
  };
}

/** A raw TCP endpoint that calls `behave` after the first bytes of a request. */
export async function openRawReceiver(behave: (socket: Socket) => void): Promise<{
  readonly port: number;
  readonly url: string;
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}> {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  });
  const { port, close } = await listen(server, '127.0.0.1');
  return { port, url: `http://127.0.0.1:${port}/`, connections: () => connections, close };
}

export async function listen(
  server: Server,
  host: string,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { port: addressOf(server).port, close };
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('expected a TCP port');
  return address;
}

/**
 * A raw TCP endpoint that calls `behave` after each complete request, with the number of the request: whatever the connection.
 */
export async function openRequestCounter(
  behave: (socket: Socket, number: number) => void,
): Promise<{
  readonly url: string;
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}> {
  let requests = 0;
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let end = endOfRequest(text); end !== null; end = endOfRequest(text)) {
        text = text.slice(end);
        requests += 1;
        behave(socket, requests);
      }
    });
  });
  const { port, close } = await listen(server, '127.0.0.1');
  return { url: `http://127.0.0.1:${port}/hooks/old`, requests: () => requests, close };
}

function endOfRequest(text: string): number | null {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const length = /^content-length: (\d+)/im.exec(text)?.[1] ?? '0';
  const end = head + 4 + Number(length);
  return text.length < end ? null : end;
}

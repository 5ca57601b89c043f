import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { listenerUrl } from '../../webhooks/management/webhook-listeners.ts';
import { forwardDelivery } from '../../webhooks/forward-delivery.ts';

/** What became of a delivery. */
export interface Forwarded {
  readonly at: string;
  readonly event: string;
  readonly delivery: string;
  /** The program's response; null if there was none. */
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

export interface Receiver extends AsyncDisposable {
  /** Where the server delivers to: nobody else knows the path. */
  readonly url: string;
}

const MAX_BODY_BYTES = 1024 * 1024;
const ANSWERS_WITHIN_MS = 1_000;

/** Listens on a free port of 127.0.0.1, forwards each delivery to `target`, and reports the response. */
export async function openReceiver(
  target: string,
  report: (forwarded: Forwarded) => void,
): Promise<Receiver> {
  const closing = new AbortController();
  const path = listenerUrl(0, hostname(), randomBytes(16).toString('hex')).pathname;
  const server = createServer((request, response) => {
    if (request.url !== path) response.writeHead(404).end();
    // A later listener asks whether this one is still there.
    else if (request.method === 'GET') response.writeHead(204).end();
    else void respond(request, response, { target, report, closed: closing.signal });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whether a listener is there; another program at its port does not know its path. */
export async function isAnswering(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    return status === 204;
  } catch {
    return false;
  }
}

interface Forwarding {
  readonly target: string;
  readonly report: (forwarded: Forwarded) => void;
  readonly closed: AbortSignal;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { target, report, closed }: Forwarding,
): Promise<void> {
  const body = await readBody(request);
  if (body === null) {
    response.writeHead(413).end();
    return;
  }
  // Before it is forwarded: the server need not wait for a program that is being debugged.
  response.writeHead(204).end();
  const forwarded = await forward(target, request, { body, closed });
  if (!closed.aborted) report(forwarded);
}

/** Returns null for one that is too long, or that a server did not finish because it was killed: it will deliver again. */
async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      if (!(chunk instanceof Uint8Array)) return null;
      length += chunk.length;
      if (length > MAX_BODY_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

async function forward(
  target: string,
  request: IncomingMessage,
  { body, closed }: { readonly body: Buffer<ArrayBuffer>; readonly closed: AbortSignal },
): Promise<Forwarded> {
  const began = performance.now();
  const { headers } = request;
  const named = (ending: string) =>
    Object.entries(headers)
      .find(([name]) => name.endsWith(ending))?.[1]
      ?.toString() ?? '';
  const sent = {
    at: new Date().toISOString(),
    event: named('-event'),
    delivery: named('-delivery'),
  };
  const outcome = await forwardDelivery(
    new URL(target),
    { headers: forwardedHeaders(headers), body },
    closed,
  );
  return { ...sent, ...outcome, duration_ms: Math.round(performance.now() - began) };
}

/** Belong to one connection, not to the delivery. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

function forwardedHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofConnection.has(name) ? [] : [[name, value.toString()]],
    ),
  );
}

import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { ServerOptions } from 'node:https';

/** How long callers may hold a connection, in milliseconds. */
export interface ConnectionLimits {
  /** From the first byte of a request to its last. */
  readonly requestMs: number;
  readonly handshakeMs: number;
  /** How long an idle connection is kept: longer than common proxies keep theirs. */
  readonly keepAliveMs: number;
  /** How often the other limits are enforced, and so by how much a request may exceed its own. */
  readonly checkMs: number;
}

export const connectionLimits: ConnectionLimits = {
  requestMs: 30_000,
  handshakeMs: 10_000,
  keepAliveMs: 72_000,
  checkMs: 1_000,
};

/** The options of every listener, with TLS and without: Node ignores those of a handshake in plain HTTP. */
export function listenerOptions(limits: ConnectionLimits): ServerOptions {
  return {
    requestTimeout: limits.requestMs,
    headersTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    handshakeTimeout: limits.handshakeMs,
    // Otherwise Node itself answers a request without a Host header, with an empty body.
    requireHostHeader: false,
  };
}

/** Serves requests whatever they expect, as RFC 9110 §10.1.1 allows. Otherwise Node itself answers 417, with an empty body. */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/**
 * Half of the files that the system lets this process open: without a limit, idle connections of strangers would leave none for the database and
 * for webhooks. Infinity where the system has no limit, or does not say it in a file as Linux does.
 */
export function mostConnections(): number {
  try {
    const [, limit] =
      /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? Infinity : Math.floor(Number(limit) / 2);
  } catch {
    return Infinity;
  }
}

import type { FastifyRequest } from 'fastify';
import { errorMessages } from '../../shared/contract/errors.ts';
import { MAX_HOST_LENGTH } from '../../shared/contract/limits.ts';
import { ApiError } from './errors/api-error.ts';

/**
 * The origin under which the client reached the server, without a trailing slash: the configured one, or the one in the request.
 * Fastify's `host` and `protocol` honour `X-Forwarded-*` only from configured proxies.
 */
export function publicOrigin(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '');
  const host = request.host === '' ? localAddress(request) : request.host;
  const origin = `${request.protocol}://${host}`;
  if (origin === lastGood) return origin;
  if (host.length > MAX_HOST_LENGTH || !isOrigin(origin)) {
    throw new ApiError('request.malformed', { message: describe(request) });
  }
  lastGood = origin;
  return origin;
}

function describe({ protocol, host, headers }: FastifyRequest): string {
  if (!/^https?$/.test(protocol)) return 'The X-Forwarded-Proto header must be http or https.';
  return host === headers.host ? errorMessages.hostInvalid : errorMessages.forwardedHostInvalid;
}

/** The path of the configured URL without a trailing slash, such as `/tickets`; usually empty. */
export function publicPath(publicUrl: string | null): string {
  return publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** Caches the last valid origin: nearly all requests name the same host, and parsing it is expensive. */
let lastGood = '';

/** HTTP/1.0 requests may lack a Host header. */
function localAddress(request: FastifyRequest): string {
  const { localAddress: bound = '127.0.0.1', localPort = 80 } = request.socket;
  const address = bound.replace(/^::ffff:/i, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

/** Whether the origin is an address of this server, and not merely one that a caller names. */
export function isOwnOrigin(request: FastifyRequest, origin: string): boolean {
  const { localPort = 80 } = request.socket;
  const own = [localAddress(request), `localhost:${localPort}`];
  return own.some((host) => URL.parse(`${request.protocol}://${host}`)?.origin === origin);
}

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[A-Za-z0-9.:[\]_-]+$/.test(text)) return false;
  return URL.canParse(text);
}

import type { FastifyRequest } from 'fastify';
import { errorMessages } from '../../shared/contract/errors.ts';
import { ApiError } from './api-error.ts';

/**
 * Where the client reached us, without a slash at the end: the configured address, or what the request says. `X-Forwarded-*` count
 * only when the peer is a configured proxy: Fastify's `host` and `protocol` see to that.
 */
export function publicOrigin(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '');
  const host = request.host === '' ? localAddress(request) : request.host;
  const origin = `${request.protocol}://${host}`;
  if (origin === lastGood) return origin;
  if (!isOrigin(origin)) {
    throw new ApiError('request.malformed', { message: errorMessages.hostInvalid });
  }
  lastGood = origin;
  return origin;
}

/** Nearly all requests name the same host, and checking one takes longer than the rest of a call's making. */
let lastGood = '';

/** HTTP/1.0 may come without a Host header. */
function localAddress(request: FastifyRequest): string {
  const { localAddress: address = '127.0.0.1', localPort = 80 } = request.socket;
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[A-Za-z0-9.:[\]_-]+$/.test(text)) return false;
  return URL.canParse(text);
}

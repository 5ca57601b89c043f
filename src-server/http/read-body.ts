import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { errorMessages } from '../../shared/contract/errors.ts';
import { ApiError } from './api-error.ts';

/** How much of a body that is too large is still received, so that its sender gets to read the answer. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

/**
 * Receives a body. Rejects with `request.too_large` past `limit` bytes, and with `request.malformed` when the sender breaks off. A
 * connection whose body is not read to its end stays open: the answer still has to go out.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  if (Number(request.headers['content-length'] ?? 0) > MAX_DISCARDED_BYTES) {
    reject(tooLarge(limit));
    return promise;
  }
  const chunks: Buffer[] = [];
  let received = 0;
  const take = (chunk: Buffer) => {
    received += chunk.length;
    if (received <= limit) chunks.push(chunk);
    else chunks.length = 0;
    if (received <= MAX_DISCARDED_BYTES) return;
    request.off('data', take).pause();
    reject(tooLarge(limit));
  };
  request.on('data', take);
  request.once('end', () => {
    const [first, ...rest] = chunks;
    if (received > limit) reject(tooLarge(limit));
    else resolve(first !== undefined && rest.length === 0 ? first : Buffer.concat(chunks));
  });
  // A sender that hangs up is no failure of ours, whichever of the two events comes first.
  request.once('error', (cause) => reject(brokeOff(cause)));
  // Also emitted after the end, when the promise is settled.
  request.once('close', () => {
    if (!request.complete) reject(brokeOff());
  });
  return promise;
}

function brokeOff(cause?: unknown): ApiError {
  return new ApiError('request.malformed', { message: 'The body is incomplete.', cause });
}

function tooLarge(limit: number): ApiError {
  return new ApiError('request.too_large', { message: errorMessages.bodyTooLarge(limit) });
}

/** What `readBody` received; null when the request had neither a body nor said of what type it would be. */
export function bodyBytes(request: FastifyRequest): Buffer | null {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return bytes.length === 0 && request.headers['content-type'] === undefined ? null : bytes;
}

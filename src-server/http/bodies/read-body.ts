import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { errorMessages } from '../../../shared/contract/errors.ts';
import { ApiError } from '../errors/api-error.ts';

/** How much of an oversized body is still read and discarded, so that its sender gets to read the response. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

/**
 * Receives a body. Rejects with `request.too_large` past `limit` bytes, and with `request.malformed` if the sender disconnects. If
 * the body is not read to its end, the connection stays open for the response.
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
  // A client that disconnects is not a server error, whichever of the two events comes first.
  request.once('error', (cause) => reject(brokeOff(cause)));
  // Also emitted after `end`, when the promise is already settled.
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

/** The bytes that `readBody` received; null if there are none but white space. */
export function bodyBytes({ body }: FastifyRequest): Buffer | null {
  return Buffer.isBuffer(body) && body.some((byte) => !WHITE_SPACE.includes(byte)) ? body : null;
}

/** Of JSON, and of lines. */
const WHITE_SPACE = [0x20, 0x09, 0x0a, 0x0d];

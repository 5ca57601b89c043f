import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

export const MAX_BODY_BYTES = 1024 * 1024;

/** How much of a body that is too large is still received, so that its sender gets to read the answer. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

/** Receives a body. Rejects with `request.too_large` past the limit, and when the sender breaks off. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_DISCARDED_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of chunksOf(request)) {
    received += chunk.length;
    if (received <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (received > MAX_DISCARDED_BYTES) throw tooLarge();
  }
  if (received > MAX_BODY_BYTES) throw tooLarge();
  return Buffer.concat(chunks);
}

/** Leaves the connection open when the reader stops early: the answer still has to go out. */
function chunksOf(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false });
}

function tooLarge(): ApiError {
  return new ApiError('request.too_large', `The body may have at most ${MAX_BODY_BYTES} bytes.`);
}

/** What `readBody` received; null when the request had neither a body nor said of what type it would be. */
export function bodyBytes(request: FastifyRequest): Buffer | null {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return bytes.length === 0 && request.headers['content-type'] === undefined ? null : bytes;
}

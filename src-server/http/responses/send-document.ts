import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from './content-encoding.ts';
import { contentTag, holdsTag } from './entity-tag.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Within a sixth of the best quality's size, in a fiftieth of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

interface Compressed {
  readonly gzip: Buffer;
  readonly br: Buffer;
}

async function compress(text: string): Promise<Compressed> {
  const [br, gzipped] = await Promise.all([compressBrotli(text, BROTLI), compressGzip(text)]);
  return { br, gzip: gzipped };
}

/** A server has few addresses of its own. */
const MAX_ORIGINS = 4;

/**
 * A text that many request and that names the origin under which the server is reached. Compressing it takes far longer than
 * writing an origin into it, so it is compressed for the server's own origins alone, once for each: others are whatever callers send.
 */
export class ServedDocument {
  readonly #write: () => { readonly text: string; readonly origin: string };
  readonly #compressed = new Map<string, Promise<Compressed>>();
  #template: { readonly text: string; readonly origin: string; readonly hash: string } | null =
    null;

  /** `write` is called once, for the first request; `origin` is what its text has in place of the origin. */
  constructor(write: () => { readonly text: string; readonly origin: string }) {
    this.#write = write;
  }

  /** Answers with the smallest form that the caller accepts, or with 304 if the caller has it. */
  async send(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    { origin, isOwn }: { readonly origin: string; readonly isOwn: boolean },
  ): Promise<FastifyReply> {
    const { text, origin: placeholder, hash } = (this.#template ??= this.#begin());
    const encoding = isOwn ? encodingFor(headers['accept-encoding'], ['br', 'gzip']) : null;
    const tag = `"${contentTag(hash + origin)}-${encoding ?? 'identity'}"`;
    reply.headers({ etag: tag, vary: 'accept-encoding', 'cache-control': 'private, no-cache' });
    if (holdsTag(headers['if-none-match'], tag)) return reply.code(304).send();
    const written = () => text.replaceAll(placeholder, origin);
    if (encoding === null) return reply.send(written());
    const compressed = await this.#compress(origin, written);
    return reply.header('content-encoding', encoding).send(compressed[encoding]);
  }

  #begin() {
    const written = this.#write();
    return { ...written, hash: contentTag(written.text) };
  }

  /** The least recently used is dropped first. */
  #compress(origin: string, write: () => string): Promise<Compressed> {
    const compressed = this.#compressed.get(origin) ?? compress(write());
    this.#compressed.delete(origin);
    this.#compressed.set(origin, compressed);
    const [oldest] = this.#compressed.keys();
    if (this.#compressed.size > MAX_ORIGINS && oldest !== undefined) {
      this.#compressed.delete(oldest);
    }
    return compressed;
  }
}

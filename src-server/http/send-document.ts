import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from './content-encoding.ts';
import { contentTag, holdsTag } from './entity-tag.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Within a sixth of the best quality's size, in a fiftieth of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** A text that many ask for, compressed. */
export interface ServedDocument {
  readonly tag: string;
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

async function compressDocument(text: string): Promise<ServedDocument> {
  const identity = Buffer.from(text);
  const tag = contentTag(identity);
  const [br, gzipped] = await Promise.all([
    compressBrotli(identity, BROTLI),
    compressGzip(identity),
  ]);
  return { tag, identity, br, gzip: gzipped };
}

/** Callers choose the origins, so only a few are kept. */
const MAX_ORIGINS = 4;

/** One document for each origin under which the server is reached, the least recently asked for dropped first. */
export class DocumentCache {
  readonly #write: (origin: string) => string;
  readonly #documents = new Map<string, Promise<ServedDocument>>();

  constructor(write: (origin: string) => string) {
    this.#write = write;
  }

  get(origin: string): Promise<ServedDocument> {
    const document = this.#documents.get(origin) ?? compressDocument(this.#write(origin));
    this.#documents.delete(origin);
    this.#documents.set(origin, document);
    const [oldest] = this.#documents.keys();
    if (this.#documents.size > MAX_ORIGINS && oldest !== undefined) this.#documents.delete(oldest);
    return document;
  }
}

/** Answers with the smallest form that the caller accepts, or with 304 if the caller has it. */
export function sendDocument(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  document: ServedDocument,
): FastifyReply {
  const encoding = encodingFor(headers['accept-encoding'], ['br', 'gzip']) ?? 'identity';
  const tag = `"${document.tag}-${encoding}"`;
  reply.headers({ etag: tag, vary: 'accept-encoding', 'cache-control': 'private, no-cache' });
  if (holdsTag(headers['if-none-match'], tag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(document[encoding]);
}

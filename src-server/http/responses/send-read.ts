import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, encodingFor, isLong, pageEncodings } from './content-encoding.ts';
import { contentTag, holdsTag } from './entity-tag.ts';

const encoder = new TextEncoder();

interface ReadAnswer {
  readonly content: string | Buffer;
  /** In place of a hash of the content. */
  readonly tag: string | undefined;
  /** Only lists are compressed. No other read is long, and some hold keys, whose bytes the length of a compressed response could reveal. */
  readonly isList: boolean;
}

/** Answers a read with a strong entity tag (RFC 9110 §8.8.3), or with 304 if the caller holds what that tag names. */
export function sendRead(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { content, tag, isList }: ReadAnswer,
): FastifyReply {
  const accepted = isList ? encodingFor(headers['accept-encoding'], pageEncodings) : null;
  // Once: a tag, a compression and a socket would each encode the text again, and one with a name beyond Latin-1 slowly.
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  const encoding = isLong(bytes) ? accepted : null;
  // Each encoding has its own bytes, and so its own tag.
  const etag = `"${tag ?? contentTag(bytes)}${encoding === null ? '' : `-${encoding}`}"`;
  reply.header('etag', etag);
  if (isList) reply.header('vary', addedTo(reply.getHeader('vary'), 'accept-encoding'));
  if (holdsTag(headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding === null) return reply.send(bytes);
  return reply.header('content-encoding', encoding).send(compress(bytes, encoding));
}

function addedTo(vary: unknown, name: string): string {
  return typeof vary === 'string' ? `${vary}, ${name}` : name;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressText, encodingFor, isLong, pageEncodings } from './content-encoding.ts';
import { contentTag, holdsTag } from './entity-tag.ts';

interface ReadAnswer {
  readonly text: string;
  /** In place of a hash of the text. */
  readonly tag: string | undefined;
  /** Only lists are compressed. No other read is long, and some hold keys, whose bytes the length of a compressed response could reveal. */
  readonly isList: boolean;
}

/** Answers a read with a strong entity tag (RFC 9110 §8.8.3), or with 304 if the caller holds what that tag names. */
export function sendRead(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { text, tag, isList }: ReadAnswer,
): FastifyReply {
  const accepted = isList ? encodingFor(headers['accept-encoding'], pageEncodings) : null;
  const encoding = accepted !== null && isLong(text) ? accepted : null;
  // Each encoding has its own bytes, and so its own tag.
  const etag = `"${tag ?? contentTag(text)}${encoding === null ? '' : `-${encoding}`}"`;
  reply.header('etag', etag);
  if (isList) reply.header('vary', addedTo(reply.getHeader('vary'), 'accept-encoding'));
  if (holdsTag(headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding === null) return reply.send(text);
  return reply.header('content-encoding', encoding).send(compressText(text, encoding));
}

function addedTo(vary: unknown, name: string): string {
  return typeof vary === 'string' ? `${vary}, ${name}` : name;
}

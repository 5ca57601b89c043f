import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors/api-error.ts';

const JSON_TYPES = /^application\/(?:json|[a-z0-9.-]+\+json)$/;

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/**
 * Removes a `Content-Type` that names no type. Fastify would refuse it before a route can tell that it needs no body, or which types it
 * takes.
 */
export function dropInvalidType(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'];
  if (type !== undefined && !MEDIA_TYPE.test(type)) delete headers['content-type'];
}

/** What the headers say about a body. */
interface BodyHeaders {
  readonly 'content-type'?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
}

/**
 * The media type of a body in lower case, without parameters. Throws unless the body can be read as UTF-8: if it is compressed, or in
 * another charset. Bytes of ASCII alone mean the same in nearly every charset, so they may claim any of those.
 */
export function readMediaType(headers: BodyHeaders, bytes: Buffer): string {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') {
    throw unsupportedMediaType('The body must not be compressed: send no Content-Encoding.');
  }
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const [, charset = ''] =
    parameters.map((parameter) => /^charset\s*=\s*["']?([^"']*)/.exec(parameter)).find(Boolean) ??
    [];
  if (charset !== '') checkCharset(charset.trim(), bytes);
  return type;
}

function checkCharset(charset: string, bytes: Buffer): void {
  const encoding = standardName(charset);
  if (encoding === 'utf-8') return;
  const accepted = 'The body must be in UTF-8';
  if (encoding === null || writesAsciiOtherwise.has(encoding)) {
    throw unsupportedMediaType(`${accepted}, not in the charset ${charset.slice(0, 40)}.`);
  }
  if (bytes.some((byte) => byte > 0x7f)) {
    const which = `in ${charset.slice(0, 40)} only ASCII characters are read`;
    throw unsupportedMediaType(`${accepted}; ${which}.`);
  }
}

/** In these, bytes of ASCII are not ASCII characters. */
const writesAsciiOtherwise = new Set(['utf-16le', 'utf-16be', 'iso-2022-jp']);

/** The name of a charset in the Encoding Standard; null if it has none. */
function standardName(charset: string): string | null {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return null;
  }
}

export function isJson(mediaType: string): boolean {
  return JSON_TYPES.test(mediaType);
}

export function unsupportedMediaType(message?: string): ApiError {
  return new ApiError('request.unsupported_media_type', message === undefined ? {} : { message });
}

import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

/**
 * Checks that a request names exactly one host (RFC 9112 §3.2): HTTP/1.1 requires a Host header, a second one is an error, and an
 * absolute target (`GET http://…/v1/…`) must name the same host. Otherwise a proxy and this server could disagree about it. Throws
 * `request.malformed`.
 */
export function checkRequestTarget({
  headers,
  httpVersion,
  rawHeaders,
  url = '/',
}: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw malformed('The Host header is required.');
  }
  for (const name of sentOnce) {
    if (isRepeated(rawHeaders, name)) throw malformed(`The ${name} header was sent twice.`);
  }
  if (url.startsWith('/') || url === '*') return;
  const target = URL.parse(url);
  if (target === null || target.host !== URL.parse(`${target.protocol}//${headers.host}`)?.host) {
    throw malformed('The request target names another host than the Host header.');
  }
}

/** Of several, Node uses the first; other servers use the last. */
const sentOnce = ['host', 'authorization', 'content-type'];

/** `rawHeaders` alternates names and values. */
function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

function malformed(message: string): ApiError {
  return new ApiError('request.malformed', { message });
}

/** The query of a request target. The last value of a repeated parameter wins, as in PHP. */
export function readQueryString(target: string): ReadonlyMap<string, string> {
  const start = target.indexOf('?');
  if (start === -1) return new Map();
  // Like bytes that are not UTF-8, NUL is read as U+FFFD: PostgreSQL does not accept it in a text.
  return new Map(new URLSearchParams(target.slice(start).replaceAll('%00', '%EF%BF%BD')));
}

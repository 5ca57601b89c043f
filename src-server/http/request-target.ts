// Why: docs/decisions/0007-http-requests.md
import type { IncomingMessage } from 'node:http';
import { ApiError } from './errors/api-error.ts';

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
  const repeated = findRepeated(rawHeaders);
  if (repeated !== null) throw malformed(`The ${repeated} header was sent twice.`);
  if (url.startsWith('/') || url === '*') return;
  const target = URL.parse(url);
  if (target === null || target.host !== URL.parse(`${target.protocol}//${headers.host}`)?.host) {
    throw malformed('The request target names another host than the Host header.');
  }
}

/** Of several, Node uses the first or joins them; other servers use the last. */
const SENT_ONCE = /^(?:host|authorization|content-type|idempotency-key|last-event-id)$/i;

/** The name of a header that was sent more than once and must not be. `rawHeaders` alternates names and values. */
function findRepeated(rawHeaders: readonly string[]): string | null {
  const found = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!SENT_ONCE.test(name)) continue;
    if (found.has(name.toLowerCase())) return name;
    found.add(name.toLowerCase());
  }
  return null;
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

import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

/**
 * Checks that a request names one host, as RFC 9112 §3.2 has it: HTTP/1.1 needs a Host header, nobody may send two, and a target with
 * a host of its own (`GET http://…/v1/…`) may not name another. A proxy in front might go by the one, and we by the other. Throws
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

/** Node takes the first of several; others take the last. */
const sentOnce = ['host', 'authorization', 'content-type'];

/** `rawHeaders` holds names and values in turn. */
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

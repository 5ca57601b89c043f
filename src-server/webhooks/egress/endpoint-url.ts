import { MAX_WEBHOOK_URL_LENGTH } from '../../../shared/contract/limits.ts';
import { EgressError } from './egress-error.ts';

// Characters that URL parsing silently drops; never intended.
// oxlint-disable-next-line no-control-regex
const SILENTLY_DROPPED = /[\u0000-\u0020\u007f]/;

/** Reads the URL of a new subscription, which may have {@link MAX_WEBHOOK_URL_LENGTH} characters. Throws an `EgressError`. */
export function parseNewEndpointUrl(text: string): URL {
  if (text.length > MAX_WEBHOOK_URL_LENGTH) throw tooLong();
  const url = parseEndpointUrl(text);
  // Serialising escapes every non-ASCII character, and the serialised form is what is sent.
  if (url.href.length > MAX_WEBHOOK_URL_LENGTH) throw tooLong();
  return url;
}

/**
 * Reads the URL of an endpoint (§6.2): http or https, no credentials, of any length, so that what was saved is delivered. Uses the WHATWG parser, which
 * normalises every spelling of an IP address (`2130706433`, `0x7f.1`, `①②⑦.0.0.1`). Throws an `EgressError`.
 */
export function parseEndpointUrl(text: string): URL {
  if (SILENTLY_DROPPED.test(text)) {
    throw new EgressError('url.invalid', 'Expected a URL without spaces or control characters.');
  }
  const url = URL.parse(text);
  if (url === null) throw new EgressError('url.invalid', 'Expected an absolute URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new EgressError('url.scheme', 'Expected a URL with http or https.');
  }
  if (url.username !== '' || url.password !== '' || hasEmptyCredentials(text)) {
    throw new EgressError('url.credentials', 'Expected a URL without credentials.');
  }
  if (url.port === '0') throw new EgressError('url.port', 'Expected a port from 1 to 65535.');
  return url;
}

function tooLong(): EgressError {
  return new EgressError(
    'url.too_long',
    `Expected a URL of at most ${MAX_WEBHOOK_URL_LENGTH} characters.`,
  );
}

/** `https://@host`: this parser drops the empty credentials; another one may not. */
function hasEmptyCredentials(text: string): boolean {
  const authority = /^[a-z]+:[/\\]*([^/\\?#]*)/i.exec(text)?.[1] ?? '';
  return authority.includes('@');
}

/** The host as resolvers and sockets expect it: no brackets, no final dot. */
export function hostOf(url: URL): string {
  return bareHost(url.hostname);
}

function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

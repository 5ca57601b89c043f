import { isIP } from 'node:net';
import { invalid } from '../../rules/domain-error.ts';

/** Where a passkey works: the name of a domain, and the origin of its pages. */
export interface Site {
  readonly rpId: string;
  readonly origin: string;
}

/** The site of the server's public origin. Returns null where browsers refuse passkeys: at an IP address, and without TLS unless at `localhost`. */
export function siteOf(publicOrigin: string): Site | null {
  const url = URL.parse(publicOrigin);
  if (url === null) return null;
  const { protocol, hostname, origin } = url;
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return null;
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  return isSecure ? { rpId: hostname, origin } : null;
}

/** Throws `validation.failed` where there is none. */
export function requireSite(publicOrigin: string): Site {
  const site = siteOf(publicOrigin);
  if (site !== null) return site;
  throw invalid('passkey', 'Passkeys work at a domain name with HTTPS, or at localhost.');
}

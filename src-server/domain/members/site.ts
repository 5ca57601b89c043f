import { isIP } from 'node:net';

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

import type { IncomingHttpHeaders } from 'node:http';
import { originOf } from '../../page/page-record.ts';

export type RequestRefusal = 'foreign_host' | 'foreign_origin';

export interface LoopbackGuard {
  /** Returns null for a request to this server's own address that comes from its own page or has no origin. */
  readonly refuse: (headers: IncomingHttpHeaders) => RequestRefusal | null;
  /** The same for a WebSocket, which any site may open in a browser, so an Origin is required. Returns our origin, or null. */
  readonly originOfSocket: (headers: IncomingHttpHeaders) => string | null;
}

/**
 * Guards a loopback server against other pages in the same browser. A foreign `Host` is a name rebound to 127.0.0.1; a foreign
 * `Origin` is a request by another site. The handshake on the socket decides afterwards who may speak to the station; the page's
 * files hold no secrets.
 */
export function createLoopbackGuard(port: number): LoopbackGuard {
  const origins = [originOf(port), new URL(`http://localhost:${port}`).origin];
  const hosts = origins.map((origin) => new URL(origin).host);

  const refuse = ({ host, origin }: IncomingHttpHeaders): RequestRefusal | null => {
    if (!hosts.includes(host ?? '')) return 'foreign_host';
    return origin === undefined || origins.includes(origin) ? null : 'foreign_origin';
  };
  return {
    refuse,
    originOfSocket: (headers) => (refuse(headers) === null ? (headers.origin ?? null) : null),
  };
}

import type { IncomingHttpHeaders } from 'node:http';
import { originOf } from './page-record.ts';

export type RequestRefusal = 'foreign_host' | 'foreign_origin';

export interface LoopbackGuard {
  /** Null for a request to this server's own address, by nobody or by its own page. */
  readonly refuse: (headers: IncomingHttpHeaders) => RequestRefusal | null;
  /** The same for a WebSocket, which browsers let any site open: its Origin must be there. Returns ours, or null. */
  readonly originOfSocket: (headers: IncomingHttpHeaders) => string | null;
}

/**
 * Guards a loopback server against the other pages of the same browser: a foreign `Host` is a name that was rebound to
 * 127.0.0.1, a foreign `Origin` is a request that another site makes. Who may speak to the station is settled afterwards, by the
 * handshake on the socket: files of the page hold no secrets.
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

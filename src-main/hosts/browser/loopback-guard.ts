import type { IncomingHttpHeaders } from 'node:http';
import { isSame, type LaunchSecrets } from './launch-secrets.ts';

export type Refusal = 'foreign_host' | 'foreign_origin' | 'no_session';

export interface LoopbackGuard {
  /** Null when this request comes from a page that the launch address opened. */
  readonly refuse: (headers: IncomingHttpHeaders) => Refusal | null;
  /** The same for a WebSocket, which browsers let any site open: its Origin must be there and ours. */
  readonly refuseSocket: (headers: IncomingHttpHeaders) => Refusal | null;
  /** The same before there is a session: only the address counts. */
  readonly refuseAddress: (headers: IncomingHttpHeaders) => Refusal | null;
  readonly cookie: string;
}

/**
 * Guards a loopback server against the other pages of the same browser: a foreign `Host` is a name that was rebound to
 * 127.0.0.1, a foreign `Origin` is a request that another site makes. Cookies ignore ports, so the cookie's name carries it.
 */
export function createLoopbackGuard(port: number, secrets: LaunchSecrets): LoopbackGuard {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const origins = hosts.map((host) => `http://${host}`);
  const cookieName = `gatehouse_${port}`;

  const refuseAddress = (headers: IncomingHttpHeaders): Refusal | null => {
    if (!hosts.includes(headers.host ?? '')) return 'foreign_host';
    if (headers.origin !== undefined && !origins.includes(headers.origin)) return 'foreign_origin';
    return null;
  };
  const refuse = (headers: IncomingHttpHeaders): Refusal | null => {
    const refusal = refuseAddress(headers);
    if (refusal !== null) return refusal;
    return isSame(readCookie(headers.cookie, cookieName), secrets.session) ? null : 'no_session';
  };
  return {
    refuse,
    refuseAddress,
    refuseSocket: (headers) => (headers.origin === undefined ? 'foreign_origin' : refuse(headers)),
    cookie: `${cookieName}=${secrets.session}; HttpOnly; SameSite=Strict; Path=/`,
  };
}

function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, ...value] = part.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return null;
}

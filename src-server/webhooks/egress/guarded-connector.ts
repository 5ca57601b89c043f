import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { EgressError } from './egress-error.ts';
import type { EgressGuard } from './egress-guard.ts';
import { bareHost } from './endpoint-url.ts';

type LookupCallback = (
  error: Error | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

export interface ConnectorOptions {
  readonly timeoutMs: number;
  /** Certificate authorities in PEM besides the system's; null for the system's alone. */
  readonly trustedCertificates: string | null;
}

export interface GuardedConnector {
  readonly connect: buildConnector.connector;
  /** Whether the error is that of a kept-alive connection that had served a response before and was closed by the endpoint. */
  readonly wasKept: (error: Error) => boolean;
}

/**
 * Connects only to addresses that the guard has checked: it dials the checked address itself, with the name as SNI and Host, so
 * that a second DNS answer cannot redirect it (DNS rebinding). HTTP/1.1 only, certificates always verified.
 *
 * Node calls the lookup for names only, so an address in the URL is checked here, and so is the remote address of every open
 * socket.
 */
export function createGuardedConnector(
  guard: EgressGuard,
  { timeoutMs, trustedCertificates }: ConnectorOptions,
): GuardedConnector {
  const ofKept = new WeakSet<Error>();
  const connect = buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    rejectUnauthorized: true,
    autoSelectFamily: true,
    lookup: lookupWith(guard),
    ...(trustedCertificates === null ? {} : { ca: trustedCertificates }),
  });
  const connectGuarded: buildConnector.connector = (options, callback) => {
    const host = bareHost(options.hostname);
    if (isIP(host) !== 0 && !guard.isAllowed(host)) {
      callback(new EgressError('address.not_public', `${host} is not a public address.`), null);
      return;
    }
    connect({ ...options, hostname: host }, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      if (!guard.isAllowed(socket.remoteAddress ?? '')) {
        socket.destroy();
        return callback(new EgressError('address.changed', `${host} led elsewhere.`), null);
      }
      socket.on('error', (lost) => socket.bytesRead > 0 && ofKept.add(lost));
      return callback(null, socket);
    });
  };
  return { connect: connectGuarded, wasKept: (error) => ofKept.has(error) };
}

function lookupWith(guard: EgressGuard) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    void lookUp(guard, hostname).then((found) =>
      queueMicrotask(() => answer(found, options, callback)),
    );
  };
}

async function lookUp(guard: EgressGuard, hostname: string): Promise<LookupAddress[] | Error> {
  try {
    const addresses = await guard.checkHost(bareHost(hostname));
    return addresses.map((address) => ({ address, family: isIP(address) }));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function answer(
  found: LookupAddress[] | Error,
  options: LookupOptions,
  callback: LookupCallback,
): void {
  if (found instanceof Error) return callback(found, []);
  const [first] = found;
  if (options.all === true || first === undefined) return callback(null, found);
  return callback(null, first.address, first.family);
}

import { isPrivateAddress } from '../adapters/peers/private-address.ts';
import type { ServerNetwork } from '../../shared/station/server.ts';
import type { GatehouseServer } from '../../src-server/server.ts';
import { codeOf } from '../startup/host-error.ts';
import { openNetworkCertificate, type CertificateOptions } from './network-certificate.ts';
import { networkHosts, networkUrl } from './network-hosts.ts';

export interface NetworkWish {
  /** 0 picks the first free one of the usual ports. */
  readonly port: number;
  readonly certificate: CertificateOptions['make'];
}

/** The network state that the server process reports; the host determines this computer's addresses itself. */
export type NetworkState =
  | Exclude<ServerNetwork, { kind: 'open' }>
  | { readonly kind: 'open'; readonly port: number; readonly expires_at: string };

/** The HTTPS listener for other computers on the local network, in the server process. */
export interface NetworkAccess {
  /** Opens it, or reopens it, also with another port or certificate. */
  readonly open: (wish: NetworkWish) => Promise<NetworkState>;
  /** Closes every connection. The command line gets the address on this computer again. */
  readonly close: () => Promise<void>;
}

/**
 * The first free one is used. They are fixed because firewalls ask for a number, and a random port may belong to another program
 * at the next start.
 */
export const USUAL_PORTS = [8788, 8789, 8790, 8791, 8792, 8793, 8794, 8795, 8796] as const;
/** The computer may move to another network. */
const LOOK_MS = 30_000;

export function createNetworkAccess(
  data: string,
  server: Pick<GatehouseServer, 'openNetwork' | 'closeNetwork' | 'reachedAt'>,
): NetworkAccess {
  let looking: NodeJS.Timeout | undefined;
  /** One at a time: a slow open must not finish after a later close. */
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <Done>(work: () => Promise<Done>): Promise<Done> => {
    const turn = before.then(work);
    before = turn.catch(() => undefined);
    return turn;
  };

  const listen = async (wish: NetworkWish): Promise<NetworkState> => {
    const hosts = networkHosts();
    const { certificate: make } = wish;
    const certificate = await openNetworkCertificate(data, {
      now: new Date(),
      make,
      addresses: hosts,
    });
    if (typeof certificate === 'string') {
      return { kind: 'failed', problem: certificate, port: wish.port, message: '' };
    }
    const { tls, expiresAt } = certificate;
    const openAt = async (port: number) =>
      (await server.openNetwork({ port, tls, admits: isPrivateAddress })).port;
    const port = wish.port === 0 ? await openFirstFree(openAt) : await openAt(wish.port);
    const look = () => void rememberAddress(port);
    looking = setInterval(look, LOOK_MS).unref();
    await rememberAddress(port);
    return { kind: 'open', port, expires_at: expiresAt.toISOString() };
  };

  const rememberAddress = async (port: number) => {
    const [host] = networkHosts();
    if (host !== undefined) await server.reachedAt(networkUrl(host, port));
  };

  const shut = async () => {
    clearInterval(looking);
    await server.closeNetwork();
  };

  const open = async (wish: NetworkWish): Promise<NetworkState> => {
    await shut();
    try {
      return await listen(wish);
    } catch (error) {
      const problem = codeOf(error) === 'EADDRINUSE' ? 'port_taken' : 'failed';
      const message = error instanceof Error ? error.message : '';
      return { kind: 'failed', problem, port: wish.port, message };
    }
  };

  return { open: (wish) => inTurn(() => open(wish)), close: () => inTurn(shut) };
}

async function openFirstFree(openAt: (port: number) => Promise<number>): Promise<number> {
  for (const port of USUAL_PORTS) {
    try {
      return await openAt(port);
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw error;
    }
  }
  return openAt(0);
}

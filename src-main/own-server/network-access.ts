import { isPrivateAddress } from '../adapters/peers/private-address.ts';
import type { GatehouseServer } from '../../src-server/server.ts';
import { codeOf } from '../startup/host-error.ts';
import { openNetworkCertificate } from './network-certificate.ts';
import { networkHosts, networkUrl } from './network-hosts.ts';
import type { HostToServer, ServerToHost } from './server-messages.ts';

type OpenNetwork = Extract<HostToServer, { kind: 'open_network' }>;
type Opened = Extract<ServerToHost, { kind: 'network_open' | 'network_failed' }>;
type Result = Opened extends infer One ? (One extends Opened ? Omit<One, 'id'> : never) : never;

/** The HTTPS listener for other computers on the local network, in the server process. */
export interface NetworkAccess {
  /** Opens it, or reopens it, also with another port or certificate. */
  readonly open: (wish: Pick<OpenNetwork, 'port' | 'certificate'>) => Promise<Result>;
  /** Closes every connection at once. The command line gets the address on this computer again. */
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

  const listen = async (wish: Pick<OpenNetwork, 'port' | 'certificate'>): Promise<Result> => {
    const hosts = networkHosts();
    const { certificate: make } = wish;
    const certificate = await openNetworkCertificate(data, {
      now: new Date(),
      make,
      addresses: hosts,
    });
    if (typeof certificate === 'string') return failed(certificate, null);
    const { tls, expiresAt } = certificate;
    const openAt = async (port: number) =>
      (await server.openNetwork({ port, tls, admits: isPrivateAddress })).port;
    const port = wish.port === 0 ? await openFirstFree(openAt) : await openAt(wish.port);
    const look = () => void rememberAddress(port);
    looking = setInterval(look, LOOK_MS).unref();
    await rememberAddress(port);
    return { kind: 'network_open', port, expires_at: expiresAt.toISOString() };
  };

  const rememberAddress = async (port: number) => {
    const [host] = networkHosts();
    if (host !== undefined) await server.reachedAt(networkUrl(host, port));
  };

  const shut = async () => {
    clearInterval(looking);
    await server.closeNetwork();
  };

  const open = async (wish: Pick<OpenNetwork, 'port' | 'certificate'>): Promise<Result> => {
    await shut();
    try {
      return await listen(wish);
    } catch (error) {
      return failed(codeOf(error) === 'EADDRINUSE' ? 'port_taken' : 'failed', error);
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

function failed(
  problem: Extract<Result, { kind: 'network_failed' }>['problem'],
  error: unknown,
): Result {
  const message = error instanceof Error ? error.message : '';
  return { kind: 'network_failed', problem, message };
}

import type { RpcChannel } from '../processes/rpc.ts';
import type { NetworkState, NetworkWish } from './network-access.ts';
import type { ServerCalls } from './server-process.ts';

export interface NetworkSwitch {
  readonly state: () => NetworkState;
  readonly open: (wish: NetworkWish) => Promise<NetworkState>;
  readonly close: () => Promise<void>;
  /** The server process is ready, for the first time or again. */
  readonly started: () => void;
  /** It ended. */
  readonly lost: () => void;
  readonly stop: () => void;
}

/** How long to wait before retrying a port that a predecessor or another program still holds. */
const RETRY_MS = 3_000;

/** Whether the server accepts requests from the network. The setting survives restarts of its process. */
export function createNetworkSwitch(
  { call }: Pick<RpcChannel<ServerCalls>, 'call'>,
  first: NetworkWish | null,
): NetworkSwitch {
  let wish = first;
  let state: NetworkState = first === null ? { kind: 'closed' } : { kind: 'opening' };
  let isRunning = false;
  let retry: NodeJS.Timeout | undefined;

  const turn = async (): Promise<NetworkState> => {
    clearTimeout(retry);
    if (wish === null || !isRunning) return state;
    const asked = wish;
    const opened = await call('openNetwork', asked).catch((error: Error): NetworkState => {
      return { kind: 'failed', problem: 'failed', port: asked.port, message: error.message };
    });
    // The setting changed in the meantime, or the process ended: both are handled elsewhere.
    if (wish !== asked || !isRunning) return state;
    state = opened;
    // From now on others know the address and the certificate.
    if (state.kind === 'open') wish = { port: state.port, certificate: 'never' };
    else if (state.kind === 'failed' && state.problem === 'port_taken') {
      retry = setTimeout(() => void turn(), RETRY_MS).unref();
    }
    return state;
  };

  return {
    state: () => state,
    open: (wanted) => {
      wish = wanted;
      state = { kind: 'opening' };
      return turn();
    },
    close: async () => {
      clearTimeout(retry);
      wish = null;
      state = { kind: 'closed' };
      if (isRunning) await call('closeNetwork').catch(() => undefined);
    },
    started: () => {
      isRunning = true;
      void turn();
    },
    lost: () => {
      isRunning = false;
      clearTimeout(retry);
      if (wish !== null) state = { kind: 'opening' };
    },
    stop: () => {
      isRunning = false;
      clearTimeout(retry);
    },
  };
}

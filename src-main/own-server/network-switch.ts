import type { ServerNetwork } from '../../shared/station/server.ts';
import type { HostToServer, ServerToHost } from './server-messages.ts';

export type NetworkWish = Pick<
  Extract<HostToServer, { kind: 'open_network' }>,
  'port' | 'certificate'
>;
/** The network state that the server process reports; the host determines this computer's addresses itself. */
export type NetworkState =
  | Exclude<ServerNetwork, { kind: 'open' }>
  | { readonly kind: 'open'; readonly port: number; readonly expires_at: string };

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

type Answer = Extract<ServerToHost, { readonly id: number }>;
type Ask = (
  message: ({ kind: 'open_network' } & NetworkWish) | { kind: 'close_network' },
) => Promise<Answer>;

/** How long to wait before retrying a port that a predecessor or another program still holds. */
const RETRY_MS = 3_000;

/** Whether the server accepts requests from the network. The setting survives restarts of its process. */
export function createNetworkSwitch(ask: Ask, first: NetworkWish | null): NetworkSwitch {
  let wish = first;
  let state: NetworkState = first === null ? { kind: 'closed' } : { kind: 'opening' };
  let isRunning = false;
  let retry: NodeJS.Timeout | undefined;

  const turn = async (): Promise<NetworkState> => {
    clearTimeout(retry);
    if (wish === null || !isRunning) return state;
    const asked = wish;
    const answer = await ask({ kind: 'open_network', ...asked });
    // The setting changed meanwhile, or the process ended: both are handled elsewhere.
    if (wish !== asked || !isRunning) return state;
    state = stateOf(answer, asked);
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
      if (isRunning) await ask({ kind: 'close_network' });
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

function stateOf(answer: Answer, { port }: NetworkWish): NetworkState {
  switch (answer.kind) {
    case 'network_open':
      return { kind: 'open', port: answer.port, expires_at: answer.expires_at };
    case 'network_failed':
      return { kind: 'failed', problem: answer.problem, port, message: answer.message };
    case 'refused':
      return { kind: 'failed', problem: 'failed', port, message: answer.message };
    default:
      return { kind: 'failed', problem: 'failed', port, message: 'The server did not say.' };
  }
}

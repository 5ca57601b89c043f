import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type {
  EnrolmentRequest,
  JoiningStation,
  ServerNetwork,
} from '../../shared/station/server.ts';
import { HostError } from '../startup/host-error.ts';
import {
  readHostSettings,
  writeHostSettings,
  type HostSettings,
} from '../startup/host-settings.ts';
import type { EmbeddedServer } from './embedded-server.ts';
import { networkHosts, networkUrl } from './network-hosts.ts';
import type { NetworkState, NetworkWish } from './network-access.ts';

export type ServerNetworkSettings = NonNullable<HostSettings['network']>;

const NEVER_OPENED: ServerNetworkSettings = { open: false, with_demo: false, port: 0, host: null };

/** Reuses the port and the certificate that stations know. */
export function wishOf({ port }: Pick<ServerNetworkSettings, 'port'>): NetworkWish {
  return { port, certificate: port === 0 ? 'if_first' : 'never' };
}

/** The demo clients' credentials were printed and are in a file. */
export function holdsDemo(data: string): boolean {
  return existsSync(join(data, 'demo.json'));
}

/** The network commands of a screen, and the settings that the host stores for them. */
export interface ServerNetworkControl {
  readonly open: (withDemo: boolean) => Promise<void>;
  readonly move: () => Promise<void>;
  readonly renewCertificate: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly enrol: (station: EnrolmentRequest, host: string) => Promise<JoiningStation>;
  readonly describe: () => ServerNetwork;
}

export function createServerNetwork(
  data: string,
  { network, call }: Pick<EmbeddedServer, 'network' | 'call'>,
): ServerNetworkControl {
  const kept = () => readHostSettings(data).network ?? NEVER_OPENED;
  const keep = (changes: Partial<ServerNetworkSettings>) => {
    const settings = readHostSettings(data);
    writeHostSettings(data, { ...settings, network: { ...kept(), ...changes } });
  };
  /** The setting is stored before it takes effect; if it cannot be stored, nothing happens. */
  const open = async (wish: NetworkWish, changes: Partial<ServerNetworkSettings> = {}) => {
    keep({ ...changes, open: true });
    const state = await network.open(wish);
    if (state.kind === 'open' && state.port !== kept().port) keep({ port: state.port });
  };
  /** A repair must not reopen a server that somebody has closed since the page loaded. */
  const openAgain = async (wish: NetworkWish) => {
    if (network.state().kind !== 'closed') await open(wish);
  };
  return {
    open: (withDemo) => {
      if (holdsDemo(data) && !withDemo) {
        throw new HostError(
          'demo_closed',
          'The server has demo data: confirm that it may be open to the network.',
        );
      }
      return open(wishOf(kept()), { with_demo: withDemo });
    },
    move: () => openAgain({ ...wishOf(kept()), port: 0 }),
    renewCertificate: () => openAgain({ port: kept().port, certificate: 'anew' }),
    close: async () => {
      await network.close();
      keep({ open: false });
    },
    enrol: async (station, host) => {
      const state = network.state();
      if (state.kind !== 'open' || !networkHosts().includes(host)) {
        throw new Error(`Stations cannot reach this server at ${host}.`);
      }
      const joining = await call('enrolStation', station, networkUrl(host, state.port));
      // The port too: a host that ended right after opening the server has not stored it.
      keep({ host, port: state.port });
      return joining;
    },
    describe: () => describe(network.state(), kept().host),
  };
}

function describe(state: NetworkState, codesLedTo: string | null): ServerNetwork {
  if (state.kind !== 'open') return state;
  const hosts = networkHosts();
  const isLost = codesLedTo !== null && !hosts.includes(codesLedTo);
  return { ...state, hosts, lost_host: isLost ? codesLedTo : null };
}

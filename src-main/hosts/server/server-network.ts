import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerNetwork, StationEnrolment } from '../../../shared/station/server.ts';
import { HostError } from '../host-error.ts';
import { readHostSettings, writeHostSettings, type HostSettings } from '../host-settings.ts';
import type { EmbeddedServer, ServerAnswer } from './embedded-server.ts';
import { networkHosts, networkUrl } from './network-hosts.ts';
import type { NetworkState, NetworkWish } from './network-switch.ts';

export type NetworkSettings = NonNullable<HostSettings['network']>;

const NEVER_OPENED: NetworkSettings = { open: false, with_demo: false, port: 0, host: null };

/** A port that stations know is asked for again, and nothing else than the certificate that they know. */
export function wishOf({ port }: Pick<NetworkSettings, 'port'>): NetworkWish {
  return { port, certificate: port === 0 ? 'if_first' : 'never' };
}

/** Its clients' credentials were printed and lie in a file. */
export function holdsDemo(data: string): boolean {
  return existsSync(join(data, 'demo.json'));
}

/** What a screen may do about the network, and what the host remembers of it. */
export interface ServerNetworkControl {
  readonly open: (withDemo: boolean) => Promise<void>;
  readonly move: () => Promise<void>;
  readonly renewCertificate: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly enrol: (station: StationEnrolment, host: string) => Promise<ServerAnswer>;
  readonly describe: () => ServerNetwork;
}

export function createServerNetwork(
  data: string,
  { network, enrolStation }: Pick<EmbeddedServer, 'network' | 'enrolStation'>,
): ServerNetworkControl {
  const kept = () => readHostSettings(data).network ?? NEVER_OPENED;
  const keep = (changes: Partial<NetworkSettings>) => {
    const settings = readHostSettings(data);
    writeHostSettings(data, { ...settings, network: { ...kept(), ...changes } });
  };
  /** What was asked for is kept before it is done: what cannot be kept is not done. */
  const open = async (wish: NetworkWish, changes: Partial<NetworkSettings> = {}) => {
    keep({ ...changes, open: true });
    const state = await network.open(wish);
    if (state.kind === 'open' && state.port !== kept().port) keep({ port: state.port });
  };
  /** What mends one that stays shut opens none that somebody has closed since the page looked. */
  const openAgain = async (wish: NetworkWish) => {
    if (network.state().kind !== 'closed') await open(wish);
  };
  return {
    open: (withDemo) => {
      if (holdsDemo(data) && !withDemo) {
        throw new HostError('demo_closed', 'The server has demo data: say that it is to be open.');
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
        throw new Error(`Stations do not reach this server at ${host}.`);
      }
      const answer = await enrolStation(station, networkUrl(host, state.port));
      // The port too: one that ended right after it had opened the server has not kept it.
      if (answer.kind === 'station_enrolled') keep({ host, port: state.port });
      return answer;
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

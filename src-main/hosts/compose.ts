import { join } from 'node:path';
import { makePrivateFolder } from '../../src-files/private-files.ts';
import { lanPeerNetwork, type LanPeerOptions } from '../adapters/peers/lan-peer-network.ts';
import { openVenueKey } from '../adapters/peers/venue-key.ts';
import { openHttpRemote } from '../adapters/remote/http-remote.ts';
import { openJournal } from '../adapters/sqlite/journal/open-journal.ts';
import { SqlitePeerStore } from '../adapters/sqlite/sqlite-peer-store.ts';
import { revokedFiles } from '../adapters/sqlite/journal/revoked-files.ts';
import { replicaWorkerUrl, SqliteReplica } from '../adapters/sqlite/replica/sqlite-replica.ts';
import { lockStation } from '../adapters/sqlite/file-lock.ts';
import { dataDisk } from '../adapters/system/data-disk.ts';
import { fileLastRun } from '../adapters/system/file-last-run.ts';
import { fileSecrets } from '../adapters/system/file-secrets.ts';
import { fileSettings } from '../adapters/system/file-settings.ts';
import { fileStationKeys } from '../adapters/system/file-station-keys.ts';
import { scryptPins } from '../adapters/system/scrypt-pins.ts';
import { silentLogger } from '../adapters/system/silent-logger.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { systemRandom } from '../adapters/system/system-random.ts';
import { systemTimers } from '../adapters/system/system-timers.ts';
import type { Logger } from '../ports/logger.ts';
import type { RemoteAddress } from '../ports/remote.ts';
import type { Scanners } from '../ports/scanners.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Settings } from '../ports/settings.ts';
import { createStation, type Station } from '../station/station.ts';
import type { PollIntervals, StationPorts } from '../station/station-ports.ts';

export interface ComposeOptions {
  /** Everything is kept under `dataDir/station/`. */
  readonly dataDir: string;
  /** The ingest worker's program; by default the file beside the adapter, from source or from the bundle. */
  readonly workerUrl?: URL;
  readonly logger?: Logger;
  /** Where `connect` keeps the client secret; by default a file that only this user can read. */
  readonly secrets?: Secrets;
  /** Enrols the station by itself (demo, command line); stored choices of event and entry point win. */
  readonly enrolment?: RemoteAddress;
  readonly intervals?: PollIntervals;
  /** Ends kiosk mode without its PIN. */
  readonly leaveKiosk?: boolean;
  /** USB and serial scanners; left out, scans come from the screens alone. The station closes them. */
  readonly scanners?: Scanners;
  /** How other stations nearby are reached; left out, they are not. */
  readonly peers?: Omit<LanPeerOptions, 'logger'>;
}

/** A station on the real adapters. Rejects with `StationOpenError` when another process has the same data directory open. */
export async function composeStation(options: ComposeOptions): Promise<Station> {
  const directory = join(options.dataDir, 'station');
  makePrivateFolder(directory);
  await using opened = new AsyncDisposableStack();
  opened.defer(lockStation(join(directory, 'station.lock')));
  const stores = openStores(options, directory, opened);
  opened.defer(() => options.scanners?.close());
  const station = opened.use(await createStation(portsOf(options, directory, stores)));
  const all = opened.move();
  return {
    handle: (request) => station.handle(request),
    welcome: () => station.welcome(),
    subscribe: (listener) => station.subscribe(listener),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

type Stores = Pick<StationPorts, 'journal' | 'replica'>;

/** The station closes its stores itself; whoever opened them closes them when it never came to be. Closing twice does no harm. */
function openStores(
  { workerUrl = replicaWorkerUrl(), logger }: ComposeOptions,
  directory: string,
  opened: AsyncDisposableStack,
): Stores {
  const journal = openJournal(join(directory, 'journal.db'), logger);
  opened.defer(() => journal.close());
  const replica = new SqliteReplica(join(directory, 'replica.db'), workerUrl);
  opened.defer(() => replica.close());
  return { journal, replica };
}

function portsOf(options: ComposeOptions, directory: string, stores: Stores): StationPorts {
  const logger = options.logger ?? silentLogger;
  const keys = fileStationKeys(join(directory, 'keys.json'), logger);
  return {
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom(),
    ...stores,
    openRemote: (address) => openHttpRemote(address, systemClock),
    settings: settingsOf(options, directory, logger),
    lastRun: fileLastRun(join(directory, 'last-run.json'), logger),
    secrets: options.secrets ?? fileSecrets(join(directory, 'secrets.json')),
    keys,
    revokedFiles: revokedFiles({
      journal: join(directory, 'journal.db'),
      replica: join(directory, 'replica.db'),
      keys,
      clock: systemClock,
    }),
    logger,
    disk: dataDisk(directory),
    pins: scryptPins,
    ...(options.enrolment === undefined ? {} : { enrolment: options.enrolment }),
    ...(options.scanners === undefined ? {} : { scanners: options.scanners }),
    ...(options.intervals === undefined ? {} : { intervals: options.intervals }),
    ...(options.peers === undefined
      ? {}
      : {
          peers: {
            network: lanPeerNetwork({ ...options.peers, logger }),
            store: new SqlitePeerStore(join(directory, 'peers.db'), logger),
            openKey: openVenueKey,
          },
        }),
  };
}

/** Whoever may start Gatehouse on this data may also end its kiosk mode: the way out where the PIN is forgotten. */
function settingsOf(
  { leaveKiosk = false }: ComposeOptions,
  directory: string,
  logger: Logger,
): Settings {
  const settings = fileSettings(join(directory, 'settings.json'), logger);
  const { settings: kept } = settings.read();
  if (leaveKiosk && (kept.kiosk ?? null) !== null) {
    settings.write({ ...kept, kiosk: null });
    logger.info({}, 'kiosk mode was left from the command line');
  }
  return settings;
}

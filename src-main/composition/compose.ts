import { join } from 'node:path';
import { makePrivateFolder } from '../../src-files/private-files.ts';
import { lanPeerNetwork, type LanPeerOptions } from '../adapters/peers/lan-peer-network.ts';
import { openVenueKey } from '../adapters/peers/venue-key.ts';
import { openHttpRemote } from '../adapters/remote/http-remote.ts';
import { openJournal } from '../adapters/sqlite/journal/open-journal.ts';
import { SqlitePeerStore } from '../adapters/sqlite/sqlite-peer-store.ts';
import { revokedFiles } from '../adapters/sqlite/journal/revoked-files.ts';
import { replicaWorkerUrl, SqliteReplica } from '../adapters/sqlite/replica/sqlite-replica.ts';
import { lockStation } from './station-lock.ts';
import {
  dataDisk,
  silentLogger,
  systemRandom,
  systemTimers,
} from '../adapters/system/system-ports.ts';
import { fileLastClock } from '../adapters/system/file-last-clock.ts';
import { fileSecrets } from '../adapters/system/file-secrets.ts';
import { fileSettings } from '../adapters/system/file-settings.ts';
import { fileStationKeys } from '../adapters/system/file-station-keys.ts';
import { scryptPins } from '../adapters/system/scrypt-pins.ts';
import { deviceClock } from '../adapters/system/device-clock.ts';
import type { Logger } from '../ports/system.ts';
import type { RemoteAddress } from '../ports/remote.ts';
import type { Scanners } from '../ports/scanners.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Settings } from '../ports/settings.ts';
import { createStation, type Station } from '../station/station.ts';
import type { StationPorts } from '../station/station-ports.ts';

export interface ComposeOptions {
  /** Everything is kept under `dataDir/station/`. */
  readonly dataDir: string;
  /** The ingest worker's program; defaults to the file beside the adapter, from source or bundle. */
  readonly workerUrl?: URL;
  readonly logger?: Logger;
  /** Where `connect` stores the client secret; by default a file that only this user can read. */
  readonly secrets?: Secrets | null;
  /** Enrols the station automatically (demo, command line); a stored choice of event and entry point takes precedence. */
  readonly enrolment?: RemoteAddress | null;
  readonly intervals?: NonNullable<StationPorts['intervals']>;
  /** Ends kiosk mode without its PIN, and removes that of the change lock. */
  readonly leaveKiosk?: boolean;
  /** USB and serial scanners; without them, scans come only from the screens. The station closes them. */
  readonly scanners?: Scanners | undefined;
  /** How to reach stations nearby; omit to switch that off. */
  readonly peers?: Omit<LanPeerOptions, 'logger'>;
}

/** Opens a station on the real adapters. Rejects with `StationOpenError` if another process has the same data directory open. */
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

/** The station closes its own stores; these are closed here only if the station could not be created. Closing twice is harmless. */
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
    clock: deviceClock,
    timers: systemTimers,
    random: systemRandom(),
    ...stores,
    openRemote: (address) => openHttpRemote(address, deviceClock),
    settings: settingsOf(options, directory, logger),
    lastClock: fileLastClock(join(directory, 'last-run.json'), logger),
    secrets: options.secrets ?? fileSecrets(join(directory, 'secrets.json')),
    keys,
    revokedFiles: revokedFiles({
      journal: join(directory, 'journal.db'),
      replica: join(directory, 'replica.db'),
      keys,
      clock: deviceClock,
    }),
    logger,
    disk: dataDisk(directory),
    pins: scryptPins,
    enrolment: options.enrolment,
    scanners: options.scanners,
    intervals: options.intervals,
    peers: options.peers && {
      network: lanPeerNetwork({ ...options.peers, logger }),
      store: new SqlitePeerStore(join(directory, 'peers.db'), logger),
      openKey: openVenueKey,
    },
  };
}

/** Anyone who may start Gatehouse on this data may also end its kiosk mode and remove the PIN: the way out when that is forgotten. */
function settingsOf(
  { leaveKiosk = false }: ComposeOptions,
  directory: string,
  logger: Logger,
): Settings {
  const settings = fileSettings(join(directory, 'settings.json'), logger);
  const { settings: kept } = settings.read();
  const isLocked = kept.change_lock?.kind === 'pin';
  if (leaveKiosk && ((kept.kiosk ?? null) !== null || isLocked)) {
    settings.write({
      ...kept,
      kiosk: null,
      wrong_pins: 0,
      ...(isLocked && { change_lock: { kind: 'hold' } }),
    });
    logger.info({}, 'kiosk mode and the PIN were removed from the command line');
  }
  return settings;
}

import type { DeviceClock, Disk, Logger, Random, Timers } from '../ports/system.ts';
import type { Journal, RevokedFiles } from '../ports/journal.ts';
import type { LastClockStore, Settings } from '../ports/settings.ts';
import type { Pins, Secrets, StationKeys } from '../ports/secrets.ts';
import type { OpenRemote, RemoteAddress } from '../ports/remote.ts';
import type { Replica } from '../ports/replica.ts';
import type { Scanners } from '../ports/scanners.ts';
import type { PeerPorts } from './peers/station-peers.ts';
import type { Intervals } from '../core/sync/sync-state.ts';

/** Everything that a station uses. The station owns replica, journal and remotes and closes them when it is disposed. */
export interface StationPorts {
  readonly clock: DeviceClock;
  readonly timers: Timers;
  readonly random: Random;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly openRemote: OpenRemote;
  readonly settings: Settings;
  readonly secrets: Secrets;
  /** If absent, the journal cannot be sealed, and no revocation can be proven to the station. */
  readonly keys?: StationKeys;
  /** If absent, a revoked station keeps its journal. */
  readonly revokedFiles?: RevokedFiles;
  readonly logger: Logger;
  /** If absent, a start knows nothing of the clock. */
  readonly lastClock?: LastClockStore;
  /** Credentials given at start (demo, command line): they take precedence over stored ones and are not stored. */
  readonly enrolment?: RemoteAddress | null | undefined;
  /** If absent, this station cannot exchange admissions with others nearby. */
  readonly peers?: PeerPorts | undefined;
  /** If absent, scans come only from the screens. */
  readonly scanners?: Scanners | undefined;
  /** If absent, this station has no kiosk mode and no PIN. */
  readonly pins?: Pins;
  /** If absent, the free disk space is unknown. */
  readonly disk?: Disk;
  /** In place of the usual ones. */
  readonly intervals?: Partial<Intervals> | undefined;
}

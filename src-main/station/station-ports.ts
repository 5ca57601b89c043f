import type { Clock } from '../ports/clock.ts';
import type { Disk } from '../ports/disk.ts';
import type { Journal } from '../ports/journal.ts';
import type { LastRunStore } from '../ports/last-run.ts';
import type { Logger } from '../ports/logger.ts';
import type { Pins } from '../ports/pins.ts';
import type { Random } from '../ports/random.ts';
import type { OpenRemote, RemoteAddress } from '../ports/remote.ts';
import type { Replica } from '../ports/replica.ts';
import type { RevokedFiles } from '../ports/revoked-files.ts';
import type { Scanners } from '../ports/scanners.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Settings } from '../ports/settings.ts';
import type { StationKeys } from '../ports/station-keys.ts';
import type { Timers } from '../ports/timers.ts';
import type { PeerPorts } from './peers/station-peers.ts';

/** How often each list is asked for when nothing is under way, milliseconds; jitter is added. */
export interface PollIntervals {
  readonly scansMs: number;
  readonly ticketsMs: number;
  readonly setupMs: number;
  /** How often the station says how it is; every half minute where it is left out. */
  readonly heartbeatMs?: number;
  /** How often the number of rows is compared with the server's. */
  readonly driftMs?: number;
}

/** Everything a station touches. It owns replica, journal and remotes: disposing the station closes them. */
export interface StationPorts {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly openRemote: OpenRemote;
  readonly settings: Settings;
  readonly secrets: Secrets;
  /** Left out: the journal cannot be sealed, and nobody can prove to the station that it was revoked. */
  readonly keys?: StationKeys;
  /** Left out: a station that was revoked keeps its journal as it is. */
  readonly revokedFiles?: RevokedFiles;
  readonly logger: Logger;
  /** Left out: every start knows nothing of the run before. */
  readonly lastRun?: LastRunStore;
  /** Credentials given at start (demo, command line): they win over stored ones and are not stored. */
  readonly enrolment?: RemoteAddress;
  /** Left out: this station cannot talk to others nearby. */
  readonly peers?: PeerPorts;
  /** Left out: scans come from the screens alone. */
  readonly scanners?: Scanners;
  /** Left out: this station has no kiosk mode. */
  readonly pins?: Pins;
  /** Left out: how much room there is on the disk is not known. */
  readonly disk?: Disk;
  readonly intervals?: PollIntervals;
}

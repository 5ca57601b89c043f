import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { Logger } from '../ports/logger.ts';
import type { Random } from '../ports/random.ts';
import type { OpenRemote, RemoteAddress } from '../ports/remote.ts';
import type { Replica } from '../ports/replica.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Settings } from '../ports/settings.ts';
import type { Timers } from '../ports/timers.ts';

/** How often each list is asked for when nothing is under way, milliseconds; jitter is added. */
export interface PollIntervals {
  readonly scansMs: number;
  readonly ticketsMs: number;
  readonly setupMs: number;
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
  readonly logger: Logger;
  /** Credentials given at start (demo, command line): they win over stored ones and are not stored. */
  readonly enrolment?: RemoteAddress;
  readonly intervals?: PollIntervals;
}

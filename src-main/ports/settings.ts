import type { Instant } from '../../shared/instant.ts';
import type { StationSettings } from '../../shared/station/settings.ts';

export interface SettingsRead {
  readonly settings: StationSettings;
  /** `copy`: the file itself was missing or damaged. With `damaged` and `absent` the settings are new. */
  readonly from: 'file' | 'copy' | 'damaged' | 'absent';
}

export interface Settings {
  read(): SettingsRead;
  /** Replaces the settings atomically: after a crash either the old or the new ones are read. */
  write(settings: StationSettings): void;
}

/** The offset of the device's clock, and the corrected time at which a server last agreed with it. */
export interface LastClock {
  readonly offset_ms: number;
  readonly at: Instant;
}

/** What one run of the station leaves for the next. Nothing depends on it alone, so it may be lost. */
export interface LastClockStore {
  /** Null if there was none, or it cannot be read. */
  read(): LastClock | null;
  /** Replaces the earlier one, without waiting for the disk. */
  write(clock: LastClock): void;
}

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

/** State that one run of the station leaves for the next. Nothing depends on it alone, so it may be lost. */
export interface LastRun {
  /** The offset of the device's clock, and the corrected time at which a server last agreed with it. */
  readonly clock: { readonly offset_ms: number; readonly at: Instant } | null;
  /** The request budget: spenders, and times by the device's uptime, because the wall clock may be set before the next start. */
  readonly requests: {
    /** Answered this many milliseconds after the device was booted. */
    readonly sent: readonly { readonly uptime_ms: number; readonly by: string }[];
    /** Requests that were in progress. */
    readonly open: readonly string[];
  } | null;
}

export interface LastRunStore {
  /** Null if there was none, or it cannot be read. */
  read(): LastRun | null;
  /** Replaces the earlier one, without waiting for the disk. */
  write(run: LastRun): void;
}

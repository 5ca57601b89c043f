import type { Instant } from '../../shared/instant.ts';

/** What one run of the station leaves for the next. Nothing rests on it alone, so it may be lost. */
export interface LastRun {
  /** The offset of the device's clock, and the corrected time at which a server last agreed with it. */
  readonly clock: { readonly offset_ms: number; readonly at: Instant } | null;
  /** As many requests may have left in the window that ends when the device's clock shows this. */
  readonly requests: { readonly count: number; readonly until: Instant } | null;
}

export interface LastRunStore {
  /** Null where there was none, or it cannot be read. */
  read(): LastRun | null;
  /** Replaces what was there, without waiting for the disk. */
  write(run: LastRun): void;
}

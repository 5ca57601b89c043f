import type { Instant } from '../../shared/instant.ts';

/** The device's two clocks. Corrected time is made from them in `core/corrected-clock.ts`. */
export interface Clock {
  /** The wall clock as the device believes it; may jump. */
  deviceNow(): Instant;
  /** Milliseconds since some fixed moment of this process, with fractions; never goes back. */
  monotonicMs(): number;
}

import { instantFromMillis, type Instant } from '../../shared/instant.ts';

/** The server's time source; injectable, so that tests need not wait. */
export interface Clock {
  /** Wall-clock time; may jump. */
  readonly now: () => Instant;
  /** Fractional milliseconds since a fixed moment; never goes back. */
  readonly monotonicMs: () => number;
}

export const systemClock: Clock = {
  now: () => instantFromMillis(Date.now()),
  monotonicMs: () => performance.now(),
};

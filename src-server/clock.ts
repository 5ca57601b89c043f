import { instantFromMillis, type Instant } from '../shared/instant.ts';

/** What time it is, for everything that the server decides by it. A test that sets it need not wait. */
export interface Clock {
  /** Wall-clock time; may jump. */
  readonly now: () => Instant;
  /** Milliseconds since some fixed moment, with fractions; never goes back. */
  readonly monotonicMs: () => number;
}

export const systemClock: Clock = {
  now: () => instantFromMillis(Date.now()),
  monotonicMs: () => performance.now(),
};

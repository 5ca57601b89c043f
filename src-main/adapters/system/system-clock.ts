import { uptime } from 'node:os';
import { instantFromMillis } from '../../../shared/instant.ts';
import type { Clock } from '../../ports/clock.ts';

/** Linux only: other platforms count the time asleep themselves, and macOS reckons its uptime from the wall clock. */
export const systemClock: Clock = {
  deviceNow: () => instantFromMillis(Date.now()),
  monotonicMs:
    process.platform === 'linux'
      ? countSleep({ awakeMs: () => performance.now(), uptimeMs: () => uptime() * 1000 })
      : () => performance.now(),
};

/** Uptime is told in hundredths of a second, and the two are not read at once: less than this is no sleep. */
const SLEPT_MS = 500;

export interface Elapsed {
  /** Stands still while the device sleeps. */
  readonly awakeMs: () => number;
  /** Goes on while the device sleeps. */
  readonly uptimeMs: () => number;
}

/** A monotonic clock that goes on while the device sleeps, so that waking up is not taken for a jump of the wall clock. */
export function countSleep({ awakeMs, uptimeMs }: Elapsed): () => number {
  const gap = () => uptimeMs() - awakeMs();
  let known = gap();
  let slept = 0;
  return () => {
    const now = gap();
    if (now - known > SLEPT_MS) {
      slept += now - known;
      known = now;
    }
    return awakeMs() + slept;
  };
}

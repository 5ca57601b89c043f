import { uptime } from 'node:os';
import { instantFromMillis } from '../../../shared/instant.ts';
import type { DeviceClock } from '../../ports/system.ts';

const awakeMs = () => performance.now();

export const deviceClock: DeviceClock = {
  deviceNow: () => instantFromMillis(Date.now()),
  // Only Linux excludes the time asleep.
  monotonicMs:
    process.platform === 'linux'
      ? countSleep({ awakeMs, wallMs: () => Date.now(), uptimeMs: () => uptime() * 1000 })
      : awakeMs,
};

/** Uptime has a resolution of hundredths of a second, and the two clocks are not read at the same time: a smaller difference is not sleep. */
const SLEPT_MS = 500;

export interface Elapsed {
  /** Stops while the device sleeps. */
  readonly awakeMs: () => number;
  /** The device's wall clock: it continues too, and can be set. */
  readonly wallMs: () => number;
  /** Continues while the device sleeps. Slow to read: a scan does not wait for it. */
  readonly uptimeMs: () => number;
}

/**
 * A monotonic clock that continues while the device sleeps, so that waking up is not mistaken for a jump of the wall clock. If the wall
 * clock has advanced more than the awake time, the device may have slept; the uptime shows for how long.
 */
export function countSleep({ awakeMs, wallMs, uptimeMs }: Elapsed): () => number {
  const gap = () => uptimeMs() - awakeMs();
  let known = gap();
  let knownLead = wallMs() - awakeMs();
  let slept = 0;
  return () => {
    const lead = wallMs() - awakeMs();
    if (Math.abs(lead - knownLead) > SLEPT_MS) {
      knownLead = lead;
      const now = gap();
      if (now - known > SLEPT_MS) {
        slept += now - known;
        known = now;
      }
    }
    return awakeMs() + slept;
  };
}

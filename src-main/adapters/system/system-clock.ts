import { uptime } from 'node:os';
import { instantFromMillis } from '../../../shared/instant.ts';
import type { Clock } from '../../ports/clock.ts';

/** Linux only: other platforms count the time asleep themselves, and macOS reckons its uptime from the wall clock. */
export const systemClock: Clock = {
  deviceNow: () => instantFromMillis(Date.now()),
  monotonicMs:
    process.platform === 'linux'
      ? countSleep({
          awakeMs: () => performance.now(),
          wallMs: () => Date.now(),
          uptimeMs: () => uptime() * 1000,
        })
      : () => performance.now(),
};

/** Uptime is told in hundredths of a second, and the two are not read at once: less than this is no sleep. */
const SLEPT_MS = 500;

export interface Elapsed {
  /** Stands still while the device sleeps. */
  readonly awakeMs: () => number;
  /** The device's wall clock: it goes on too, and can be set. */
  readonly wallMs: () => number;
  /** Goes on while the device sleeps. Slow to read: a scan does not wait for it. */
  readonly uptimeMs: () => number;
}

/**
 * A monotonic clock that goes on while the device sleeps, so that waking up is not taken for a jump of the wall clock. The wall clock
 * leaving the awake time behind says that there may have been sleep; the uptime says how much.
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

import type { Timers } from '../../ports/timers.ts';

/** Longer delays than this overflow the platform's timers. */
const LONGEST_MS = 2 ** 31 - 1;

export const systemTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(Math.max(delayMs, 0), LONGEST_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

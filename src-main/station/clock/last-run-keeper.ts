import type { Instant } from '../../../shared/instant.ts';
import type { RequestBudget, SentRequest } from '../../core/request-budget.ts';
import type { LastRun, LastRunStore } from '../../ports/settings.ts';

/** Some systems report their uptime in whole seconds, so it may seem to decrease. */
const UPTIME_OFF_BY_MS = 2_000;
/** Offsets closer than this are considered equal. */
const SAME_OFFSET_MS = 1_000;
const CONFIRM_EVERY_MS = 60_000;

const NOTHING: LastRun = { clock: null, requests: null };

/** One moment on the process's clock and on the device's. */
export interface Uptime {
  readonly monotonicMs: number;
  readonly uptimeMs: number;
}

/** Stores what the next run should know: the clock's offset, and the spent request budget. */
export class LastRunKeeper {
  readonly #store: LastRunStore | null;
  #kept: LastRun;
  #clockKeptAt = -Infinity;

  constructor(store: LastRunStore | null) {
    this.#store = store;
    this.#kept = store?.read() ?? NOTHING;
  }

  get clock(): LastRun['clock'] {
    return this.#kept.clock;
  }

  /**
   * Requests of earlier runs, in monotonic milliseconds of this one. Those in progress when the last run ended may have been sent at any
   * moment since, twice.
   */
  earlierRequests(now: Uptime): readonly SentRequest[] {
    const { sent, open } = this.#kept.requests ?? { sent: [], open: [] };
    return [
      ...sent.map(({ uptime_ms, by }) => ({ at: now.monotonicMs - agoMs(uptime_ms, now), by })),
      ...[...open, ...open].map((by) => ({ at: now.monotonicMs, by })),
    ];
  }

  confirmedClock(offsetMs: number, at: Instant, nowMs: number): void {
    const before = this.#kept.clock;
    const isSame = before !== null && Math.abs(before.offset_ms - offsetMs) < SAME_OFFSET_MS;
    if (isSame && nowMs - this.#clockKeptAt < CONFIRM_EVERY_MS) return;
    this.#clockKeptAt = nowMs;
    this.#write({ ...this.#kept, clock: { offset_ms: offsetMs, at } });
  }

  /** Called before a request is sent and when the run ends: the next run must count it even if this process is killed. */
  keepRequests({ sent, open }: RequestBudget, now: Uptime): void {
    const since = now.uptimeMs - now.monotonicMs;
    const kept = sent.map(({ at, by }) => ({ uptime_ms: Math.ceil(since + at), by }));
    this.#write({ ...this.#kept, requests: { sent: kept, open } });
  }

  #write(run: LastRun): void {
    this.#kept = run;
    this.#store?.write(run);
  }
}

/**
 * A time in the future is from before the device was rebooted, and at least as long ago as the reboot. A reboot that cannot be detected,
 * because the uptime is longer than it was then, makes requests seem more recent than they are, which is safe too.
 */
function agoMs(atMs: number, { uptimeMs }: Uptime): number {
  const isBeforeBoot = atMs > uptimeMs + UPTIME_OFF_BY_MS;
  return isBeforeBoot ? uptimeMs : Math.max(0, uptimeMs - atMs);
}

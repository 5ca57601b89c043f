import { addMicros, type Instant } from '../../shared/instant.ts';
import { WINDOW_MS, type RequestBudget } from '../core/request-budget.ts';
import type { LastRun, LastRunStore } from '../ports/last-run.ts';

/** Requests that are written down before they are made, so that not each of them costs a write. After a kill they count as made. */
const AHEAD = 5;
/** How long what was written down covers new requests. */
const COVERS_MS = 10_000;
/** Offsets closer than this are the same. */
const SAME_OFFSET_MS = 1_000;
const CONFIRM_EVERY_MS = 60_000;

const NOTHING: LastRun = { clock: null, requests: null };

/** Keeps what the next run should know: how far the clock is off, and what was spent of the request budget. */
export class LastRunKeeper {
  readonly #store: LastRunStore | null;
  #kept: LastRun;
  #clockKeptAt = -Infinity;
  #claim = { count: 0, untilMs: -Infinity, setAt: 0 };

  constructor(store: LastRunStore | null) {
    this.#store = store;
    this.#kept = store?.read() ?? NOTHING;
  }

  get clock(): LastRun['clock'] {
    return this.#kept.clock;
  }

  /** Requests of the run before that may still count, as monotonic milliseconds of this one. */
  requestsOfLastRun(
    device: Instant,
    nowMs: number,
  ): { readonly count: number; readonly at: number } | null {
    const { requests } = this.#kept;
    if (requests === null) return null;
    const agoMs = Math.max(0, (device - requests.until) / 1_000);
    return agoMs >= WINDOW_MS ? null : { count: requests.count, at: nowMs - agoMs };
  }

  confirmedClock(offsetMs: number, at: Instant, nowMs: number): void {
    const before = this.#kept.clock;
    const isSame = before !== null && Math.abs(before.offset_ms - offsetMs) < SAME_OFFSET_MS;
    if (isSame && nowMs - this.#clockKeptAt < CONFIRM_EVERY_MS) return;
    this.#clockKeptAt = nowMs;
    this.#write({ ...this.#kept, clock: { offset_ms: offsetMs, at } });
  }

  /**
   * Before a request leaves: what is kept covers it, also if this process is killed. Times are the device's: what is known of its
   * clock may be another thing at the next start. One that was set since is written anew.
   */
  spending(budget: RequestBudget, device: Instant, nowMs: number): void {
    const spent = budget.sent.filter(({ at }) => nowMs - at < WINDOW_MS).length + budget.reserved;
    const setAt = device - nowMs * 1_000;
    const wasSet = Math.abs(setAt - this.#claim.setAt) > SAME_OFFSET_MS * 1_000;
    const isCovered = spent <= this.#claim.count && nowMs < this.#claim.untilMs && !wasSet;
    if (spent === 0 || isCovered) return;
    this.#claim = { count: spent + AHEAD, untilMs: nowMs + COVERS_MS, setAt };
    const until = addMicros(device, COVERS_MS * 1_000);
    this.#write({ ...this.#kept, requests: { count: this.#claim.count, until } });
  }

  /** An orderly end: no more than was really spent counts at the next start. */
  close(budget: RequestBudget, device: Instant, nowMs: number): void {
    const spent = budget.sent.filter(({ at }) => nowMs - at < WINDOW_MS).length;
    this.#write({ ...this.#kept, requests: { count: spent, until: device } });
  }

  #write(run: LastRun): void {
    this.#kept = run;
    this.#store?.write(run);
  }
}

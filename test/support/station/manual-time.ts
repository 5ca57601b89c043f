import { addMicros, instantFromMillis, type Instant } from '../../../shared/instant.ts';
import type { DeviceClock, Timers } from '../../../src-main/ports/system.ts';

interface Waiting {
  readonly at: number;
  readonly run: () => void;
}

/** All clocks and timers, which stand still until a test moves them. */
export class ManualTime implements DeviceClock, Timers {
  #device: Instant;
  #monotonicMs = 1_000;
  #waiting: Waiting[] = [];

  constructor(start = '2026-11-20T18:00:00Z') {
    this.#device = instantFromMillis(Date.parse(start));
  }

  deviceNow(): Instant {
    return this.#device;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const waiting = { at: this.#monotonicMs + Math.max(delayMs, 0), run };
    this.#waiting.push(waiting);
    return () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
    };
  }

  /** Sets the device's clock. */
  jump(ms: number): void {
    this.#device = addMicros(this.#device, ms * 1000);
  }

  /** Advances the time by `ms`, running each timer at its time and what follows from it. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonicMs + ms;
    await settle();
    for (;;) {
      const [next] = this.#waiting.toSorted((one, other) => one.at - other.at);
      if (next === undefined || next.at > end) break;
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#moveTo(Math.max(next.at, this.#monotonicMs));
      next.run();
      await settle();
    }
    this.#moveTo(end);
    await settle();
  }

  #moveTo(monotonicMs: number): void {
    this.#device = addMicros(this.#device, Math.round((monotonicMs - this.#monotonicMs) * 1000));
    this.#monotonicMs = monotonicMs;
  }
}

/** Runs promise callbacks that are ready, and those that follow from them. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

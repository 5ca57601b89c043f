import type { Instant } from '../../shared/instant.ts';
import type { ClockState } from '../../shared/station/api.ts';
import {
  clockOffsetMs,
  correctedNow,
  isClockOff,
  observeReading,
  observeServer,
  startClock,
  type ClockReading,
  type CorrectedClock,
} from '../core/corrected-clock.ts';
import type { Clock } from '../ports/clock.ts';
import type { ClockSample } from '../ports/remote.ts';

/** Corrected time for the whole station. */
export class StationClock {
  readonly #clock: Clock;
  #corrected: CorrectedClock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#corrected = startClock(this.#read());
  }

  /** Corrected time. Looks at both clocks, so a jump is noticed before anything is judged by it. */
  now(): Instant {
    const reading = this.#read();
    this.#corrected = observeReading(this.#corrected, reading);
    return correctedNow(this.#corrected, reading.device);
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs();
  }

  offsetMs(): number {
    return clockOffsetMs(this.#corrected);
  }

  learn(sample: ClockSample): void {
    this.now();
    this.#corrected = observeServer(this.#corrected, sample);
  }

  get isOff(): boolean {
    return isClockOff(this.#corrected);
  }

  get jumped(): boolean {
    return this.#corrected.jumped;
  }

  state(): ClockState {
    const heard = this.#corrected.uncertainty !== null;
    return { offset_ms: heard ? this.offsetMs() : null, suspect: this.isOff || this.jumped };
  }

  #read(): ClockReading {
    return { device: this.#clock.deviceNow(), monotonicMs: this.#clock.monotonicMs() };
  }
}

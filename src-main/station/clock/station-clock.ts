import { addMicros, type Instant } from '../../../shared/instant.ts';
import type { ClockState } from '../../../shared/station/state.ts';
import {
  clockOffsetMs,
  correctedNow,
  isClockOff,
  jumpBetween,
  observeReading,
  observeServer,
  startClock,
  type ClockReading,
  type CorrectedClock,
} from '../../core/corrected-clock.ts';
import type { DeviceClock } from '../../ports/system.ts';
import type { ClockSample } from '../../ports/remote.ts';
import type { LastClockStore } from '../../ports/settings.ts';

/** Offsets closer than this are considered equal. */
const SAME_OFFSET_MS = 1_000;
const CONFIRM_EVERY_MS = 60_000;

/** Corrected time for the whole station. */
export class StationClock {
  readonly #clock: DeviceClock;
  readonly #store: LastClockStore | null;
  /** What the store holds of this run. */
  #stored: { readonly offsetMs: number; readonly atMs: number } | null = null;
  #corrected: CorrectedClock;

  /** Begins with the offset that an earlier run has stored. */
  constructor(clock: DeviceClock, store: LastClockStore | null = null) {
    this.#clock = clock;
    this.#store = store;
    const earlier = store?.read() ?? null;
    this.#corrected = startClock(
      this.#read(),
      earlier && { offset: earlier.offset_ms * 1_000, at: earlier.at },
    );
  }

  /** Corrected time. Reads both clocks, so that a jump is noticed before anything is judged by it. */
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
    const arrived = { device: sample.device_now, monotonicMs: sample.monotonic_ms };
    // If the clock was set after the response arrived, the sample is shifted by the jump.
    const device_now = addMicros(sample.device_now, jumpBetween(arrived, this.#corrected.last));
    this.#corrected = observeServer(this.#corrected, { ...sample, device_now });
    if (this.#corrected.remembered || this.#corrected.unconfirmed !== null) return;
    this.#keep(this.offsetMs(), this.monotonicMs());
  }

  get isOff(): boolean {
    return isClockOff(this.#corrected);
  }

  /** A server has confirmed the time in this run. */
  get isConfirmed(): boolean {
    return this.#corrected.uncertainty !== null;
  }

  /** The offset is from an earlier run, and no server has responded since. */
  get remembered(): boolean {
    return this.#corrected.remembered;
  }

  get jumped(): boolean {
    return this.#corrected.jumped;
  }

  state(): ClockState {
    const { uncertainty, remembered } = this.#corrected;
    const known = uncertainty !== null || remembered;
    const suspect = this.isOff || this.jumped;
    return { offset_ms: known ? this.offsetMs() : null, suspect, remembered };
  }

  #keep(offsetMs: number, atMs: number): void {
    const isSame =
      this.#stored !== null && Math.abs(this.#stored.offsetMs - offsetMs) < SAME_OFFSET_MS;
    if (isSame && atMs - (this.#stored?.atMs ?? -Infinity) < CONFIRM_EVERY_MS) return;
    this.#stored = { offsetMs, atMs };
    this.#store?.write({ offset_ms: offsetMs, at: this.now() });
  }

  #read(): ClockReading {
    return { device: this.#clock.deviceNow(), monotonicMs: this.#clock.monotonicMs() };
  }
}

import { minuteOf } from '../../core/arrivals.ts';
import type { Timers } from '../../ports/system.ts';
import type { StationClock } from './station-clock.ts';
import type { StationEmitter } from '../state/station-events.ts';
import type { RaisedWarnings } from '../state/raised-warnings.ts';

const TICK_MS = 5_000;

export interface ClockWatchParts {
  readonly clock: StationClock;
  readonly timers: Timers;
  readonly warnings: RaisedWarnings;
  readonly events: StationEmitter;
}

/** Compares the clocks every few seconds, so that a jump is noticed even without scans, and emits each new minute. */
export class ClockWatch {
  readonly #parts: ClockWatchParts;
  #minute = 0;
  #cancel: () => void = () => undefined;

  constructor(parts: ClockWatchParts) {
    this.#parts = parts;
    parts.events.on('sync_stepped', () => this.#warn());
  }

  begin(): void {
    const minute = minuteOf(this.#parts.clock.now());
    this.#warn();
    if (minute !== this.#minute) this.#parts.events.emit('changed');
    this.#minute = minute;
    this.#parts.events.emit('tick');
    this.#cancel = this.#parts.timers.after(TICK_MS, () => this.begin());
  }

  #warn(): void {
    const { clock, warnings } = this.#parts;
    const seconds = Math.round(Math.abs(clock.offsetMs()) / 1000);
    if (clock.isOff && !clock.remembered) warnings.raise({ code: 'clock_off', seconds });
    else warnings.clear('clock_off');
    if (clock.isOff && clock.remembered) warnings.raise({ code: 'clock_unconfirmed', seconds });
    else warnings.clear('clock_unconfirmed');
    if (clock.jumped) warnings.raise({ code: 'clock_jumped' });
    else warnings.clear('clock_jumped');
  }

  close(): void {
    this.#cancel();
  }
}

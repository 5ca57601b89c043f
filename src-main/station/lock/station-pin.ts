import { addMicros, formatInstant } from '../../../shared/instant.ts';
import { refused, type CommandResult } from '../../../shared/station/results.ts';
import { doublingDelay, type BackoffShape } from '../../core/backoff.ts';
import type { Pins } from '../../ports/secrets.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { StationEmitter } from '../state/station-events.ts';

export interface StationPinParts {
  /** Null if the host cannot store a PIN. */
  readonly pins: Pins | null;
  readonly clock: StationClock;
  readonly events: StationEmitter;
}

/** Typing errors cost nothing. */
const FREE_TRIES = 3;
const WAIT_AFTER: BackoffShape = { firstMs: 30_000, capMs: 15 * 60_000 };

/** Checks PINs. After a few wrong ones, wherever they were entered, each further one doubles the time until the next may be tried. */
export class StationPin {
  readonly #parts: StationPinParts;
  #wrong = 0;
  /** Monotonic milliseconds. */
  #waitUntilMs = 0;
  /** One PIN at a time: concurrent ones would each count as the first. */
  #isBusy = false;

  constructor(parts: StationPinParts) {
    this.#parts = parts;
  }

  hash(pin: string): Promise<string> {
    return this.#pins.hash(pin);
  }

  /** Null if this is the PIN that was hashed. */
  async refusalOf(pin: string, hash: string): Promise<CommandResult | null> {
    const { clock, events } = this.#parts;
    if (this.#isBusy || clock.monotonicMs() < this.#waitUntilMs) return WAIT;
    this.#isBusy = true;
    try {
      if (await this.#pins.matches(pin, hash)) {
        this.#wrong = 0;
        this.#waitUntilMs = 0;
        return null;
      }
      this.#wrong += 1;
      const waitMs = waitAfter(this.#wrong);
      if (waitMs > 0) this.#waitUntilMs = clock.monotonicMs() + waitMs;
      events.emit('changed');
      return WRONG;
    } finally {
      this.#isBusy = false;
    }
  }

  /** A REST timestamp; null if a PIN may be tried. */
  waitUntil(): string | null {
    const { clock } = this.#parts;
    // The monotonic clock has fractions of a microsecond, an instant does not.
    const leftMicros = Math.ceil((this.#waitUntilMs - clock.monotonicMs()) * 1_000);
    return leftMicros > 0 ? formatInstant(addMicros(clock.now(), leftMicros)) : null;
  }

  get #pins(): Pins {
    const { pins } = this.#parts;
    if (pins === null) throw new Error('this host keeps no PIN');
    return pins;
  }
}

const WRONG = refused('pin.wrong', 'This is not the PIN.');
const WAIT = refused('pin.wait', 'Wait before the next try.');

/** Nothing for the first wrong PINs, then doubling. */
function waitAfter(wrong: number): number {
  return wrong < FREE_TRIES ? 0 : doublingDelay(WAIT_AFTER, wrong - FREE_TRIES + 1);
}

import { addMicros, formatInstant } from '../../../shared/instant.ts';
import { refused, type CommandResult } from '../../../shared/station/results.ts';
import { doublingDelay, type BackoffShape } from '../../core/backoff.ts';
import type { Pins } from '../../ports/secrets.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { Choices } from '../state/choices.ts';
import type { StationEmitter } from '../state/station-events.ts';

export interface StationPinParts {
  /** Null if the host cannot store a PIN. */
  readonly pins: Pins | null;
  readonly choices: Choices;
  readonly clock: StationClock;
  readonly events: StationEmitter;
}

/** Typing errors cost nothing. */
const FREE_TRIES = 3;
const WAIT_AFTER: BackoffShape = { firstMs: 30_000, capMs: 15 * 60_000 };

/**
 * Checks PINs. After a few wrong ones, wherever they were entered, each further one doubles the time until the next may be tried. A restart
 * forgives none of them.
 */
export class StationPin {
  readonly #parts: StationPinParts;
  /** Monotonic milliseconds. */
  #waitUntilMs: number;
  /** One PIN at a time: concurrent ones would each count as the first. */
  #isBusy = false;

  constructor(parts: StationPinParts) {
    this.#parts = parts;
    this.#waitUntilMs = this.#waitAfter(parts.choices.current.wrong_pins ?? 0);
  }

  hash(pin: string): Promise<string> {
    return this.#pins.hash(pin);
  }

  /** Null if this is the PIN that was hashed. */
  async refusalOf(pin: string, hash: string): Promise<CommandResult | null> {
    const { clock, choices, events } = this.#parts;
    const { wrong_pins: wrong = 0 } = choices.current;
    if (this.#isBusy || clock.monotonicMs() < this.#waitUntilMs) return WAIT;
    this.#isBusy = true;
    try {
      if (await this.#pins.matches(pin, hash)) {
        if (wrong > 0) choices.change({ wrong_pins: 0 });
        this.#waitUntilMs = 0;
        return null;
      }
      choices.change({ wrong_pins: wrong + 1 });
      this.#waitUntilMs = this.#waitAfter(wrong + 1);
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

  /** Nothing for the first wrong PINs, then doubling. */
  #waitAfter(wrong: number): number {
    if (wrong < FREE_TRIES) return 0;
    return this.#parts.clock.monotonicMs() + doublingDelay(WAIT_AFTER, wrong - FREE_TRIES + 1);
  }

  get #pins(): Pins {
    const { pins } = this.#parts;
    if (pins === null) throw new Error('this host keeps no PIN');
    return pins;
  }
}

const WRONG = refused('pin.wrong', 'This is not the PIN.');
const WAIT = refused('pin.wait', 'Wait before the next try.');

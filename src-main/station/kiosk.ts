import { addMicros, formatInstant } from '../../shared/instant.ts';
import type { StationCommand } from '../../shared/station/commands.ts';
import { refused, type CommandResult } from '../../shared/station/results.ts';
import type { KioskState } from '../../shared/station/state.ts';
import { doublingDelay, type BackoffShape } from '../core/backoff.ts';
import type { Pins } from '../ports/secrets.ts';
import type { Choices } from './choices.ts';
import type { StationClock } from './station-clock.ts';
import type { StationEmitter } from './station-events.ts';

export interface KioskParts {
  /** Null if the host cannot store a PIN. */
  readonly pins: Pins | null;
  readonly choices: Choices;
  readonly clock: StationClock;
  readonly events: StationEmitter;
}

/** Commands that anyone may use in kiosk mode. All others change the station, or show guests who are not at the door. */
const leftToAnybody: ReadonlySet<StationCommand['kind']> = new Set([
  'scan',
  'sync_now',
  'suggest_locale',
  'enter_kiosk',
  'leave_kiosk',
]);

/** Typing errors cost nothing. */
const FREE_TRIES = 3;
const WAIT_AFTER: BackoffShape = { firstMs: 30_000, capMs: 15 * 60_000 };

/**
 * Kiosk mode. It belongs to the station, not to a page: a reloaded or additional page is locked too, and wrong PINs are counted where
 * nobody at a screen can reset the counter. The PIN is chosen each time; its hash is kept until the mode ends.
 *
 * States: off → on (`enter_kiosk`) → off (`leave_kiosk` with the PIN); after a few wrong PINs each further one doubles the time until the
 * next may be tried.
 */
export class Kiosk {
  readonly #parts: KioskParts;
  #wrong = 0;
  /** Monotonic milliseconds. */
  #waitUntilMs = 0;
  /** One PIN at a time: concurrent ones would each count as the first. */
  #isBusy = false;

  constructor(parts: KioskParts) {
    this.#parts = parts;
  }

  enter(pin: string): Promise<CommandResult> {
    return this.#alone(async () => {
      const { pins, choices } = this.#parts;
      if (pins === null) throw new Error('this host keeps no PIN');
      if (this.#hash !== null) return refused('kiosk.is_on', 'Kiosk mode is on already.');
      choices.change({ kiosk: { pin_hash: await pins.hash(pin) } });
      return this.#saved();
    });
  }

  leave(pin: string): Promise<CommandResult> {
    return this.#alone(async () => {
      const { pins, choices, clock, events } = this.#parts;
      const hash = this.#hash;
      if (hash === null || pins === null) return { ok: true };
      if (clock.monotonicMs() < this.#waitUntilMs) return WAIT;
      if (await pins.matches(pin, hash)) {
        choices.change({ kiosk: null });
        return this.#saved();
      }
      this.#wrong += 1;
      const waitMs = waitAfter(this.#wrong);
      if (waitMs > 0) this.#waitUntilMs = clock.monotonicMs() + waitMs;
      events.emit('changed');
      return refused('kiosk.wrong_pin', 'This is not the PIN that kiosk mode was entered with.');
    });
  }

  /** Null if the command may run. Enforced here because the page is not the only program that can send commands. */
  refusalOf(kind: StationCommand['kind']): CommandResult | null {
    return this.#hash === null || leftToAnybody.has(kind) ? null : LOCKED;
  }

  state(): KioskState {
    const { clock } = this.#parts;
    // The monotonic clock has fractions of a microsecond, an instant does not.
    const leftMicros = Math.ceil((this.#waitUntilMs - clock.monotonicMs()) * 1_000);
    return {
      on: this.#hash !== null,
      wait_until: leftMicros > 0 ? formatInstant(addMicros(clock.now(), leftMicros)) : null,
    };
  }

  get #hash(): string | null {
    return this.#parts.choices.current.kiosk?.pin_hash ?? null;
  }

  #saved(): CommandResult {
    this.#wrong = 0;
    this.#waitUntilMs = 0;
    this.#parts.events.emit('changed');
    return { ok: true };
  }

  async #alone(work: () => Promise<CommandResult>): Promise<CommandResult> {
    if (this.#isBusy) return WAIT;
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
    }
  }
}

const LOCKED = refused('kiosk.locked', 'This station is in kiosk mode, which its PIN ends.');
const WAIT = refused('kiosk.wait', 'Wait before the next try.');

/** Nothing for the first wrong PINs, then doubling. */
function waitAfter(wrong: number): number {
  return wrong < FREE_TRIES ? 0 : doublingDelay(WAIT_AFTER, wrong - FREE_TRIES + 1);
}

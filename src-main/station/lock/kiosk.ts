// Why: docs/decisions/0019-hosts-and-page.md
import type { StationCommand } from '../../../shared/station/commands.ts';
import { refused, type CommandResult } from '../../../shared/station/results.ts';
import type { KioskState } from '../../../shared/station/state.ts';
import type { Choices } from '../state/choices.ts';
import type { StationEmitter } from '../state/station-events.ts';
import type { StationPin } from './station-pin.ts';

export interface KioskParts {
  readonly pin: StationPin;
  readonly choices: Choices;
  readonly events: StationEmitter;
  /** Whether guests pass the entry point both ways. */
  readonly isForBoth: () => boolean;
}

/** Commands that anyone may use in kiosk mode. All others change the station, or show guests who are not at the door. */
const leftToAnybody: ReadonlySet<StationCommand['kind']> = new Set([
  'scan',
  'undo',
  'overrule',
  'admit_held',
  'admit_again',
  'admit_order',
  'sync_now',
  'suggest_locale',
  'enter_kiosk',
  'leave_kiosk',
]);

/**
 * Kiosk mode. It belongs to the station, not to a page: a reloaded or additional page is locked too, and wrong PINs are counted where
 * nobody at a screen can reset the counter. The PIN is that of the change lock; if that has none, it is chosen each time, and its hash is
 * kept until the mode ends.
 *
 * States: off → on (`enter_kiosk`) → off (`leave_kiosk` with the PIN).
 */
export class Kiosk {
  readonly #parts: KioskParts;

  constructor(parts: KioskParts) {
    this.#parts = parts;
  }

  async enter(entered: string): Promise<CommandResult> {
    const { pin, choices } = this.#parts;
    const { change_lock: lock } = choices.current;
    if (this.#hash !== null) return IS_ON;
    const refusal = lock?.kind === 'pin' ? await pin.refusalOf(entered, lock.pin_hash) : null;
    if (refusal !== null) return refusal;
    const hash = lock?.kind === 'pin' ? lock.pin_hash : await pin.hash(entered);
    if (this.#hash !== null) return IS_ON;
    return this.#keep({ pin_hash: hash });
  }

  async leave(entered: string): Promise<CommandResult> {
    const hash = this.#hash;
    if (hash === null) return { ok: true };
    return (await this.#parts.pin.refusalOf(entered, hash)) ?? this.#keep(null);
  }

  /**
   * Null if the command may run. Where guests pass both ways anybody turns the door around. Enforced here because the page is not the only
   * program that can send commands.
   */
  refusalOf(kind: StationCommand['kind']): CommandResult | null {
    if (this.#hash === null || leftToAnybody.has(kind)) return null;
    return kind === 'set_direction' && this.#parts.isForBoth() ? null : LOCKED;
  }

  state(): KioskState {
    return { on: this.#hash !== null, wait_until: this.#parts.pin.waitUntil() };
  }

  get #hash(): string | null {
    return this.#parts.choices.current.kiosk?.pin_hash ?? null;
  }

  #keep(kiosk: { readonly pin_hash: string } | null): CommandResult {
    this.#parts.choices.change({ kiosk });
    this.#parts.events.emit('changed');
    return { ok: true };
  }
}

const IS_ON = refused('kiosk.is_on', 'Kiosk mode is on already.');
const LOCKED = refused('kiosk.locked', 'This station is in kiosk mode, which its PIN ends.');

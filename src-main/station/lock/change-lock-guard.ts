// Why: docs/decisions/0022-door-screen.md
import { changesDoor, type DoorChange } from '../../../shared/station/change-lock.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import { refused, type CommandResult } from '../../../shared/station/results.ts';
import type { Choices } from '../state/choices.ts';
import type { StationEmitter } from '../state/station-events.ts';
import type { StationPin } from './station-pin.ts';

export interface ChangeLockGuardParts {
  readonly pin: StationPin;
  readonly choices: Choices;
  readonly events: StationEmitter;
}

type SetChangeLock = Extract<StationCommand, { kind: 'set_change_lock' }>;

/**
 * What it takes to change the event or the entry point, or to work offline. Only the PIN is enforced here: how long something was pressed,
 * a screen alone knows.
 */
export class ChangeLockGuard {
  readonly #parts: ChangeLockGuardParts;

  constructor(parts: ChangeLockGuardParts) {
    this.#parts = parts;
  }

  /** Null if the command may run. */
  async refusalOf(command: DoorChange): Promise<CommandResult | null> {
    const { event, entry_point, entry_point_open, mode } = this.#parts.choices.current;
    const asksEntryPoint = entry_point_open === true;
    const isChange = changesDoor(command, { event, entryPoint: entry_point, asksEntryPoint, mode });
    return isChange ? await this.#refusalOfPin(command.pin) : null;
  }

  /** Null if a supervisor has entered the PIN: that of the change lock, else that of kiosk mode. */
  async refusalToSupervisor(pin: string | undefined): Promise<CommandResult | null> {
    const { change_lock: lock, kiosk = null } = this.#parts.choices.current;
    const hash = lock?.kind === 'pin' ? lock.pin_hash : (kiosk?.pin_hash ?? null);
    if (hash === null) return NOT_SET;
    return pin === undefined ? REQUIRED : await this.#parts.pin.refusalOf(pin, hash);
  }

  async set({ lock, pin }: SetChangeLock): Promise<CommandResult> {
    const { choices, events, pin: pins } = this.#parts;
    const refusal = await this.#refusalOfPin(pin);
    if (refusal !== null) return refusal;
    const hasPin = choices.current.change_lock?.kind === 'pin';
    if (lock !== 'pin') choices.change({ change_lock: { kind: lock } });
    else if (pin === undefined) return REQUIRED;
    else if (!hasPin)
      choices.change({ change_lock: { kind: lock, pin_hash: await pins.hash(pin) } });
    events.emit('changed');
    return { ok: true };
  }

  async #refusalOfPin(pin: string | undefined): Promise<CommandResult | null> {
    const { change_lock: lock } = this.#parts.choices.current;
    if (lock?.kind !== 'pin') return null;
    return pin === undefined ? REQUIRED : await this.#parts.pin.refusalOf(pin, lock.pin_hash);
  }
}

const NOT_SET = refused('pin.not_set', 'This station has no PIN by which it knows a supervisor.');
const REQUIRED = refused('pin.required', 'This takes the PIN of this station.');

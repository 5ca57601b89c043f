import type { StationWarning } from '../../shared/station/api.ts';

type WarningCode = StationWarning['code'];

/** Sentences that must be seen, one per code, as long as their cause holds. */
export class Warnings {
  readonly #messages = new Map<WarningCode, string>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  raise(code: WarningCode, message: string): void {
    if (this.#messages.get(code) === message) return;
    this.#messages.set(code, message);
    this.#changed();
  }

  clear(code: WarningCode): void {
    if (this.#messages.delete(code)) this.#changed();
  }

  list(): readonly StationWarning[] {
    return [...this.#messages].map(([code, message]) => ({ code, message }));
  }
}

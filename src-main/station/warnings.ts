import type { StationWarning } from '../../shared/station/api.ts';
import type { Logger } from '../ports/logger.ts';

type WarningCode = StationWarning['code'];

/** Sentences that must be seen, one per code, as long as their cause holds; each is logged when it is raised. */
export class Warnings {
  readonly #messages = new Map<WarningCode, string>();
  readonly #changed: () => void;
  readonly #logger: Logger;

  constructor(changed: () => void, logger: Logger) {
    this.#changed = changed;
    this.#logger = logger;
  }

  raise(code: WarningCode, message: string): void {
    if (this.#messages.get(code) === message) return;
    this.#messages.set(code, message);
    this.#logger.warn({ code }, message);
    this.#changed();
  }

  clear(code: WarningCode): void {
    if (this.#messages.delete(code)) this.#changed();
  }

  list(): readonly StationWarning[] {
    return [...this.#messages].map(([code, message]) => ({ code, message }));
  }
}

import type { StationWarning } from '../../shared/station/warnings.ts';
import type { Logger } from '../ports/logger.ts';
import type { StationEmitter } from './station-events.ts';

type WarningCode = StationWarning['code'];

/** What must be seen, one per code, as long as its cause holds; each is logged when it is raised. */
export class Warnings {
  readonly #raised = new Map<WarningCode, StationWarning>();
  readonly #events: StationEmitter;
  readonly #logger: Logger;

  constructor(events: StationEmitter, logger: Logger) {
    this.#events = events;
    this.#logger = logger;
  }

  raise(warning: StationWarning): void {
    if (isSame(this.#raised.get(warning.code), warning)) return;
    this.#raised.set(warning.code, warning);
    this.#logger.warn({ ...warning }, 'operator warning raised');
    this.#events.emit('changed');
  }

  clear(code: WarningCode): void {
    if (this.#raised.delete(code)) this.#events.emit('changed');
  }

  list(): readonly StationWarning[] {
    return [...this.#raised.values()];
  }
}

function isSame(one: StationWarning | undefined, other: StationWarning): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

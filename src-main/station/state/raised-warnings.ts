import type { StationWarning } from '../../../shared/station/warnings.ts';
import type { Logger } from '../../ports/system.ts';
import type { StationEmitter } from './station-events.ts';

type WarningCode = StationWarning['code'];

/** Active warnings, one per code, as long as their cause persists; each is logged when it is raised. */
export class RaisedWarnings {
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

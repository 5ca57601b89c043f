import type { DoorSelector } from '../selection/door-selector.ts';
import type { Timers } from '../../ports/system.ts';
import type { StationEmitter } from '../state/station-events.ts';
import type { DoorSelection } from '../state/door-selection.ts';

/** After this long a scan gets the answer that is possible without the server: its guest stands at the door. */
export const OPENING_LIMIT_MS = 5_000;
/** More than anybody scans in that time. */
const MOST_KEPT = 200;

export interface DoorOpeningParts {
  readonly events: StationEmitter;
  readonly timers: Timers;
  readonly selector: Pick<DoorSelector, 'selection'>;
  /** Whether the server is about to say which event this door works for, or what that event is like. */
  readonly isAwaited: () => boolean;
}

/**
 * The first moments with a server, before it has named the event and described its entry points. Scans are kept until then, and judged
 * in the order in which they arrived.
 */
export class DoorOpening {
  readonly #parts: DoorOpeningParts;
  #kept: (() => void)[] = [];
  #isOver = true;
  #cancel: () => void = () => undefined;

  constructor(parts: DoorOpeningParts) {
    const { events } = parts;
    this.#parts = parts;
    events.on('enrolled', () => this.#begin());
    events.on('left', () => this.close());
    events.on('changed', () => {
      if (!this.isOpening) this.judgeHeld();
    });
  }

  get isOpening(): boolean {
    return !this.#isOver && this.#parts.isAwaited();
  }

  /** The selection to judge a scan by: immediately unless the event is being opened. Null if a person must choose an event first. */
  selection(): DoorSelection | null | Promise<DoorSelection | null> {
    const { selector } = this.#parts;
    if (!this.isOpening || this.#kept.length >= MOST_KEPT) return selector.selection;
    return new Promise((resolve) => this.#kept.push(() => resolve(selector.selection)));
  }

  /** Keeps nothing any more. */
  close(): void {
    this.#cancel();
    this.#isOver = true;
    this.judgeHeld();
  }

  #begin(): void {
    this.#cancel();
    this.#isOver = false;
    this.#cancel = this.#parts.timers.after(OPENING_LIMIT_MS, () => {
      this.#isOver = true;
      this.#parts.events.emit('changed');
    });
  }

  judgeHeld(): void {
    for (const judge of this.#kept.splice(0)) judge();
  }
}

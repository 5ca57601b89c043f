import type { StationMessage } from '../../../shared/station/messages.ts';
import type { StationState } from '../../../shared/station/state.ts';
import type { Timers } from '../../ports/system.ts';
import type { StationEmitter } from './station-events.ts';

/** At most ten states per second are sent to the screens; outcomes are sent immediately. */
const GAP_MS = 100;

export interface StatePublisherParts {
  readonly timers: Timers;
  readonly monotonicMs: () => number;
  readonly compose: (revision: number) => StationState;
  readonly events: StationEmitter;
}

/** Sends changes to every screen. A state that is sent is always the newest one. */
export class StatePublisher {
  readonly #parts: StatePublisherParts;
  readonly #listeners = new Set<(message: StationMessage) => void>();
  #revision = 0;
  #lastSentAt = -GAP_MS;
  #cancel: (() => void) | null = null;

  constructor(parts: StatePublisherParts) {
    this.#parts = parts;
    const { events } = parts;
    events.on('changed', () => this.#changed());
    events.on('outcome', (outcome) => {
      this.#send({ kind: 'outcome', outcome });
      this.#changed();
    });
    events.on('released', (scan, released) => {
      this.#send({ kind: 'released', scan, released });
      this.#changed();
    });
    events.on('companions', (scan, others) => this.#send({ kind: 'companions', scan, others }));
    events.on('enrolment_code', (code, source) =>
      this.#send({ kind: 'enrolment_code', code, source }),
    );
  }

  subscribe(listener: (message: StationMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  state(): StationState {
    return this.#parts.compose(this.#revision);
  }

  /** The state has changed; it is sent soon, together with later changes until then. */
  #changed(): void {
    this.#revision += 1;
    if (this.#cancel !== null || this.#listeners.size === 0) return;
    const waitMs = Math.max(0, this.#lastSentAt + GAP_MS - this.#parts.monotonicMs());
    this.#cancel = this.#parts.timers.after(waitMs, () => {
      this.#cancel = null;
      this.#lastSentAt = this.#parts.monotonicMs();
      this.#send({ kind: 'state', state: this.state() });
    });
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#listeners.clear();
  }

  #send(message: StationMessage): void {
    for (const listener of this.#listeners) listener(message);
  }
}

import { assertNever } from '../../../shared/assert-never.ts';
import type { SyncMode } from '../../../shared/station/api.ts';
import { nextAttemptAt } from '../../core/sync/dispatch-lanes.ts';
import { mayLookUp, stepSync } from '../../core/sync/sync-machine.ts';
import {
  startSync,
  type Intervals,
  type Lane,
  type SyncCommand,
  type SyncEvent,
  type SyncState,
} from '../../core/sync/sync-state.ts';
import { freshBudget, spentBefore } from '../../core/request-budget.ts';
import type { Random } from '../../ports/random.ts';
import type { Timers } from '../../ports/timers.ts';
import type { StationClock } from '../station-clock.ts';
import type { LastRunKeeper } from '../last-run-keeper.ts';
import type { LaneStep } from './lane-context.ts';

export interface SyncRunnerParts {
  readonly clock: StationClock;
  readonly timers: Timers;
  readonly random: Random;
  readonly intervals: Intervals;
  readonly mode: SyncMode;
  readonly lastRun: LastRunKeeper;
  readonly run: (lane: Lane) => Promise<LaneStep>;
  readonly ended: (lane: Lane, step: LaneStep) => void;
  readonly abort: () => void;
  readonly changed: (before: SyncState, after: SyncState) => void;
}

/** Does what the sync machine commands, and tells it what came of it. */
export class SyncRunner {
  readonly #parts: SyncRunnerParts;
  readonly #running = new Set<Promise<void>>();
  #state: SyncState;
  #cancelTimer: () => void = () => undefined;
  #closed = false;

  constructor(parts: SyncRunnerParts) {
    this.#parts = parts;
    const { clock, lastRun } = parts;
    const earlier = lastRun.requestsOfLastRun(clock.deviceNow(), clock.monotonicMs());
    const budget = earlier === null ? freshBudget : spentBefore(earlier.count, earlier.at);
    this.#state = { ...startSync(parts.intervals, parts.mode), budget };
  }

  get state(): SyncState {
    return this.#state;
  }

  get mayLookUp(): boolean {
    return !this.#closed && mayLookUp(this.#state, this.#parts.clock.monotonicMs());
  }

  /** Monotonic milliseconds. */
  get nextAttemptMs(): number | null {
    return nextAttemptAt(this.#state, this.#parts.clock.monotonicMs());
  }

  send(event: SyncEvent): void {
    if (this.#closed) return;
    const before = this.#state;
    const step = stepSync(before, event, {
      now: this.#parts.clock.monotonicMs(),
      chance: this.#parts.random.fraction(),
    });
    this.#state = step.state;
    if (before.budget !== step.state.budget) this.#keepSpending();
    step.commands.forEach((command) => this.#obey(command));
    this.#parts.changed(before, this.#state);
  }

  /** Resolves when every step that runs now has come to its end. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Ends what is in flight and waits until every step has come to its end. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelTimer();
    this.#parts.abort();
    await Promise.all(this.#running);
    const { clock, lastRun } = this.#parts;
    lastRun.close(this.#state.budget, clock.deviceNow(), clock.monotonicMs());
  }

  #keepSpending(): void {
    const { clock, lastRun } = this.#parts;
    lastRun.spending(this.#state.budget, clock.deviceNow(), clock.monotonicMs());
  }

  #obey(command: SyncCommand): void {
    switch (command.kind) {
      case 'run':
        this.#start(command.lane, command.generation);
        return;
      case 'abort':
        this.#parts.abort();
        return;
      case 'wake_at':
        this.#wakeAt(command.at);
        return;
      default:
        assertNever(command);
    }
  }

  #start(lane: Lane, generation: number): void {
    const running = this.#runLane(lane, generation).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #runLane(lane: Lane, generation: number): Promise<void> {
    const step = await this.#parts.run(lane);
    const { result, notes, retryAfterMs } = step;
    this.#parts.ended(lane, step);
    if (notes.clock !== null) this.#parts.clock.learn(notes.clock);
    const spending = { requests: notes.requests, left: notes.budget, retryAfterMs };
    this.send({ kind: 'answered', lane, generation, result, spending });
  }

  #wakeAt(at: number | null): void {
    this.#cancelTimer();
    if (at === null) return;
    const delayMs = Math.ceil(at - this.#parts.clock.monotonicMs());
    this.#cancelTimer = this.#parts.timers.after(delayMs, () => this.send({ kind: 'wake' }));
  }
}

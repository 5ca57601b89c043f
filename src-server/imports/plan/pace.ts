import { systemClock } from '../../database/clock.ts';
import type { Database } from '../../database/database.ts';

const FIRST_LINES = 100;
const LEAST_LINES = 25;
/** Lines that were quick are followed by others. */
const MOST_LINES = 400;

/** How many lines are done at once, by how long the ones before took. */
export class Pace {
  #lines = FIRST_LINES;
  #begunMs = 0;
  readonly #turnMs: number;

  constructor({ turnMs }: Pick<Database, 'turnMs'>) {
    this.#turnMs = turnMs;
  }

  get lines(): number {
    return this.#lines;
  }

  begin(): void {
    this.#begunMs = systemClock.monotonicMs();
  }

  /** So many lines were done since. */
  end(lines: number): void {
    const tookMs = systemClock.monotonicMs() - this.#begunMs;
    const fitting = (lines * this.#turnMs) / Math.max(tookMs, 1);
    const next = Math.round((this.#lines + fitting) / 2);
    this.#lines = Math.min(Math.max(next, LEAST_LINES), MOST_LINES);
  }
}

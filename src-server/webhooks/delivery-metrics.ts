import { Counter, gauge, Histogram, type Family } from '../metrics/families.ts';
import type { NewAttempt } from './store/outcomes.ts';

/** In seconds. */
const DURATION_BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

interface QueueFigures {
  readonly depth: number;
  /** How long the oldest due delivery has been due; 0 if none is. */
  readonly oldestDueSeconds: number;
}

/** Metrics of this process's delivery loop. */
export class DeliveryMetrics {
  readonly #outcomes = new Counter();
  readonly #durations = new Histogram(DURATION_BOUNDS);

  constructor() {
    this.#durations.start({});
  }

  observe(attempt: Pick<NewAttempt, 'status' | 'response_code' | 'error' | 'duration_ms'>): void {
    this.#outcomes.add({ outcome: outcomeName(attempt) });
    this.#durations.observe({}, attempt.duration_ms / 1000);
  }

  /** Null: the database did not say how long the queue is. */
  families(queue: QueueFigures | null): readonly Family[] {
    const name = 'gatehouse_webhook';
    const own = [
      this.#outcomes.family(`${name}_attempts_total`, 'Attempts by outcome.'),
      this.#durations.family(`${name}_attempt_seconds`, 'How long attempts took.'),
    ];
    if (queue === null) return own;
    const depth = 'Deliveries that wait for their next attempt.';
    const oldest = 'How long the delivery that waits longest has been due.';
    return [
      gauge(`${name}_queue_depth`, depth, queue.depth),
      gauge(`${name}_oldest_due_seconds`, oldest, queue.oldestDueSeconds),
      ...own,
    ];
  }
}

/** Few values: `delivered`, the class of the refusal, or why there was no response. */
function outcomeName(attempt: Pick<NewAttempt, 'status' | 'response_code' | 'error'>): string {
  if (attempt.status === 'delivered') return 'delivered';
  const { response_code, error } = attempt;
  // The code before the sentence.
  if (response_code === null) return error?.split(':', 1)[0] ?? 'unknown';
  return `status_${Math.floor(response_code / 100)}xx`;
}

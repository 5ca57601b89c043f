import type { NewAttempt } from './store/outcomes.ts';

/** Upper bounds of the latency histogram in seconds. */
const bounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15] as const;

export interface QueueFigures {
  readonly depth: number;
  /** How long the oldest due delivery has been due; 0 if none is. */
  readonly oldestDueSeconds: number;
}

/** Metrics of this process's delivery loop, in the Prometheus text format. */
export class DeliveryMetrics {
  readonly #outcomes = new Map<string, number>();
  readonly #buckets: number[] = Array.from(bounds, () => 0);
  #count = 0;
  #sumSeconds = 0;

  observe(attempt: Pick<NewAttempt, 'status' | 'response_code' | 'error' | 'duration_ms'>): void {
    const outcome = outcomeName(attempt);
    const seconds = attempt.duration_ms / 1000;
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
    this.#count += 1;
    this.#sumSeconds += seconds;
    bounds.forEach((bound, index) => {
      if (seconds <= bound) this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
    });
  }

  /** Null: the database did not say how long the queue is. */
  render(queue: QueueFigures | null): string {
    const name = 'gatehouse_webhook';
    const attempts = [...this.#outcomes].map(
      ([outcome, count]) => `${name}_attempts_total{outcome="${outcome}"} ${count}`,
    );
    const buckets = bounds.map(
      (bound, index) =>
        `${name}_attempt_seconds_bucket{le="${bound}"} ${this.#buckets[index] ?? 0}`,
    );
    const gauges =
      queue === null
        ? []
        : [
            `# HELP ${name}_queue_depth Deliveries that wait for their next attempt.`,
            `# TYPE ${name}_queue_depth gauge`,
            `${name}_queue_depth ${queue.depth}`,
            `# HELP ${name}_oldest_due_seconds How long the delivery that waits longest has been due.`,
            `# TYPE ${name}_oldest_due_seconds gauge`,
            `${name}_oldest_due_seconds ${queue.oldestDueSeconds}`,
          ];
    const lines = [
      ...gauges,
      `# HELP ${name}_attempts_total Attempts by outcome.`,
      `# TYPE ${name}_attempts_total counter`,
      ...attempts,
      `# HELP ${name}_attempt_seconds How long attempts took.`,
      `# TYPE ${name}_attempt_seconds histogram`,
      ...buckets,
      `${name}_attempt_seconds_bucket{le="+Inf"} ${this.#count}`,
      `${name}_attempt_seconds_sum ${this.#sumSeconds}`,
      `${name}_attempt_seconds_count ${this.#count}`,
    ];
    return `${lines.join('\n')}\n`;
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

import { randomInt } from 'node:crypto';
import { MICROS_PER_MILLI, MICROS_PER_SECOND, type Instant } from '../../../shared/instant.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { claimDue, claimRedeliveries, type Job } from '../../repositories/webhooks/claims.ts';
import {
  anyDue,
  anyRedeliveryDue,
  holdsPerson,
  isRedeliveryWanted,
  isStillWanted,
  nextDue,
} from '../../repositories/webhooks/queue-state.ts';
import { releaseClaim } from '../../repositories/webhooks/release-claims.ts';
import { parseRetryAfter, type RetrySchedule } from '../schedule.ts';
import type { WebhookLog } from '../webhook-log.ts';
import type { Courier } from './courier.ts';
import type { ExchangeResult } from './exchange.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import { OutcomeWriter } from './outcome-writer.ts';
import { recordOutcome, recordWithheld, type Outcome } from './record-outcome.ts';
import type { Slot, Slots } from './slots.ts';

export interface DispatcherOptions {
  readonly database: Database;
  readonly courier: Pick<Courier, 'deliver' | 'close'>;
  readonly schedule: RetrySchedule;
  readonly slots: Slots;
  readonly metrics: DeliveryMetrics;
  readonly log: WebhookLog;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Longer than an exchange may take. */
  readonly leaseMs: number;
  /** How soon deliveries that other processes recorded are seen. */
  readonly pollMs: number;
}

/** A request that takes longer gives its slot back. */
const YIELD_MS = 250;
/** An endpoint that takes longer gets fewer requests at once. */
const SLOW_MS = 1_000;
/** How long requests under way may go on when the dispatcher is closed. */
const GRACE_MS = 3_000;
const MAX_CLAIM = 2 ** 47;

/**
 * Takes deliveries from the outbox to their endpoints. Any number of dispatchers, in any number of processes, may work on one
 * database. Each delivery goes through: due → claimed (with a lease, committed) → requested, unless it is no longer wanted at that
 * very moment → recorded. Killed anywhere, its lease ends and it is due again, with the same reference and the same bytes.
 *
 * Woken by commits of this process, by requests that end, by the next due time, and by polling for what other processes commit.
 * Never holds more than there are slots for, however long the queue.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #outcomes: OutcomeWriter;
  readonly #underWay = new Set<Promise<void>>();
  #stopListening: () => void = () => undefined;
  #timer: NodeJS.Timeout | null = null;
  #claiming: Promise<void> | null = null;
  #again = false;
  #closed = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#outcomes = new OutcomeWriter(options.database);
  }

  start(): void {
    this.#stopListening = this.#options.database.onCommit((_events, isRecorded) => {
      if (isRecorded) this.wake();
    });
    this.wake();
  }

  /** Claims and starts whatever is due, after everything else of this turn. Calls during a claim count for one more. */
  wake(): void {
    if (this.#closed) return;
    this.#again = true;
    this.#claiming ??= this.#claimWhileWoken().finally(() => {
      this.#claiming = null;
      if (this.#again) this.wake();
      else this.#sleep();
    });
  }

  /** Resolves when nothing is under way and nothing is due. */
  async settled(): Promise<void> {
    while (this.#claiming !== null || this.#underWay.size > 0) {
      await this.#claiming;
      await Promise.all(this.#underWay);
    }
  }

  /** Begins nothing more; lets requests end for a moment, then gives them up so that the next dispatcher may make them at once. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopListening();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#claiming;
    let grace: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      grace = setTimeout(resolve, GRACE_MS);
    });
    await Promise.race([Promise.all(this.#underWay), patience]);
    clearTimeout(grace);
    await this.#options.courier.close();
    await Promise.all(this.#underWay);
  }

  async #claimWhileWoken(): Promise<void> {
    while (this.#again && !this.#closed) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#again = false;
      await this.#claimAll();
    }
  }

  async #claimAll(): Promise<void> {
    try {
      if (!this.#hasWork()) return;
      const { jobs, version } = await this.#claim();
      for (const job of jobs) this.#begin(job, version);
      if (jobs.length > 0) this.#again = true;
    } catch (error) {
      this.#options.log.error({ err: error }, 'deliveries could not be claimed');
    }
  }

  /** Looks without the write lock, which would be taken for nothing most of the time. */
  #hasWork(): boolean {
    const { database, slots, clock } = this.#options;
    const now = clock.now();
    const isDue = (kind: 'healthy' | 'failing') =>
      slots.free(kind) > 0 &&
      database.readNow(anyDue, [kind === 'failing' ? 1 : 0, now, JSON.stringify(slots.busy(kind))]);
    if (isDue('healthy') || isDue('failing')) return true;
    return slots.free('redeliveries') > 0 && Boolean(database.readNow(anyRedeliveryDue, [now]));
  }

  /** With the version at which they were wanted. */
  #claim(): Promise<{ readonly jobs: readonly Job[]; readonly version: number }> {
    const { database, slots, leaseMs } = this.#options;
    const leaseMicros = leaseMs * MICROS_PER_MILLI;
    return database.write(async (tx) => {
      const version = database.deliveryVersion();
      const terms = { now: tx.now, leaseMicros, claim: randomInt(MAX_CLAIM) };
      const laneOf = (kind: 'healthy' | 'failing') => ({
        isFailing: kind === 'failing' ? (1 as const) : (0 as const),
        slots: slots.free(kind),
        busy: slots.busy(kind),
        roomOf: (id: number) => slots.roomOf(id, kind),
      });
      const jobs = [
        ...(await claimDue(tx, laneOf('healthy'), terms)),
        ...(await claimDue(tx, laneOf('failing'), terms)),
        ...(await claimRedeliveries(tx, slots.free('redeliveries'), terms)),
      ];
      return { jobs, version };
    });
  }

  #begin(job: Job, version: number): void {
    const kind =
      job.kind === 'redelivery' ? 'redeliveries' : job.is_failing === 1 ? 'failing' : 'healthy';
    const slot: Slot = { kind, subscriptionId: job.subscription_id };
    this.#options.slots.take(slot);
    const attempt = this.#attempt(job, slot, version);
    this.#underWay.add(attempt);
    void attempt.finally(() => {
      this.#underWay.delete(attempt);
      this.wake();
    });
  }

  async #attempt(job: Job, slot: Slot, version: number): Promise<void> {
    const { slots, log, clock } = this.#options;
    const started = clock.monotonicMs();
    const slow = setTimeout(() => {
      slots.yieldSlot(slot);
      this.wake();
    }, YIELD_MS);
    let ended: 'quick' | 'slow' | 'failed' = 'failed';
    try {
      const isDelivered = await this.#deliverAndRecord(job, { started, version });
      if (isDelivered) ended = clock.monotonicMs() - started > SLOW_MS ? 'slow' : 'quick';
    } catch (error) {
      // Not recorded: the lease ends, and the delivery is made again.
      log.error({ err: error, delivery: job.reference }, 'an attempt could not be recorded');
    } finally {
      clearTimeout(slow);
      slots.release(slot, ended);
    }
  }

  async #deliverAndRecord(
    job: Job,
    { started, version }: { readonly started: number; readonly version: number },
  ): Promise<boolean> {
    const { database, courier, clock, metrics, random, schedule } = this.#options;
    const at = clock.now();
    const timestamp = Math.floor(at / MICROS_PER_SECOND);
    const isWanted = () => this.#isWanted(job, version);
    const result = await courier.deliver(job.url, { ...job, timestamp }, isWanted);
    if (result.kind === 'withheld' && !this.#isSubscriptionWilling(job)) {
      await database.write((tx) => recordWithheld(tx, job));
      return false;
    }
    // Also when only the body has changed, because a person was erased: it is claimed again as it is now.
    if (result.kind === 'withheld' || result.kind === 'abandoned') {
      await database.write((tx) => releaseClaim(tx, job));
      return false;
    }
    const duration_ms = Math.round(clock.monotonicMs() - started);
    const outcome = outcomeOf(result, { at, duration_ms, random: random() });
    const consequence = await this.#outcomes.write((tx) =>
      recordOutcome(tx, job, outcome, schedule),
    );
    metrics.observe(outcome);
    if (consequence === 'exhausted') {
      const { log } = this.#options;
      log.warn(
        { delivery: job.reference },
        'a webhook subscription was deactivated: every attempt failed',
      );
    }
    return outcome.status === 'delivered';
  }

  /** Asked in the moment in which the request would be written, so that nothing begins after a deletion has been answered. */
  #isWanted(job: Job, version: number): boolean {
    const { database } = this.#options;
    // Nothing that decides about it has changed since it was claimed.
    if (database.deliveryVersion() === version) return true;
    if (!this.#isSubscriptionWilling(job)) return false;
    return job.has_person === 0 || database.readNow(holdsPerson, [job.delivery_id]) !== undefined;
  }

  #isSubscriptionWilling({ kind, subscription_id, event_id, epoch }: Job): boolean {
    const { database } = this.#options;
    const subscription =
      kind === 'redelivery'
        ? database.readNow(isRedeliveryWanted, [subscription_id, event_id])
        : database.readNow(isStillWanted, [subscription_id, event_id, epoch]);
    return subscription !== undefined;
  }

  #sleep(): void {
    if (this.#closed) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), this.#pauseMs());
  }

  #pauseMs(): number {
    const { database, clock, pollMs, log } = this.#options;
    const now = clock.now();
    try {
      const next = database.readNow(nextDue, [now, now, now])?.due_at ?? null;
      if (next === null) return pollMs;
      return Math.min(pollMs, Math.ceil((next - now) / MICROS_PER_MILLI));
    } catch (error) {
      log.error({ err: error }, 'the queue of deliveries could not be read');
      return pollMs;
    }
  }
}

function outcomeOf(
  result: Extract<ExchangeResult, { kind: 'answered' | 'broken' }>,
  measured: { readonly at: Instant; readonly duration_ms: number; readonly random: number },
): Outcome {
  if (result.kind === 'broken') {
    const { status, body, error } = result;
    const response = { response_code: status, response_body: body };
    return { ...measured, ...response, status: 'failed', error, retryAfterSeconds: null };
  }
  const isDelivered = result.status >= 200 && result.status < 300;
  const asksToWait = result.status === 429 || result.status === 503;
  const retryAfter = asksToWait ? result.retryAfter : null;
  return {
    ...measured,
    status: isDelivered ? 'delivered' : 'failed',
    response_code: result.status,
    response_body: result.body,
    error: null,
    retryAfterSeconds:
      retryAfter === null ? null : parseRetryAfter(retryAfter, measured.at / MICROS_PER_MILLI),
  };
}

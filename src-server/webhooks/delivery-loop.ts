import { randomInt } from 'node:crypto';
import { MICROS_PER_MILLI, MICROS_PER_SECOND, type Instant } from '../../shared/instant.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { AttemptResult } from './attempt.ts';
import type { ConcurrencyLimiter, Permit } from './concurrency-limiter.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import type { WebhookLog } from './log-port.ts';
import { recordOutcome, type Outcome } from './record-outcome.ts';
import { parseRetryAfter, type RetrySchedule } from './schedule.ts';
import type { Sender } from './sender.ts';
import {
  claimDue,
  claimRedeliveries,
  releaseClaim,
  type ClaimedDelivery,
  type ClaimLimits,
} from './store/claims.ts';
import { cancelClaimed } from './store/outcomes.ts';
import { findNextDue, findStanding, isAnyDue, isAnyRedeliveryDue } from './store/queue.ts';

export interface DeliveryLoopOptions {
  readonly database: Database;
  readonly sender: Pick<Sender, 'deliver' | 'close'>;
  readonly schedule: RetrySchedule;
  readonly limiter: ConcurrencyLimiter;
  readonly metrics: DeliveryMetrics;
  readonly log: WebhookLog;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Longer than an attempt may take. */
  readonly leaseMs: number;
  /** How soon deliveries that other processes queued are seen. */
  readonly withinMs: number;
  /** How long it sleeps at most, also after an error. */
  readonly maxPauseMs: number;
}

/** A request that takes longer returns its permit. */
const RETURN_PERMIT_MS = 250;
/** An endpoint that takes longer gets fewer requests at once. */
const SLOW_MS = 1_000;
/** How long requests under way may go on when the loop is closed. */
const GRACE_MS = 3_000;
const MAX_CLAIM = 2 ** 47;

/** The version of `deliveries` at which something was claimed; null: not known. */
type ClaimedAt = number | null;

/**
 * Takes deliveries from the outbox to their endpoints. Any number of loops, in any number of processes, may work on one database.
 * Each delivery goes through: due → claimed (with a lease, committed) → requested, unless it is no longer wanted at that moment
 * (`deletion-fence.ts`) → recorded. Killed anywhere, its lease ends and it is due again, with the same reference and the same bytes.
 *
 * Woken by commits, by requests that end and by the next due time. Never holds more than there are permits for, however long the
 * queue.
 */
export class DeliveryLoop {
  readonly #options: DeliveryLoopOptions;
  readonly #underWay = new Set<Promise<void>>();
  #stopListening: () => void = () => undefined;
  #timer: NodeJS.Timeout | null = null;
  #claiming: Promise<void> | null = null;
  #again = false;
  #closed = false;

  constructor(options: DeliveryLoopOptions) {
    this.#options = options;
  }

  start(): void {
    const { database, withinMs } = this.#options;
    this.#stopListening = database.onCommit(({ hasDeliveries }) => {
      if (hasDeliveries) this.wake();
    }, withinMs);
    this.wake();
  }

  /** Claims and starts whatever is due, after everything else of this turn. Calls during a claim count for one more. */
  wake(): void {
    if (this.#closed) return;
    this.#again = true;
    this.#claiming ??= this.#claimWhileWoken().finally(() => {
      this.#claiming = null;
      if (this.#again) this.wake();
    });
  }

  /** Resolves when nothing is under way and nothing is due. */
  async settled(): Promise<void> {
    while (this.#claiming !== null || this.#underWay.size > 0) {
      await this.#claiming;
      await Promise.all(this.#underWay);
    }
  }

  /** Begins nothing more; lets requests end for a moment, then aborts them so that the next loop may make them at once. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopListening();
    await this.#claiming;
    if (this.#timer !== null) clearTimeout(this.#timer);
    let grace: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      grace = setTimeout(resolve, GRACE_MS);
    });
    await Promise.race([Promise.all(this.#underWay), patience]);
    clearTimeout(grace);
    await this.#options.sender.close();
    await Promise.all(this.#underWay);
  }

  async #claimWhileWoken(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    while (this.#again && !this.#closed) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#again = false;
      await this.#claimAndBegin();
    }
    const pauseMs = await this.#pauseMs();
    if (!this.#again && !this.#closed) this.#timer = setTimeout(() => this.wake(), pauseMs);
  }

  async #claimAndBegin(): Promise<void> {
    try {
      if (!(await this.#isAnythingDue())) return;
      const { claimed, claimedAt } = await this.#claim();
      for (const delivery of claimed) this.#begin(delivery, claimedAt);
      if (claimed.length > 0) this.#again = true;
    } catch (error) {
      this.#options.log.error({ err: error }, 'deliveries could not be claimed');
    }
  }

  /** Looks without writing, which would be for nothing most of the time. */
  #isAnythingDue(): Promise<boolean> {
    const { database, limiter, clock } = this.#options;
    const now = clock.now();
    return database.read(
      async (tx) =>
        (await isAnyDue(tx, this.#limitsOf('healthy'), now)) ||
        (await isAnyDue(tx, this.#limitsOf('failing'), now)) ||
        (limiter.available('redeliveries') > 0 && (await isAnyRedeliveryDue(tx, now))),
    );
  }

  #claim() {
    const { database, limiter, leaseMs } = this.#options;
    return database.write(
      async (tx) => {
        // First: what changes after this makes the sender look at the rows.
        const claimedAt: ClaimedAt = await tx.version('deliveries');
        const micros = leaseMs * MICROS_PER_MILLI;
        const lease = { now: tx.now, micros, claim: randomInt(MAX_CLAIM) };
        const claimed = [
          ...(await claimDue(tx, this.#limitsOf('healthy'), lease)),
          ...(await claimDue(tx, this.#limitsOf('failing'), lease)),
          ...(await claimRedeliveries(tx, limiter.available('redeliveries'), lease)),
        ];
        return { claimed, claimedAt };
      },
      { isolation: 'read committed' },
    );
  }

  #limitsOf(kind: 'healthy' | 'failing'): ClaimLimits {
    const { limiter } = this.#options;
    return {
      isFailing: kind === 'failing' ? 1 : 0,
      available: limiter.available(kind),
      busy: limiter.busy(kind),
      availableTo: (subscriptionId) => limiter.availableTo(subscriptionId, kind),
    };
  }

  #begin(claimed: ClaimedDelivery, claimedAt: ClaimedAt): void {
    const permit = permitFor(claimed);
    this.#options.limiter.acquire(permit);
    const attempt = this.#attempt(claimed, permit, claimedAt);
    this.#underWay.add(attempt);
    void attempt.finally(() => {
      this.#underWay.delete(attempt);
      this.wake();
    });
  }

  async #attempt(claimed: ClaimedDelivery, permit: Permit, claimedAt: ClaimedAt): Promise<void> {
    const { limiter, log, clock } = this.#options;
    const startedMs = clock.monotonicMs();
    const slow = setTimeout(() => {
      limiter.returnEarly(permit);
      this.wake();
    }, RETURN_PERMIT_MS);
    let ended: 'quick' | 'slow' | 'failed' = 'failed';
    try {
      if (await this.#deliverAndRecord(claimed, claimedAt)) {
        ended = clock.monotonicMs() - startedMs > SLOW_MS ? 'slow' : 'quick';
      }
    } catch (error) {
      // Not recorded: the lease ends, and the delivery is made again.
      log.error({ err: error, delivery: claimed.reference }, 'an attempt could not be recorded');
    } finally {
      clearTimeout(slow);
      limiter.release(permit, ended);
    }
  }

  /** Returns whether it was delivered. */
  async #deliverAndRecord(claimed: ClaimedDelivery, claimedAt: ClaimedAt): Promise<boolean> {
    const { database, sender, clock, random } = this.#options;
    const startedMs = clock.monotonicMs();
    const at = clock.now();
    const content = { ...claimed, timestamp: Math.floor(at / MICROS_PER_SECOND) };
    let isEnded = false;
    const isWanted = async () => {
      const standing = await this.#findStanding(claimed, claimedAt);
      isEnded = standing === 'ended';
      return standing === 'wanted';
    };
    const result = await sender.deliver(claimed.url, content, isWanted);
    if (result.kind === 'cancelled' || result.kind === 'aborted') {
      const isCancelled = result.kind === 'cancelled' && isEnded;
      await database.write(
        (tx) => (isCancelled ? cancelClaimed(tx, claimed) : releaseClaim(tx, claimed)),
        { isolation: 'read committed' },
      );
      return false;
    }
    const duration_ms = Math.round(clock.monotonicMs() - startedMs);
    const outcome = outcomeOf(result, { at, duration_ms, random: random() });
    await this.#record(claimed, outcome);
    return outcome.attempt.status === 'delivered';
  }

  async #findStanding(claimed: ClaimedDelivery, claimedAt: ClaimedAt) {
    const { database } = this.#options;
    // Nothing that decides about it has changed since it was claimed.
    if ((await database.versions()).deliveries === claimedAt) return 'wanted';
    return database.read((tx) => findStanding(tx, claimed));
  }

  async #record(claimed: ClaimedDelivery, outcome: Outcome): Promise<void> {
    const { database, metrics, schedule, log } = this.#options;
    const consequence = await database.write(
      (tx) => recordOutcome(tx, claimed, outcome, schedule),
      { isolation: 'read committed' },
    );
    metrics.observe(outcome.attempt);
    if (consequence !== 'exhausted') return;
    log.warn(
      { delivery: claimed.reference },
      'a webhook subscription was deactivated: every attempt failed',
    );
  }

  async #pauseMs(): Promise<number> {
    const { database, clock, maxPauseMs, log } = this.#options;
    const now = clock.now();
    try {
      const next = await database.read((tx) => findNextDue(tx, now));
      if (next === null) return maxPauseMs;
      return Math.min(maxPauseMs, Math.ceil((next - now) / MICROS_PER_MILLI));
    } catch (error) {
      log.error({ err: error }, 'the queue of deliveries could not be read');
      return maxPauseMs;
    }
  }
}

function permitFor({ kind, is_failing, subscription_id }: ClaimedDelivery): Permit {
  if (kind === 'redelivery') return { kind: 'redeliveries', subscriptionId: subscription_id };
  return { kind: is_failing === 1 ? 'failing' : 'healthy', subscriptionId: subscription_id };
}

function outcomeOf(
  result: Extract<AttemptResult, { kind: 'answered' | 'broken' }>,
  measured: { readonly at: Instant; readonly duration_ms: number; readonly random: number },
): Outcome {
  const { at, duration_ms, random } = measured;
  if (result.kind === 'broken') {
    const { status: response_code, body: response_body, error } = result;
    const answer = { response_code, response_body, error };
    const attempt = { at, duration_ms, ...answer, status: 'failed' } as const;
    return { attempt, random, retryAfterSeconds: null };
  }
  const isDelivered = result.status >= 200 && result.status < 300;
  const asksToWait = result.status === 429 || result.status === 503;
  const retryAfter = asksToWait ? result.retryAfter : null;
  return {
    attempt: {
      at,
      duration_ms,
      status: isDelivered ? 'delivered' : 'failed',
      response_code: result.status,
      response_body: result.body,
      error: null,
    },
    random,
    retryAfterSeconds:
      retryAfter === null ? null : parseRetryAfter(retryAfter, at / MICROS_PER_MILLI),
  };
}

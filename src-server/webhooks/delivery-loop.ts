import { randomInt } from 'node:crypto';
import { MICROS_PER_MILLI, MICROS_PER_SECOND, type Instant } from '../../shared/instant.ts';
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import type { AttemptResult } from './attempt.ts';
import type { ConcurrencyLimiter, Permit } from './concurrency-limiter.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import { signingSecrets } from './former-secrets.ts';
import { openOwnHeaders, type OwnHeaders } from './own-headers.ts';
import { findKey } from '../store/access/keys.ts';
import { recordOutcome, type Outcome } from './record-outcome.ts';
import { parseRetryAfter, type RetrySchedule } from './retry-schedule.ts';
import type { Sender } from './sender.ts';
import {
  claimDue,
  claimRedeliveries,
  releaseClaim,
  type ClaimedDelivery,
  type ClaimLimits,
} from './store/claims.ts';
import { cancelClaimed } from './store/outcomes.ts';
import {
  findNextDue,
  findStanding,
  isAnyDue,
  isAnyRedeliveryDue,
  isAnyWoken,
  takeWakes,
} from './store/queue.ts';

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
  /** How soon deliveries queued by other processes are noticed. */
  readonly withinMs: number;
  /** The longest pause, also after an error. */
  readonly maxPauseMs: number;
}

/** A request that takes longer returns its permit. */
const RETURN_PERMIT_MS = 250;
/** An endpoint that takes longer gets fewer concurrent requests. */
const SLOW_MS = 1_000;
/** How long requests in progress may continue after the loop is closed. */
const GRACE_MS = 3_000;
const MAX_CLAIM = 2 ** 47;

/** The version of `deliveries` at the time of the claim; null if unknown. */
type ClaimedAt = number | null;

/**
 * Sends deliveries from the outbox to their endpoints. Any number of loops, in any number of processes, may work on one database.
 *
 * States of a delivery: due → claimed (with a lease, committed) → requested, unless it is no longer wanted at that moment
 * (`deletion-fence.ts`) → recorded: delivered, failed, or due again after a gap. If the process is killed at any point, the lease expires
 * and the delivery is due again, with the same reference and bytes.
 *
 * The loop wakes on commits, finished requests and the next due time. It never claims more deliveries than there are permits, however long
 * the queue.
 */
export class DeliveryLoop {
  readonly #options: DeliveryLoopOptions;
  readonly #underWay = new Set<Promise<void>>();
  #stopListening: () => void = () => undefined;
  #timer: NodeJS.Timeout | null = null;
  #claiming: Promise<void> | null = null;
  #again = false;
  #closed = false;
  #headersKey: Buffer | undefined;

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

  /** Claims and starts everything that is due, after the rest of this event-loop turn. Calls during a claim cause one more claim. */
  wake(): void {
    if (this.#closed) return;
    this.#again = true;
    this.#claiming ??= this.#claimWhileWoken().finally(() => {
      this.#claiming = null;
      if (this.#again) this.wake();
    });
  }

  /** Resolves when nothing is in progress and nothing is due. */
  async settled(): Promise<void> {
    while (this.#claiming !== null || this.#underWay.size > 0) {
      await this.#claiming;
      await Promise.all(this.#underWay);
    }
  }

  /** Starts nothing more; waits briefly for requests in progress, then aborts them so that the next loop can repeat them immediately. */
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
    this.#options.sender.close();
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
      const { claimed, claimedAt, isAll } = await this.#claim();
      for (const delivery of claimed) this.#begin(delivery, claimedAt);
      if (claimed.length > 0 || !isAll) this.#again = true;
    } catch (error) {
      this.#options.log.error({ err: error }, 'deliveries could not be claimed');
    }
  }

  /** A read, because a write would find nothing most of the time. */
  #isAnythingDue(): Promise<boolean> {
    const { database, limiter } = this.#options;
    return database.read(
      async (tx) =>
        (await isAnyWoken(tx)) ||
        (await isAnyDue(tx, this.#limitsOf('healthy'))) ||
        (await isAnyDue(tx, this.#limitsOf('failing'))) ||
        (limiter.available('redeliveries') > 0 && (await isAnyRedeliveryDue(tx))),
    );
  }

  #claim() {
    const { database, limiter, leaseMs } = this.#options;
    return database.write(
      async (tx) => {
        // Read first: after any later change the sender checks the rows.
        const claimedAt: ClaimedAt = await tx.version('deliveries');
        const micros = leaseMs * MICROS_PER_MILLI;
        const isAll = await takeWakes(tx);
        const lease = { now: tx.now, micros, claim: randomInt(MAX_CLAIM) };
        const claimed = [
          ...(await claimDue(tx, this.#limitsOf('healthy'), lease)),
          ...(await claimDue(tx, this.#limitsOf('failing'), lease)),
          ...(await claimRedeliveries(tx, limiter.available('redeliveries'), lease)),
        ];
        return { claimed, claimedAt, isAll };
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
      // Not recorded: the lease expires, and the delivery is repeated.
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
    const secrets = signingSecrets(claimed, at);
    const ownHeaders = await this.#ownHeadersOf(claimed);
    const timestamp = Math.floor(at / MICROS_PER_SECOND);
    const content = { ...claimed, secrets, timestamp, ownHeaders };
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

  async #ownHeadersOf({ subscription, own_headers }: ClaimedDelivery): Promise<OwnHeaders> {
    if (own_headers === null) return {};
    this.#headersKey ??= await this.#options.database.read((tx) => findKey(tx, 'webhook_headers'));
    if (this.#headersKey === undefined) throw new Error('expected a key of the own headers');
    return openOwnHeaders(this.#headersKey, subscription, own_headers);
  }

  async #findStanding(claimed: ClaimedDelivery, claimedAt: ClaimedAt) {
    const { database } = this.#options;
    // Nothing that affects the delivery has changed since it was claimed. A redelivery may have been requested long before that.
    const isScheduled = claimed.kind === 'scheduled';
    if (isScheduled && (await database.versions()).deliveries === claimedAt) return 'wanted';
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
    const { database, maxPauseMs, log } = this.#options;
    try {
      return await database.read(async (tx) => {
        const next = await findNextDue(tx);
        if (next === null) return maxPauseMs;
        return Math.min(maxPauseMs, Math.ceil((next - tx.now) / MICROS_PER_MILLI));
      });
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
    const response = { response_code: null, response_body: null, error: result.error };
    const attempt = { at, duration_ms, ...response, status: 'failed' } as const;
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
      error: result.remark,
    },
    random,
    retryAfterSeconds:
      retryAfter === null ? null : parseRetryAfter(retryAfter, at / MICROS_PER_MILLI),
  };
}

/** The log of webhook delivery, for operators; never receives secrets, bodies or URLs. */
export interface WebhookLog {
  readonly info: (details: Readonly<Record<string, unknown>>, message: string) => void;
  readonly warn: (details: Readonly<Record<string, unknown>>, message: string) => void;
  readonly error: (details: Readonly<Record<string, unknown>>, message: string) => void;
}

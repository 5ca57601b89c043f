import { addMicros, type Instant } from '../../../shared/instant.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { Job } from '../../repositories/webhooks/claims.ts';
import {
  cancelClaimed,
  countAttemptOnly,
  findClaimed,
  insertAttempt,
  insertNotice,
  markDelivered,
  recordHealth,
  settleDelivery,
  settleRedelivery,
  takeRedelivery,
  type Attempt,
} from '../../repositories/webhooks/outcomes.ts';
import { deactivateSubscription } from '../../repositories/webhooks/subscriptions.ts';
import { nextGap, type RetrySchedule } from '../schedule.ts';

/** What an attempt came to, and what decides about the next. */
export interface Outcome extends Attempt {
  readonly retryAfterSeconds: number | null;
  /** Uniform in [0, 1): the jitter of the next gap. */
  readonly random: number;
}

export type Consequence = 'delivered' | 'retried' | 'exhausted' | 'unwanted' | 'lost';

/**
 * Records one attempt and what follows from it, in one transaction (§3.4, §6.5): delivered; another attempt after the next gap; or,
 * after the last, the subscription is deactivated, its other deliveries are cancelled and the organiser is told by email.
 * An attempt whose claim was lost is recorded by whoever holds the claim now.
 */
export async function recordOutcome(
  tx: WriteTransaction,
  job: Job,
  outcome: Outcome,
  schedule: RetrySchedule,
): Promise<Consequence> {
  if (job.kind === 'redelivery') return recordRedelivery(tx, job, outcome);
  return outcome.status === 'delivered'
    ? recordDelivered(tx, job, outcome)
    : recordFailed(tx, job, outcome, schedule);
}

/** The shortest way, because nearly all attempts take it. */
async function recordDelivered(
  tx: WriteTransaction,
  job: Job,
  outcome: Outcome,
): Promise<Consequence> {
  const delivered = await markDelivered(tx, job);
  if (delivered === undefined) return 'lost';
  await insertAttempt(tx, job.delivery_id, { ...outcome, number: delivered.attempts });
  if (job.is_failing === 1) await recordHealth(tx, job, 0);
  return 'delivered';
}

async function recordFailed(
  tx: WriteTransaction,
  job: Job,
  outcome: Outcome,
  schedule: RetrySchedule,
): Promise<Consequence> {
  const delivery = await findClaimed(tx, job);
  if (delivery === undefined) return 'lost';
  await insertAttempt(tx, job.delivery_id, { ...outcome, number: delivery.attempts + 1 });
  if (!delivery.isPending) {
    await countAttemptOnly(tx, job.delivery_id);
    return 'unwanted';
  }
  const attempts = job.scheduled_attempts + 1;
  const gap = nextGap(schedule, { ...outcome, attempts });
  const dueAt = gap === null ? null : addMicros(tx.now, gap);
  return settleFailed(tx, job, { outcome, dueAt, isCurrent: delivery.isCurrent });
}

async function settleFailed(
  tx: WriteTransaction,
  job: Job,
  {
    outcome,
    dueAt,
    isCurrent,
  }: { readonly outcome: Outcome; readonly dueAt: Instant | null; readonly isCurrent: boolean },
): Promise<Consequence> {
  const id = job.delivery_id;
  if (!isCurrent) {
    await settleDelivery(tx, id, 'cancelled', null);
    return 'unwanted';
  }
  if (dueAt !== null) {
    await settleDelivery(tx, id, 'pending', dueAt);
    await recordHealth(tx, job, 1);
    return 'retried';
  }
  await settleDelivery(tx, id, 'failed', null);
  const reason = exhaustedReason(job.scheduled_attempts + 1, outcome);
  await deactivateSubscription(tx, job.subscription_id, reason);
  await insertNotice(tx, job.subscription_id, reason);
  return 'exhausted';
}

/** One attempt on demand: it changes neither the schedule nor the health of the subscription. */
async function recordRedelivery(
  tx: WriteTransaction,
  job: Job,
  outcome: Outcome,
): Promise<Consequence> {
  const taken = await takeRedelivery(tx, job);
  if (taken === undefined) return 'lost';
  await insertAttempt(tx, job.delivery_id, { ...outcome, number: taken.attempts + 1 });
  const isDelivered = outcome.status === 'delivered';
  await settleRedelivery(tx, job.delivery_id, isDelivered);
  return isDelivered ? 'delivered' : 'unwanted';
}

/** The subscription went away between claim and request: no attempt was made. */
export async function recordWithheld(tx: WriteTransaction, job: Job): Promise<void> {
  if (job.kind === 'redelivery') await takeRedelivery(tx, job);
  else await cancelClaimed(tx, job);
}

function exhaustedReason(attempts: number, outcome: Outcome): string {
  const last =
    outcome.response_code === null
      ? `no answer (${outcome.error ?? 'unknown'})`
      : `status ${outcome.response_code}${outcome.error === null ? '' : ` (${outcome.error})`}`;
  const count = attempts === 1 ? 'the only attempt' : `all ${attempts} attempts`;
  return `Repeated failures: ${count} to deliver an event failed; the last had ${last}.`;
}

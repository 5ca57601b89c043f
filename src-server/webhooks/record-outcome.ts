import { addMicros } from '../../shared/instant.ts';
import { writeDisabledReason } from '../../shared/resources/disabled-reason.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { nextGap, type RetrySchedule } from './retry-schedule.ts';
import type { ClaimedDelivery } from './store/claims.ts';
import { insertNotice } from './store/notices.ts';
import {
  insertAttempt,
  lockClaimed,
  markDelivered,
  recordHealth,
  settleDelivery,
  settleRedelivery,
  type NewAttempt,
} from './store/outcomes.ts';
import { deactivateSubscription, getWithEvent, listOthers } from './store/subscriptions.ts';

/** The result of an attempt, with what determines the next one. */
export interface Outcome {
  readonly attempt: NewAttempt;
  readonly retryAfterSeconds: number | null;
  /** Uniform in [0, 1): the jitter of the next gap. */
  readonly random: number;
}

export type Consequence = 'delivered' | 'retried' | 'exhausted' | 'cancelled' | 'lost';

/**
 * Records one attempt and its consequences in one transaction (§3.4, §6.5). The delivery becomes delivered; or stays pending and is due
 * again after the next gap; or, after the last attempt, fails: then the subscription is deactivated, its other deliveries are cancelled and
 * the organiser gets an email.
 *
 * `lost`: the lease expired, and the holder of the new claim records its own attempt.
 */
export async function recordOutcome(
  tx: WriteTransaction,
  claimed: ClaimedDelivery,
  outcome: Outcome,
  schedule: RetrySchedule,
): Promise<Consequence> {
  if (claimed.kind === 'redelivery') return recordRedelivery(tx, claimed, outcome);
  return outcome.attempt.status === 'delivered'
    ? recordDelivered(tx, claimed, outcome)
    : recordFailed(tx, claimed, outcome, schedule);
}

/** Few statements, because nearly all attempts end here. */
async function recordDelivered(
  tx: WriteTransaction,
  claimed: ClaimedDelivery,
  { attempt }: Outcome,
): Promise<Consequence> {
  const number = await markDelivered(tx, claimed);
  if (number === undefined) return 'lost';
  await insertAttempt(tx, { ...attempt, delivery_id: claimed.delivery_id, number });
  if (claimed.is_failing === 1) await recordHealth(tx, claimed, 0);
  return 'delivered';
}

async function recordFailed(
  tx: WriteTransaction,
  claimed: ClaimedDelivery,
  outcome: Outcome,
  schedule: RetrySchedule,
): Promise<Consequence> {
  const { delivery_id, subscription_id: id, epoch } = claimed;
  const delivery = await lockClaimed(tx, claimed);
  if (delivery === undefined) return 'lost';
  const settle = async (status: typeof delivery.status, gap: number | null) => {
    const due_at = gap === null ? null : addMicros(tx.now, gap);
    const number = await settleDelivery(tx, delivery_id, { status, due_at });
    await insertAttempt(tx, { ...outcome.attempt, delivery_id, number });
  };
  if (delivery.status !== 'pending' || !delivery.isCurrent) {
    await settle(delivery.status === 'pending' ? 'cancelled' : delivery.status, null);
    return 'cancelled';
  }
  const attempts = claimed.scheduled_attempts + 1;
  const gap = nextGap(schedule, { ...outcome, attempts });
  if (gap !== null) {
    await settle('pending', gap);
    await recordHealth(tx, claimed, 1);
    return 'retried';
  }
  await settle('failed', null);
  const reason = exhaustedReason(attempts, outcome.attempt);
  return (await disableSubscription(tx, { id, epoch, reason })) ? 'exhausted' : 'cancelled';
}

/** Switches a subscription off and says so, by email and to its client. Returns false if that epoch of it had already ended. */
export async function disableSubscription(
  tx: WriteTransaction,
  { id, epoch, reason }: { readonly id: number; readonly epoch: number; readonly reason: string },
): Promise<boolean> {
  if (!(await deactivateSubscription(tx, { id, epoch, reason }))) return false;
  await insertNotice(tx, id, reason);
  await tellOthers(tx, id, reason);
  return true;
}

/** Emits `subscription.disabled`, which is additive to §6.4, to what else its client has: an organiser's own ones are of no client. */
async function tellOthers(tx: WriteTransaction, id: number, reason: string): Promise<void> {
  const name = 'subscription.disabled';
  const disabled = await getWithEvent(tx, id);
  const to = await listOthers(tx, disabled, name);
  if (to.length === 0) return;
  tx.emit({
    organiser_id: disabled.organiser_id,
    event_id: null,
    name,
    data: {
      subscription: disabled.reference,
      event: disabled.event_reference,
      reason,
      disabled_at: tx.now,
    },
    to,
  });
}

/** An attempt on demand: it affects neither the schedule nor the subscription's health. */
async function recordRedelivery(
  tx: WriteTransaction,
  claimed: ClaimedDelivery,
  { attempt }: Outcome,
): Promise<Consequence> {
  const isDelivered = attempt.status === 'delivered';
  const number = await settleRedelivery(tx, claimed, isDelivered);
  if (number === undefined) return 'lost';
  await insertAttempt(tx, { ...attempt, delivery_id: claimed.delivery_id, number });
  return isDelivered ? 'delivered' : 'cancelled';
}

/** Without remarks: where a redirect leads may be a secret, and this is mailed. */
function exhaustedReason(attempts: number, { response_code, error }: NewAttempt): string {
  return writeDisabledReason({ kind: 'failures', attempts, last: response_code ?? error ?? '' });
}

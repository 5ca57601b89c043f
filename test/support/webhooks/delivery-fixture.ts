import { recordDispute } from '../../../src-server/domain/sales/disputes.ts';
import {
  createConsoleSubscription,
  type SubscriptionWithEvent,
} from '../../../src-server/webhooks/management/webhook-subscriptions.ts';
import type { WebhookDelivery } from '../../../shared/resources/webhook-deliveries.ts';
import type { WebhookSubscription } from '../../../shared/resources/webhooks.ts';
import type { WebhookEventName } from '../../../shared/resources/webhook-events.ts';
import type { AttemptResult } from '../../../src-server/webhooks/attempt.ts';
import {
  ConcurrencyLimiter,
  concurrencyLimits,
  type ConcurrencyLimits,
} from '../../../src-server/webhooks/concurrency-limiter.ts';
import type { IsWanted } from '../../../src-server/webhooks/deletion-fence.ts';
import type { DeliveryContent } from '../../../src-server/webhooks/delivery-headers.ts';
import { DeliveryLoop } from '../../../src-server/webhooks/delivery-loop.ts';
import { DeliveryMetrics } from '../../../src-server/webhooks/delivery-metrics.ts';
import { scheduleB, type RetrySchedule } from '../../../src-server/webhooks/retry-schedule.ts';
import { findSubscription, listDeliveries } from './read-webhooks.ts';
import { openOrganiserFixture, type OrganiserFixture } from '../organiser-fixture.ts';

/** Replaces the network. */
export type Deliver = (
  url: string,
  content: DeliveryContent,
  isWanted: IsWanted,
) => Promise<AttemptResult>;

export interface DeliveryLoopSetting {
  readonly deliver: Deliver;
  readonly schedule?: RetrySchedule;
  readonly limits?: Partial<ConcurrencyLimits>;
  readonly leaseMs?: number;
}

/** An organiser whose clock stands still until it is moved, and delivery loops that use that clock. */
export interface DeliveryFixture extends OrganiserFixture {
  readonly subscribe: (
    url: string,
    input?: { readonly events?: readonly WebhookEventName[]; readonly event?: string | null },
  ) => Promise<SubscriptionWithEvent>;
  /** Emits `times` events in one transaction: `charge.disputed`, numbered by amount from 0. */
  readonly happen: (times?: number) => Promise<void>;
  readonly deliveryLoop: (setting: DeliveryLoopSetting) => DeliveryLoop;
  readonly log: (subscription: {
    readonly reference: string;
  }) => Promise<readonly WebhookDelivery[]>;
  readonly subscription: (of: {
    readonly reference: string;
  }) => Promise<WebhookSubscription | undefined>;
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

export function answered(status: number, retryAfter: string | null = null): AttemptResult {
  return { kind: 'answered', status, body: `status ${status}`, retryAfter, remark: null };
}

export async function openDeliveryFixture(): Promise<DeliveryFixture> {
  const fixture = await openOrganiserFixture();
  const { database, organiser } = fixture;
  const loops: DeliveryLoop[] = [];
  return {
    ...fixture,
    subscribe: (url, { events = ['charge.disputed'], event = null } = {}) =>
      database.write((tx) =>
        createConsoleSubscription(tx, organiser, { endpoint: { url }, events, event }),
      ),
    happen: (times = 1) =>
      database.write(async (tx) => {
        for (let amount = 0; amount < times; amount += 1) {
          await recordDispute(tx, { organiser, dispute: null, charge: null, amount, reason: null });
        }
      }),
    deliveryLoop: ({ deliver, schedule = scheduleB, limits = {}, leaseMs = 20_000 }) => {
      const loop = new DeliveryLoop({
        database,
        sender: { deliver, close: () => undefined },
        schedule,
        limiter: new ConcurrencyLimiter({ ...concurrencyLimits, ...limits }),
        metrics: new DeliveryMetrics(),
        log: quiet,
        clock: fixture.clock,
        random: () => 0,
        leaseMs,
        withinMs: 3_600_000,
        maxPauseMs: 3_600_000,
      });
      loops.push(loop);
      return loop;
    },
    log: ({ reference }) => database.read((tx) => listDeliveries(tx, reference)),
    subscription: ({ reference }) => database.read((tx) => findSubscription(tx, reference)),
    close: async () => {
      for (const loop of loops) await loop.close();
      await fixture.close();
    },
  };
}

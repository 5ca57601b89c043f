import { recordDispute } from '../../../src-server/services/disputes.ts';
import {
  listDeliveries,
  type DeliveryLogEntry,
} from '../../../src-server/services/webhook-deliveries.ts';
import {
  createConsoleSubscription,
  listOrganiserSubscriptions,
  type CreatedSubscription,
} from '../../../src-server/services/webhook-subscriptions.ts';
import type { WebhookSubscription } from '../../../shared/contract/resources.ts';
import type { WebhookEventName } from '../../../shared/contract/webhooks.ts';
import type { DeliveryContent } from '../../../src-server/webhooks/delivery/delivery-headers.ts';
import { DeliveryMetrics } from '../../../src-server/webhooks/delivery/delivery-metrics.ts';
import { Dispatcher } from '../../../src-server/webhooks/delivery/dispatcher.ts';
import type { ExchangeResult } from '../../../src-server/webhooks/delivery/exchange.ts';
import { slotLimits, Slots, type SlotLimits } from '../../../src-server/webhooks/delivery/slots.ts';
import { scheduleB, type RetrySchedule } from '../../../src-server/webhooks/schedule.ts';
import { openOrganiserFixture, type OrganiserFixture } from '../organiser-fixture.ts';

/** Stands for the network. */
export type Deliver = (
  url: string,
  content: DeliveryContent,
  isWanted: () => boolean,
) => Promise<ExchangeResult>;

export interface DispatcherSetting {
  readonly deliver: Deliver;
  readonly schedule?: RetrySchedule;
  readonly limits?: Partial<SlotLimits>;
  readonly leaseMs?: number;
}

/** An organiser whose clock stands until it is moved, with dispatchers on it that go by that clock. */
export interface DeliveryFixture extends OrganiserFixture {
  readonly subscribe: (
    url: string,
    input?: { readonly events?: readonly WebhookEventName[]; readonly event?: string | null },
  ) => Promise<CreatedSubscription>;
  /** Something happens, `times` times in one transaction: a `charge.disputed` each, numbered by amount from 0. */
  readonly happen: (times?: number) => Promise<void>;
  readonly dispatcher: (setting: DispatcherSetting) => Dispatcher;
  readonly log: (subscription: {
    readonly reference: string;
  }) => Promise<readonly DeliveryLogEntry[]>;
  readonly subscription: (of: {
    readonly reference: string;
  }) => Promise<WebhookSubscription | undefined>;
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

export function answered(status: number, retryAfter: string | null = null): ExchangeResult {
  return { kind: 'answered', status, body: `status ${status}`, retryAfter };
}

export async function openDeliveryFixture(): Promise<DeliveryFixture> {
  const fixture = await openOrganiserFixture();
  const { database, organiser } = fixture;
  const dispatchers: Dispatcher[] = [];
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
    dispatcher: ({ deliver, schedule = scheduleB, limits = {}, leaseMs = 20_000 }) => {
      const dispatcher = new Dispatcher({
        database,
        courier: { deliver, close: async () => undefined },
        schedule,
        slots: new Slots({ ...slotLimits, ...limits }),
        metrics: new DeliveryMetrics(),
        log: quiet,
        clock: fixture.clock,
        random: () => 0,
        leaseMs,
        pollMs: 3_600_000,
      });
      dispatchers.push(dispatcher);
      return dispatcher;
    },
    log: ({ reference }) => database.read((tx) => listDeliveries(tx, reference, 1_000_000)),
    subscription: async ({ reference }) => {
      const all = await database.read((tx) => listOrganiserSubscriptions(tx, organiser));
      return all.find((subscription) => subscription.reference === reference);
    },
    close: async () => {
      for (const dispatcher of dispatchers) await dispatcher.close();
      await fixture.close();
    },
  };
}

import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { DELIVERY_TIMEOUT_MS } from '../../shared/contract/limits.ts';
import { MICROS_PER_SECOND } from '../../shared/instant.ts';
import type { Clock } from '../database/clock.ts';
import { figuresInTime } from '../database/time-limit.ts';
import type { Database } from '../database/database.ts';
import { openMailer } from '../mail/open-mailer.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { LEASE_MS } from './deletion-fence.ts';
import { DeliveryLoop, type WebhookLog } from './delivery-loop.ts';
import type { Family } from '../metrics/families.ts';
import { DeliveryMetrics } from './delivery-metrics.ts';
import { type EgressGuard, openEgress } from './egress/egress-guard.ts';
import { writeNetwork, type Network } from './egress/network.ts';
import { WebhookMaintenance } from './delivery-maintenance.ts';
import type { WebhookSettings } from './read-webhook-settings.ts';
import { Sender } from './sender.ts';
import { readAllowList, writeAllowList } from './store/allow-list.ts';
import { measureQueue } from './store/queue.ts';

export interface WebhookOptions {
  readonly database: Database;
  readonly dataDir: string;
  readonly settings: WebhookSettings;
  readonly log: WebhookLog;
  readonly clock: Clock;
}

/** The running delivery of webhooks. */
export interface Webhooks {
  /** Where deliveries may go: for `checkEndpoint`. */
  readonly guard: EgressGuard;
  /** Looks at the queue now. */
  readonly wake: () => void;
  /** Metrics of queue and attempts. */
  readonly metrics: () => Promise<readonly Family[]>;
  /**
   * Permits these non-public ranges and no others, and stores them for the command line. Call it once the server listens: a failed
   * start must not change what is stored.
   */
  readonly allowOnly: (allow: readonly Network[]) => Promise<void>;
  /** Call it before closing the database. */
  readonly close: () => Promise<void>;
}

const WITHIN_MS = 500;
const MAX_PAUSE_MS = 2_000;

/** Delivers from the outbox until closed. */
export function startWebhooks({
  database,
  dataDir,
  settings,
  log,
  clock,
}: WebhookOptions): Webhooks {
  const guard = openEgress(settings.allow, clock);
  const metrics = new DeliveryMetrics();
  const loop = new DeliveryLoop({
    database,
    sender: new Sender({
      guard,
      secureContext: createSecureContext(),
      headerPrefix: settings.headerPrefix,
      timeoutMs: DELIVERY_TIMEOUT_MS,
      clock,
    }),
    schedule: settings.schedule,
    limiter: new ConcurrencyLimiter(),
    metrics,
    log,
    clock,
    random: Math.random,
    leaseMs: LEASE_MS,
    withinMs: WITHIN_MS,
    maxPauseMs: MAX_PAUSE_MS,
  });
  const mailer = openMailer({
    smtpUrl: settings.smtpUrl,
    from: settings.mailFrom,
    folder: join(dataDir, 'mail'),
  });
  const maintenance = new WebhookMaintenance({ database, mailer, log, clock });
  loop.start();
  maintenance.start();
  return {
    guard,
    wake: () => loop.wake(),
    metrics: async () => {
      const queue = await figuresInTime(
        database.read(async (tx) => {
          const { depth, oldestDue } = await measureQueue(tx);
          const overdue = Math.max(0, tx.now - (oldestDue ?? tx.now));
          return { depth, oldestDueSeconds: overdue / MICROS_PER_SECOND };
        }),
      );
      return metrics.families(queue);
    },
    allowOnly: async (allow) => {
      guard.allowOnly(allow);
      await rememberAllowList(database, allow, log);
    },
    close: async () => void (await Promise.all([loop.close(), maintenance.close()])),
  };
}

/** Stores the ranges, so that the command line checks endpoints by the same ones. */
async function rememberAllowList(
  database: Database,
  allow: readonly Network[],
  log: WebhookLog,
): Promise<void> {
  const written = allow.map(writeNetwork);
  try {
    const stored = await database.read(readAllowList);
    if (stored.join() !== written.join()) await database.write((tx) => writeAllowList(tx, written));
  } catch (error) {
    log.error({ err: error }, 'the allow list could not be stored');
  }
}

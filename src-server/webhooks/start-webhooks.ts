import { join } from 'node:path';
import { DELIVERY_TIMEOUT_MS } from '../../shared/contract/webhooks.ts';
import { MICROS_PER_SECOND } from '../../shared/instant.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { openMailer } from '../mail/open-mailer.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { LEASE_MS } from './deletion-fence.ts';
import { DEFAULT_HEADER_PREFIX } from './delivery-headers.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { DeliveryMetrics } from './delivery-metrics.ts';
import type { EgressGuard } from './egress/egress-guard.ts';
import { writeNetwork, type Network } from './egress/network.ts';
import { openEgress } from './egress/open-egress.ts';
import type { WebhookLog } from './log-port.ts';
import { WebhookMaintenance } from './maintenance.ts';
import { scheduleB, type RetrySchedule } from './schedule.ts';
import { Sender } from './sender.ts';
import { readAllowList, writeAllowList } from './store/allow-list.ts';
import { measureQueue } from './store/queue.ts';

/** What an operator may choose. */
export interface WebhookSettings {
  /** Ranges that are open although they are not public; empty unless endpoints are on the premises. */
  readonly allow: readonly Network[];
  readonly schedule: RetrySchedule;
  /** `X-Service` gives `X-Service-Signature`, `X-Service-Event` and `X-Service-Delivery`. */
  readonly headerPrefix: string;
  /** Certificate authorities in PEM besides the system's; null for the system's alone. */
  readonly trustedCertificates: string | null;
  /** `address:port` of name servers; null for the system's. */
  readonly nameServers: readonly string[] | null;
  /** `smtp://…` for emails to organisers; null writes `.eml` files into the data directory. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** How long the delivery log keeps what happened. */
  readonly retentionDays: number;
}

export const webhookDefaults = {
  allow: [],
  schedule: scheduleB,
  headerPrefix: DEFAULT_HEADER_PREFIX,
  trustedCertificates: null,
  nameServers: null,
  smtpUrl: null,
  mailFrom: 'Gatehouse <webhooks@localhost>',
  retentionDays: 30,
} as const satisfies WebhookSettings;

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
  /** Figures of queue and attempts, in the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  /** Tells the command line which addresses endpoints may have. Not before the server has its port: a start that fails tells nothing. */
  readonly rememberSettings: () => Promise<void>;
  /** To be called before the database is closed. */
  readonly close: () => Promise<void>;
}

const WITHIN_MS = 500;
const MAX_PAUSE_MS = 2_000;

/** Delivers what the outbox holds, now and as it comes, until closed. */
export function startWebhooks({
  database,
  dataDir,
  settings,
  log,
  clock,
}: WebhookOptions): Webhooks {
  if (settings.allow.length > 0) {
    log.warn(
      { ranges: settings.allow.length },
      'webhooks may go to addresses that are not public: an allow list is set',
    );
  }
  const { nameServers } = settings;
  const guard = openEgress(
    settings.allow,
    clock,
    nameServers === null ? {} : { servers: nameServers },
  );
  const metrics = new DeliveryMetrics();
  const loop = new DeliveryLoop({
    database,
    sender: new Sender({ ...settings, guard, clock, timeoutMs: DELIVERY_TIMEOUT_MS }),
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
  const { retentionDays } = settings;
  const maintenance = new WebhookMaintenance({ database, mailer, log, clock, retentionDays });
  loop.start();
  maintenance.start();
  return {
    guard,
    metrics: async () => {
      const now = clock.now();
      const { depth, oldestDue } = await database.read((tx) => measureQueue(tx, now));
      const oldestDueSeconds = Math.max(0, now - (oldestDue ?? now)) / MICROS_PER_SECOND;
      return metrics.render({ depth, oldestDueSeconds });
    },
    rememberSettings: () => rememberAllowList(database, settings.allow, log),
    close: async () => {
      await loop.close();
      await maintenance.close();
    },
  };
}

/** The command line judges endpoints by the same ranges. */
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

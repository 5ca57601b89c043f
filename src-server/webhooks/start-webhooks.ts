import { join } from 'node:path';
import { DELIVERY_TIMEOUT_MS } from '../../shared/contract/webhooks.ts';
import { MICROS_PER_SECOND } from '../../shared/instant.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { enterPresence, type Presence } from '../database/sqlite/presence.ts';
import { readAllowList, writeAllowList } from '../repositories/webhooks/allow-list.ts';
import { queueDepth } from '../repositories/webhooks/queue-state.ts';
import { releaseAllClaims } from '../repositories/webhooks/release-claims.ts';
import { Courier } from './delivery/courier.ts';
import { DEFAULT_HEADER_PREFIX } from './delivery/delivery-headers.ts';
import { DeliveryMetrics } from './delivery/delivery-metrics.ts';
import { Dispatcher } from './delivery/dispatcher.ts';
import { Slots } from './delivery/slots.ts';
import type { EgressGuard } from './egress/egress-guard.ts';
import { writeNetwork, type Network } from './egress/network.ts';
import { openEgress } from './egress/open-egress.ts';
import { Housekeeper } from './housekeeper.ts';
import { openMailer } from '../mail/open-mailer.ts';
import { scheduleB, type RetrySchedule } from './schedule.ts';
import type { WebhookLog } from './webhook-log.ts';

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

/** Longer than an exchange may take and than recording it should. */
const LEASE_MS = DELIVERY_TIMEOUT_MS + 5_000;
const POLL_MS = 500;

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
  const dispatcher = new Dispatcher({
    database,
    courier: new Courier({ ...settings, guard, timeoutMs: DELIVERY_TIMEOUT_MS }),
    schedule: settings.schedule,
    slots: new Slots(),
    metrics,
    log,
    clock,
    random: Math.random,
    leaseMs: LEASE_MS,
    pollMs: POLL_MS,
  });
  const mailer = openMailer({
    smtpUrl: settings.smtpUrl,
    from: settings.mailFrom,
    folder: join(dataDir, 'mail'),
  });
  const { retentionDays } = settings;
  const housekeeper = new Housekeeper({ database, mailer, log, clock, retentionDays });
  const started = enterDelivery(database, dataDir, log).then((presence) => {
    dispatcher.start();
    return presence;
  });
  housekeeper.start();
  return {
    guard,
    metrics: async () => {
      const now = clock.now();
      const queue = await database.read((tx) => tx.first(queueDepth, [now]));
      const oldestDue = queue?.oldest_due ?? now;
      return metrics.render({
        depth: queue?.depth ?? 0,
        oldestDueSeconds: Math.max(0, now - oldestDue) / MICROS_PER_SECOND,
      });
    },
    rememberSettings: () => rememberAllowList(database, settings.allow, log),
    close: async () => {
      const presence = await started;
      await dispatcher.close();
      await housekeeper.close();
      presence?.leave();
    },
  };
}

/**
 * Whoever finds nobody else delivering makes due what a process that was killed had claimed; otherwise its leases end by themselves.
 * Delivers all the same when that cannot be found out.
 */
async function enterDelivery(
  database: Database,
  dataDir: string,
  log: WebhookLog,
): Promise<Presence | null> {
  try {
    return await enterPresence(join(dataDir, 'deliverers.lock'), () =>
      database.write(releaseAllClaims),
    );
  } catch (error) {
    log.warn({ err: error }, 'claims of earlier processes are left to their leases');
    return null;
  }
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

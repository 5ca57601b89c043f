import { DELIVERY_LOG_DAYS } from '../../shared/contract/retention.ts';
import { addMicros, MICROS_PER_DAY, type Instant } from '../../shared/instant.ts';
import type { Clock } from '../database/clock.ts';
import type { Database, Lock } from '../database/database.ts';
import type { Mailer } from '../mail/mail.ts';
import { disabledNotice } from './disabled-notice.ts';
import type { WebhookLog } from './delivery-loop.ts';
import {
  listUnswept,
  pruneMessages,
  pruneSubscriptions,
  sweepCancelled,
} from './store/prune-deliveries.ts';
import { findDueNotice, postponeNotice, removeNotice } from './store/notices.ts';

export interface MaintenanceOptions {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly log: WebhookLog;
  readonly clock: Clock;
}

const PAUSE_MS = 1_000;
const PRUNE_EVERY = MICROS_PER_DAY / 24;
/** Small, so that each step holds its locks only briefly. */
const STEP = 500;
const MAX_MAIL_ATTEMPTS = 12;
/** How long an email in progress may take once the server stops. */
const GRACE_MS = 3_000;

/**
 * Work that is not urgent: marking cancelled deliveries, emails to organisers, and pruning old log entries.
 *
 * The process that holds the lock `webhook-maintenance` does it; the lock is released when that process ends, and the next run in another
 * process takes it.
 */
export class WebhookMaintenance {
  readonly #options: MaintenanceOptions;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #lock: Lock | null = null;
  #prunedAt: Instant | null = null;
  #closed = false;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#round = this.run().finally(() => this.start());
    }, PAUSE_MS);
  }

  /** Does everything that is due, unless another process holds the lock. */
  async run(): Promise<void> {
    const { database, log } = this.#options;
    try {
      if (this.#lock?.isHeld() !== true) {
        this.#lock = await database.tryLock('webhook-maintenance');
      }
      if (this.#lock === null) return;
      await this.#sweep();
      await this.#sendNotices();
      await this.#pruneSometimes();
    } catch (error) {
      log.error({ err: error }, 'the maintenance of webhooks failed');
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const { mailer } = this.#options;
    // A mail server may be silent, too. The email is sent after the next start.
    const patience = setTimeout(() => void mailer.close(), GRACE_MS);
    await this.#round;
    clearTimeout(patience);
    await this.#lock?.release();
    await mailer.close();
  }

  async #sweep(): Promise<void> {
    const { database } = this.#options;
    let more = (await database.read(listUnswept)).length > 0;
    while (more && !this.#closed) more = await database.write((tx) => sweepCancelled(tx, STEP));
  }

  async #sendNotices(): Promise<void> {
    const { database, mailer, log } = this.#options;
    while (!this.#closed) {
      const notice = await database.read((tx) => findDueNotice(tx, tx.now));
      if (notice === undefined) return;
      await database.write((tx) => postponeNotice(tx, notice));
      try {
        await mailer.send(disabledNotice(notice));
      } catch (error) {
        const attempts = notice.attempts + 1;
        log.error({ err: error, attempts }, 'an email to an organiser was not accepted');
        if (attempts < MAX_MAIL_ATTEMPTS) continue;
      }
      await database.write((tx) => removeNotice(tx, notice.id));
    }
  }

  async #pruneSometimes(): Promise<void> {
    const { clock } = this.#options;
    const now = clock.now();
    if (this.#prunedAt !== null && now - this.#prunedAt < PRUNE_EVERY) return;
    this.#prunedAt = now;
    await this.#prune(now);
  }

  async #prune(now: Instant): Promise<void> {
    const { database } = this.#options;
    const before = addMicros(now, -DELIVERY_LOG_DAYS * MICROS_PER_DAY);
    let removed = STEP;
    while (removed === STEP && !this.#closed) {
      removed = await database.write((tx) => pruneMessages(tx, before, STEP));
    }
    removed = STEP;
    while (removed === STEP && !this.#closed) {
      removed = await database.write((tx) => pruneSubscriptions(tx, STEP));
    }
  }
}

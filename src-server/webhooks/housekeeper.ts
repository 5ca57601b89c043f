import { addMicros, MICROS_PER_DAY, type Instant } from '../../shared/instant.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import {
  anythingToSweep,
  pruneMessages,
  pruneSubscriptions,
  sweepCancelled,
} from '../repositories/webhooks/housekeeping.ts';
import { anyNoticeDue, claimNotice, removeNotice } from '../repositories/webhooks/notices.ts';
import { disabledNotice } from './disabled-notice.ts';
import type { Mailer } from '../mail/mail.ts';
import type { WebhookLog } from './webhook-log.ts';

export interface HousekeeperOptions {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly log: WebhookLog;
  readonly clock: Clock;
  /** How long the delivery log keeps what happened. */
  readonly retentionDays: number;
}

const PAUSE_MS = 1_000;
const PRUNE_EVERY = MICROS_PER_DAY / 24;
/** Small steps: each holds the write lock for a moment only. */
const STEP = 500;
const MAX_MAIL_ATTEMPTS = 12;

/** What may wait a moment: marking cancelled deliveries, emails to organisers, forgetting old log entries. */
export class Housekeeper {
  readonly #options: HousekeeperOptions;
  #timer: NodeJS.Timeout | null = null;
  #working: Promise<void> = Promise.resolve();
  #prunedAt: Instant | null = null;
  #closed = false;

  constructor(options: HousekeeperOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#working = this.run().finally(() => this.start());
    }, PAUSE_MS);
  }

  /** Does all that is to be done now. */
  async run(): Promise<void> {
    try {
      await this.#sweep();
      await this.#sendNotices();
      await this.#pruneSometimes();
    } catch (error) {
      this.#options.log.error({ err: error }, 'the housekeeping of webhooks failed');
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#working;
    this.#options.mailer.close();
  }

  async #sweep(): Promise<void> {
    const { database } = this.#options;
    let more = database.readNow(anythingToSweep, []) !== undefined;
    while (more && !this.#closed) more = await database.write((tx) => sweepCancelled(tx, STEP));
  }

  async #sendNotices(): Promise<void> {
    const { database, mailer, log, clock } = this.#options;
    while (!this.#closed && database.readNow(anyNoticeDue, [clock.now()]) !== undefined) {
      const notice = await database.write(claimNotice);
      if (notice === null) return;
      try {
        await mailer.send(disabledNotice(notice));
      } catch (error) {
        log.error(
          { err: error, attempts: notice.attempts + 1 },
          'an email to an organiser was not accepted',
        );
        if (notice.attempts + 1 < MAX_MAIL_ATTEMPTS) continue;
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
    const { database, retentionDays } = this.#options;
    const before = addMicros(now, -retentionDays * MICROS_PER_DAY);
    let removed = STEP;
    while (removed === STEP && !this.#closed) {
      removed = await database.write((tx) => pruneMessages(tx, before, STEP));
    }
    await database.write((tx) => pruneSubscriptions(tx, before));
  }
}

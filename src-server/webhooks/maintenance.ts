import {
  addMicros,
  MICROS_PER_DAY,
  MICROS_PER_SECOND,
  type Instant,
} from '../../shared/instant.ts';
import type { Clock } from '../clock.ts';
import type { Database, Lock } from '../database/database.ts';
import type { Mailer } from '../mail/mail.ts';
import { disabledNotice } from './disabled-notice.ts';
import type { WebhookLog } from './log-port.ts';
import {
  listOverlooked,
  listUnswept,
  pruneMessages,
  pruneSubscriptions,
  restoreDue,
  sweepCancelled,
} from './store/maintenance.ts';
import { findDueNotice, postponeNotice, removeNotice } from './store/notices.ts';

export interface MaintenanceOptions {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly log: WebhookLog;
  readonly clock: Clock;
  /** How long the delivery log keeps what happened. */
  readonly retentionDays: number;
}

const PAUSE_MS = 1_000;
const RESTORE_EVERY = 5 * MICROS_PER_SECOND;
const PRUNE_EVERY = MICROS_PER_DAY / 24;
/** Small steps: each holds its locks for a moment only. */
const STEP = 500;
const MAX_MAIL_ATTEMPTS = 12;

/**
 * What may wait a moment: marking cancelled deliveries, emails to organisers, forgetting old log entries, and deliveries that are not
 * looked for. One process does it at a time, and another takes over when that one ends.
 */
export class WebhookMaintenance {
  readonly #options: MaintenanceOptions;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #lock: Lock | null = null;
  #restoredAt: Instant | null = null;
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

  /** Does all that is to be done now, unless another process does it. */
  async run(): Promise<void> {
    const { database, log } = this.#options;
    try {
      this.#lock ??= await database.tryLock('webhook-maintenance');
      if (this.#lock === null) return;
      await this.#sweep();
      await this.#sendNotices();
      await this.#restoreSometimes();
      await this.#pruneSometimes();
    } catch (error) {
      log.error({ err: error }, 'the maintenance of webhooks failed');
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#round;
    await this.#lock?.release();
    this.#options.mailer.close();
  }

  async #sweep(): Promise<void> {
    const { database } = this.#options;
    let more = (await database.read(listUnswept)).length > 0;
    while (more && !this.#closed) more = await database.write((tx) => sweepCancelled(tx, STEP));
  }

  async #sendNotices(): Promise<void> {
    const { database, mailer, log, clock } = this.#options;
    while (!this.#closed) {
      const notice = await database.read((tx) => findDueNotice(tx, clock.now()));
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

  async #restoreSometimes(): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now();
    if (this.#restoredAt !== null && now - this.#restoredAt < RESTORE_EVERY) return;
    this.#restoredAt = now;
    const overlooked = await database.read((tx) =>
      listOverlooked(tx, addMicros(now, -MICROS_PER_SECOND)),
    );
    if (overlooked.length > 0) await database.write((tx) => restoreDue(tx, overlooked));
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

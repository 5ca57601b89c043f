import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/**
 * At most one notification in this time; commits in between share the next. Sending one takes a lock that all commits of the database server
 * need, and wakes every process.
 */
const NOTIFY_EVERY_MS = 50;
const RECONNECT_MS = 1_000;

interface NotificationsOptions {
  readonly open: () => pg.Client;
  /** Another process has committed, or may have committed while the connection was down. */
  readonly onForeignCommit: (hasDeliveries: boolean) => void;
  readonly notify: (payload: string) => Promise<unknown>;
}

/**
 * Notifies the other processes of commits (LISTEN/NOTIFY) and receives their notifications. A notification carries no data: listeners read
 * the tables. It is sent after the commit, so a process that dies in between notifies nobody; listeners therefore also poll from time to
 * time.
 */
export class Notifications {
  readonly #options: NotificationsOptions;
  readonly #process = randomUUID();
  #client: pg.Client | null = null;
  /** Runs for as long as another notification would come too soon. */
  #timer: NodeJS.Timeout | null = null;
  #isDue = false;
  #hasDeliveries = false;
  #reconnect: NodeJS.Timeout | null = null;
  #sending: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const client = this.#options.open();
    this.#client = client;
    client.on('error', () => this.#startAgain(client));
    client.on('end', () => this.#startAgain(client));
    client.on('notification', ({ payload = '' }) => {
      const [sender, what] = payload.split(' ');
      if (sender !== this.#process) this.#options.onForeignCommit(what === 'deliveries');
    });
    await client.connect();
    await client.query('listen gatehouse');
  }

  notifySoon(hasDeliveries: boolean): void {
    this.#hasDeliveries ||= hasDeliveries;
    this.#isDue = true;
    if (this.#timer === null) this.#send();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#reconnect !== null) clearTimeout(this.#reconnect);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#send();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#sending;
    await this.#client?.end().catch(() => undefined);
  }

  #send(): void {
    this.#timer = null;
    if (!this.#isDue) return;
    this.#isDue = false;
    this.#timer = setTimeout(() => this.#send(), NOTIFY_EVERY_MS);
    const payload = `${this.#process} ${this.#hasDeliveries ? 'deliveries' : 'commit'}`;
    this.#hasDeliveries = false;
    this.#sending = this.#options.notify(payload).catch(() => undefined);
  }

  #startAgain(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = null;
    void client.end().catch(() => undefined);
    this.#reconnect = setTimeout(() => {
      this.start().then(
        () => this.#options.onForeignCommit(true),
        () => this.#client !== null && this.#startAgain(this.#client),
      );
    }, RECONNECT_MS);
  }
}

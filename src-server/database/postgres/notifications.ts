import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Commit } from '../database.ts';

/**
 * At most one notification in this time; commits in between share the next. Sending one takes a lock that all commits of the database server
 * need, and wakes every process.
 */
const NOTIFY_EVERY_MS = 50;
const RECONNECT_MS = 1_000;
/** A notification may have 8,000 bytes; more events than this are every event. */
const MAX_EVENTS = 200;

/** What other processes are told of commits. */
type Notice = Pick<Commit, 'hasDeliveries' | 'eventIds'>;

interface NotificationsOptions {
  readonly open: () => pg.Client;
  /** Another process has committed, or may have committed while the connection was down. */
  readonly onForeignCommit: (commit: Notice) => void;
  readonly notify: (payload: string) => Promise<unknown>;
}

/**
 * Notifies the other processes of commits (LISTEN/NOTIFY) and receives their notifications. A notification names events and carries no
 * data: listeners read the tables. It is sent after the commit, so a process that dies in between notifies nobody; listeners therefore also poll from time to
 * time.
 */
export class Notifications {
  readonly #options: NotificationsOptions;
  readonly #process = randomUUID();
  #client: pg.Client | null = null;
  /** Runs for as long as another notification would come too soon. */
  #timer: NodeJS.Timeout | null = null;
  /** What is yet to be sent. */
  #due: Notice | null = null;
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
      const [sender, what, events] = payload.split(' ');
      if (sender === this.#process) return;
      this.#options.onForeignCommit({
        hasDeliveries: what === 'deliveries',
        eventIds: readEvents(events),
      });
    });
    await client.connect();
    await client.query('listen gatehouse');
  }

  notifySoon(commit: Notice): void {
    this.#due = this.#due === null ? commit : join(this.#due, commit);
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
    if (this.#due === null) return;
    const { hasDeliveries, eventIds } = this.#due;
    this.#due = null;
    this.#timer = setTimeout(() => this.#send(), NOTIFY_EVERY_MS);
    const what = hasDeliveries ? 'deliveries' : 'commit';
    const payload = `${this.#process} ${what} ${writeEvents(eventIds)}`;
    this.#sending = this.#options.notify(payload).catch(() => undefined);
  }

  #startAgain(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = null;
    void client.end().catch(() => undefined);
    this.#reconnect = setTimeout(() => {
      this.start().then(
        () => this.#options.onForeignCommit({ hasDeliveries: true, eventIds: null }),
        () => this.#client !== null && this.#startAgain(this.#client),
      );
    }, RECONNECT_MS);
  }
}

function join(one: Notice, other: Notice): Notice {
  return {
    hasDeliveries: one.hasDeliveries || other.hasDeliveries,
    eventIds:
      one.eventIds === null || other.eventIds === null
        ? null
        : new Set([...one.eventIds, ...other.eventIds]),
  };
}

const EVERY_EVENT = '*';

function writeEvents(eventIds: Notice['eventIds']): string {
  return eventIds === null || eventIds.size > MAX_EVENTS ? EVERY_EVENT : [...eventIds].join();
}

/** A server of an earlier version names no events. */
function readEvents(text = EVERY_EVENT): Notice['eventIds'] {
  if (text === EVERY_EVENT) return null;
  return new Set(
    text
      .split(',')
      .filter((id) => id !== '')
      .map(Number),
  );
}

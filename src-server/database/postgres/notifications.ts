import { randomUUID } from 'node:crypto';
import type { Commit } from '../database.ts';

/**
 * At most one notification in this time; commits in between share the next. Sending one takes a lock that all commits of the database server
 * need, and wakes every process.
 */
const NOTIFY_EVERY_MS = 50;
/** A notification may have 8,000 bytes; more events than this are every event. */
const MAX_EVENTS = 200;

/** What other processes receive about commits. */
type Notice = Pick<Commit, 'hasDeliveries' | 'eventIds'>;

interface NotificationsOptions {
  /** Another process has committed, or may have committed while the connection was down. */
  readonly onForeignCommit: (commit: Notice) => void;
  readonly notify: (payload: string) => Promise<unknown>;
}

/**
 * Notifies the other processes of commits (LISTEN/NOTIFY) and reads their notifications. A notification names events and carries no
 * data: listeners read the tables. It is sent after the commit, so a process that dies in between notifies nobody; listeners therefore also poll from time to
 * time.
 */
export class Notifications {
  readonly #options: NotificationsOptions;
  readonly #process = randomUUID();
  /** Runs for as long as another notification would come too soon. */
  #timer: NodeJS.Timeout | null = null;
  /** What is yet to be sent. */
  #due: Notice | null = null;
  #sending: Promise<unknown> = Promise.resolve();

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  receive(payload: string): void {
    const [sender, what, events] = payload.split(' ');
    if (sender === this.#process) return;
    this.#options.onForeignCommit({
      hasDeliveries: what === 'deliveries',
      eventIds: readEvents(events),
    });
  }

  sendSoon(commit: Notice): void {
    this.#due = this.#due === null ? commit : join(this.#due, commit);
    if (this.#timer === null) this.#send();
  }

  /** Sends what is due. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#send();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#sending;
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

/** Null for every event. */
function readEvents(text = EVERY_EVENT): Notice['eventIds'] {
  if (text === EVERY_EVENT) return null;
  return new Set(
    text
      .split(',')
      .filter((id) => id !== '')
      .map(Number),
  );
}

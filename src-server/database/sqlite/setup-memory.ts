import type { Connection } from './connection.ts';
import type { Row } from '../schema.ts';

/** A subscription that an event goes to. */
export interface Recipient {
  readonly id: number;
  readonly epoch: number;
}

/** Of clients and subscriptions only what decides who is told: the rest moves all the time. */
const watched = [
  'insert on main.events',
  'update on main.events',
  'insert on main.ticket_types',
  'update on main.ticket_types',
  'insert on main.sessions',
  'update on main.sessions',
  'insert on main.locations',
  'update on main.locations',
  'insert on main.client_events',
  'delete on main.client_events',
  'update of all_events on main.clients',
  'insert on main.webhook_subscriptions',
  'update of is_active, epoch, events, event_id on main.webhook_subscriptions',
  'delete on main.webhook_subscriptions',
] as const;

/** Rows by a number, remembered over transactions. */
export class Remembered<Key, Value> {
  readonly #memory: SetupMemory;
  readonly #values = new Map<Key, Value>();

  constructor(memory: SetupMemory) {
    this.#memory = memory;
  }

  async get(key: Key, read: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = await read();
    if (!this.#memory.isTouched) this.#values.set(key, value);
    return value;
  }

  clear(): void {
    this.#values.clear();
  }
}

/**
 * What was read of the organiser's set-up, for as long as no process changes any of it: another one's commits are seen by SQLite's
 * `data_version`, those of this connection by triggers that live only in it. From a change to the end of its transaction nothing is
 * remembered, because it may be undone.
 */
export class SetupMemory {
  readonly events = new Remembered<number, Row<'events'>>(this);
  readonly ticketTypes = new Remembered<number, Row<'ticket_types'>>(this);
  readonly sessions = new Remembered<number, Row<'sessions'>>(this);
  /** By event. */
  readonly locations = new Remembered<number, readonly Row<'locations'>[]>(this);
  /** Whether a client may see an event, as `client:event`. */
  readonly grants = new Remembered<string, boolean>(this);
  /** Who is told, by `organiser:event:name`. */
  readonly recipients = new Remembered<string, readonly Recipient[]>(this);
  #isTouched = false;

  constructor(connection: Connection) {
    connection.define('note_setup', () => {
      if (!this.#isTouched) this.clear();
      this.#isTouched = true;
      return null;
    });
    for (const [number, change] of watched.entries()) {
      connection.exec(
        `create temp trigger setup_${number} after ${change} begin select note_setup(); end`,
      );
    }
  }

  get isTouched(): boolean {
    return this.#isTouched;
  }

  /** The transaction has ended, either way. */
  settle(): void {
    this.#isTouched = false;
  }

  clear(): void {
    const { events, ticketTypes, sessions, locations, grants, recipients } = this;
    for (const kind of [events, ticketTypes, sessions, locations, grants, recipients]) {
      kind.clear();
    }
  }
}

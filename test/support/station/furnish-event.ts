import { openDatabase, type DatabaseLocation } from '../../../src-server/open-database.ts';
import type { WriteTransaction } from '../../../src-server/database/transaction.ts';
import { createClient } from '../../../src-server/domain/access/clients.ts';
import { createEvent, eventDefaults } from '../../../src-server/domain/events/events.ts';
import { createLocation } from '../../../src-server/domain/events/locations.ts';
import { cancelOrder } from '../../../src-server/domain/sales/cancel-order.ts';
import { createOrder } from '../../../src-server/domain/sales/create-order.ts';
import { createOrganiser } from '../../../src-server/domain/access/organisers.ts';
import {
  createTicketType,
  ticketTypeDefaults,
} from '../../../src-server/domain/events/ticket-types.ts';
import { listOrderTickets } from '../../../src-server/store/tickets.ts';

export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** References of an event for which doors can be opened. */
export interface FurnishedEvent {
  readonly organiser: string;
  readonly event: string;
  readonly north: string;
  readonly south: string;
  readonly type: string;
  readonly tickets: readonly string[];
  /** In the order of the given names. */
  readonly clients: readonly Credentials[];
}

const MOST_PER_ORDER = 10_000;

/** One organiser with an event, two entry points, tickets, and a client for each station, in the database of a server. */
export function furnishEvent(
  location: DatabaseLocation,
  { tickets, clients }: { readonly tickets: number; readonly clients: readonly string[] },
): Promise<FurnishedEvent> {
  return changeEvent(location, async (tx) => {
    const organiser = await createOrganiser(tx, { name: 'Nordlys', plan: 'pro', email: null });
    const event = await createEvent(tx, organiser.reference, {
      ...eventDefaults,
      name: 'Winter Gala',
      slug: 'winter-gala',
      timezone: 'Europe/Oslo',
      currency: 'NOK',
      status: 'published',
    });
    const north = await createLocation(tx, { event: event.reference, name: 'North Gate' });
    const south = await createLocation(tx, { event: event.reference, name: 'South Gate' });
    const type = await createTicketType(tx, event.reference, {
      ...ticketTypeDefaults,
      name: 'Standard',
      price: 4500,
    });
    const sold: string[] = [];
    while (sold.length < tickets) {
      const some = Math.min(MOST_PER_ORDER, tickets - sold.length);
      const order = { event: event.reference, type: type.reference, tickets: some };
      sold.push(...(await sell(tx, order)).tickets);
    }
    const credentials: Credentials[] = [];
    for (const name of clients) {
      const created = await createClient(tx, {
        organiser: organiser.reference,
        name,
        // Exactly the scopes that the README says a station needs.
        scopes: ['events:read', 'scanner:sync', 'scans:write'],
        events: 'all',
      });
      credentials.push({ id: created.client.client_id, secret: created.client_secret });
    }
    return {
      organiser: organiser.reference,
      event: event.reference,
      north: north.reference,
      south: south.reference,
      type: type.reference,
      tickets: sold,
      clients: credentials,
    };
  });
}

type Sellable = Pick<FurnishedEvent, 'event' | 'type'>;

/** One more ticket, sold while doors are open. */
export async function sellOne(
  location: DatabaseLocation,
  { event, type }: Sellable,
): Promise<string> {
  const sold = await changeEvent(location, (tx) => sell(tx, { event, type, tickets: 1 }));
  return sold.tickets[0] ?? '';
}

/** Sells a ticket and returns a function that cancels it. */
export async function sellToCancel(location: DatabaseLocation, { event, type }: Sellable) {
  const { order, tickets } = await changeEvent(location, (tx) =>
    sell(tx, { event, type, tickets: 1 }),
  );
  return {
    ticket: tickets[0] ?? '',
    cancel: () => changeEvent(location, (tx) => cancelOrder(tx, order, null)),
  };
}

/** Changes the event beside a running server, as the command line does. */
export async function changeEvent<Result>(
  location: DatabaseLocation,
  change: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(location);
  try {
    return await database.write(change);
  } finally {
    await database.close();
  }
}

async function sell(
  tx: WriteTransaction,
  { event, type, tickets }: Sellable & { readonly tickets: number },
): Promise<{ readonly order: string; readonly tickets: readonly string[] }> {
  const order = await createOrder(tx, {
    event,
    lines: [{ sellable: type, quantity: tickets, session: null }],
    contact: null,
    answers: {},
    status: 'confirmed',
  });
  const rows = await listOrderTickets(tx, order.id);
  return { order: order.reference, tickets: rows.map((row) => row.reference) };
}

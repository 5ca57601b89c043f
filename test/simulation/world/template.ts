import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { addMicros, instantFromMillis, MICROS_PER_HOUR } from '../../../shared/instant.ts';
import { openDatabase } from '../../../src-server/services/database.ts';
import { createClient } from '../../../src-server/services/clients.ts';
import { createEvent, eventDefaults } from '../../../src-server/services/events.ts';
import { createLocation } from '../../../src-server/services/locations.ts';
import { createOrder } from '../../../src-server/services/orders/create-order.ts';
import { createOrganiser } from '../../../src-server/services/organisers.ts';
import { createSession } from '../../../src-server/services/sessions.ts';
import { createTicketType, ticketTypeDefaults } from '../../../src-server/services/ticket-types.ts';
import { listOrderTickets } from '../../../src-server/repositories/tickets.ts';
import type { Scope } from '../../../shared/contract/scopes.ts';

/** What the README says a station needs, and no more. */
export const stationScopes: readonly Scope[] = ['events:read', 'scanner:sync', 'scans:write'];
export const MOST_STATIONS = 4;

export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** A furnished database, made once a process and copied for every world. */
export interface Template {
  readonly file: string;
  readonly organiser: { readonly reference: string; readonly display_name: string };
  readonly event: string;
  /** The event's one date. */
  readonly session: string;
  readonly locations: readonly [string, string];
  /** Ticket types: for every entrance, for the first one only, and for the session. */
  readonly types: { readonly any: string; readonly north: string; readonly dated: string };
  readonly tickets: readonly string[];
  /** Of the tickets that every entrance admits: nobody scans them before the end. */
  readonly spare: readonly string[];
  /** One for each station, and the last for scans that are made elsewhere. */
  readonly clients: readonly Credentials[];
}

export async function makeTemplate(directory: string, startsAtMs: number): Promise<Template> {
  mkdirSync(directory, { recursive: true });
  const database = openDatabase({ dataDir: directory });
  const start = instantFromMillis(startsAtMs);
  const made = await database.write(async (tx) => {
    const organiser = await createOrganiser(tx, { name: 'Nordlys', plan: 'pro', email: null });
    const { reference: event } = await createEvent(tx, organiser.reference, {
      ...eventDefaults,
      name: 'Winter Gala',
      slug: 'winter-gala',
      timezone: 'Europe/Oslo',
      currency: 'NOK',
      peers: true,
    });
    const north = await createLocation(tx, { event, name: 'North Gate' });
    const south = await createLocation(tx, { event, name: 'South Gate' });
    const session = await createSession(tx, event, {
      name: 'Evening',
      starts_at: addMicros(start, MICROS_PER_HOUR),
      ends_at: addMicros(start, 4 * MICROS_PER_HOUR),
    });
    const type = (name: string, entryPoints: readonly string[] | null) =>
      createTicketType(tx, event, {
        ...ticketTypeDefaults,
        name,
        price: 4500,
        entry_points: entryPoints,
      });
    const any = await type('Standard', null);
    const northOnly = await type('North', [north.reference]);
    const dated = await type('Evening', null);
    const sell = async (sellable: string, quantity: number, date: string | null) => {
      const order = await createOrder(tx, {
        event,
        lines: [{ sellable, quantity, session: date }],
        contact: null,
        answers: {},
        status: 'confirmed',
      });
      return (await listOrderTickets(tx, order.id)).map((row) => row.reference);
    };
    const tickets = [
      ...(await sell(any.reference, 14, null)),
      ...(await sell(northOnly.reference, 4, null)),
      ...(await sell(dated.reference, 6, session.reference)),
    ];
    const spare = await sell(any.reference, MOST_STATIONS * 2, null);
    const clients: Credentials[] = [];
    for (let number = 1; number <= MOST_STATIONS + 1; number += 1) {
      const created = await createClient(tx, {
        organiser: organiser.reference,
        name: `Station ${number}`,
        scopes: stationScopes,
        events: 'all',
      });
      clients.push({ id: created.client.client_id, secret: created.client_secret });
    }
    return {
      organiser: { reference: organiser.reference, display_name: organiser.display_name },
      event,
      session: session.reference,
      locations: [north.reference, south.reference] as const,
      types: { any: any.reference, north: northOnly.reference, dated: dated.reference },
      tickets,
      spare,
      clients,
    };
  });
  await database.close();
  return { ...made, file: join(directory, 'server.db') };
}

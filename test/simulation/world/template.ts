import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  addMicros,
  formatInstant,
  instantFromMillis,
  MICROS_PER_HOUR,
  type Instant,
} from '../../../shared/instant.ts';
import { signRevocation } from '../../../shared/sealing/revocation-statement.ts';
import { readUnverified, signCode } from '../../../shared/ticket-code/signed-code.ts';
import { publicCodeKey, type CodeKeyRow } from '../../../src-server/store/access/code-keys.ts';
import { listOrderLines } from '../../../src-server/store/orders.ts';
import { createAddOn } from '../../../src-server/domain/events/add-ons.ts';
import { currentCodeKey } from '../../../src-server/domain/tickets/code-keys.ts';
import { openDatabase } from '../../../src-server/open-database.ts';
import type { WriteTransaction } from '../../../src-server/database/transaction.ts';
import { describeTicket } from '../../../src-server/api/resources/tickets.ts';
import { organiserKeys } from '../../../src-server/domain/access/organiser-keys.ts';
import { issueCode } from '../../../src-server/domain/tickets/issue-code.ts';
import { createClient } from '../../../src-server/domain/access/clients.ts';
import { createEvent, eventDefaults } from '../../../src-server/domain/events/events.ts';
import { createLocation } from '../../../src-server/domain/events/locations.ts';
import { createOrder } from '../../../src-server/domain/sales/create-order.ts';
import { createOrganiser } from '../../../src-server/domain/access/organisers.ts';
import { createSession } from '../../../src-server/domain/events/sessions.ts';
import {
  createTicketType,
  ticketTypeDefaults,
} from '../../../src-server/domain/events/ticket-types.ts';
import { listOrderTickets } from '../../../src-server/store/tickets.ts';
import type { Scope } from '../../../shared/contract/scopes.ts';
import type { ReEntry } from '../../../shared/verdict/terms/releases.ts';

/** Exactly the scopes that the README says a station needs. */
export const stationScopes: readonly Scope[] = ['events:read', 'scanner:sync', 'scans:write'];
export const MOST_STATIONS = 4;

export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** An order line of an add-on. */
export interface Line {
  readonly reference: string;
  readonly order: string;
  readonly quantity: number;
  /** A ticket of the same order. */
  readonly ticket: string;
}

/** A furnished database, created once per process and copied for every world. */
export interface Template {
  readonly file: string;
  readonly organiser: { readonly reference: string; readonly display_name: string };
  readonly event: string;
  /** The event's one date. */
  readonly session: string;
  readonly locations: readonly [string, string];
  /** Where guests only go out. */
  readonly wayOut: string;
  /** Ticket types: for every entry point, with re-entry, for the first entry point only, and for the session. */
  readonly types: {
    readonly any: string;
    readonly back: string;
    readonly north: string;
    readonly dated: string;
  };
  readonly tickets: readonly string[];
  /** Tickets for every entry point that are not scanned before the end. */
  readonly spare: readonly string[];
  /** The first signed code of each ticket except the spare ones. */
  readonly codes: ReadonlyMap<string, string>;
  /** Forged codes of existing tickets, under the organiser's key id and under another one. */
  readonly forged: readonly string[];
  /** Tickets of another event of the organiser's, and their signed codes. */
  readonly elsewhere: readonly string[];
  readonly lines: readonly Line[];
  /** One for each station, and a last one for check-ins elsewhere. */
  readonly clients: readonly Credentials[];
  /** A forged revocation of each client. */
  readonly lies: readonly string[];
}

export async function makeTemplate(directory: string, startsAtMs: number): Promise<Template> {
  mkdirSync(directory, { recursive: true });
  const database = await openDatabase({ dataDir: directory });
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
    const south = await createLocation(tx, { event, name: 'South Gate', direction: 'both' });
    const wayOut = await createLocation(tx, { event, name: 'Way Out', direction: 'out' });
    const session = await createSession(tx, event, {
      name: 'Evening',
      starts_at: addMicros(start, MICROS_PER_HOUR),
      ends_at: addMicros(start, 4 * MICROS_PER_HOUR),
    });
    const type = (
      name: string,
      entryPoints: readonly string[] | null,
      re_entry: ReEntry = 'none',
    ) =>
      createTicketType(tx, event, {
        ...ticketTypeDefaults,
        name,
        price: 4500,
        entry_points: entryPoints,
        re_entry,
      });
    const any = await type('Standard', null);
    const back = await type('Come and go', null, 'allowed');
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
      ...(await sell(any.reference, 3, null)),
      ...(await sell(back.reference, 8, null)),
      ...(await sell(any.reference, 3, null)),
      ...(await sell(northOnly.reference, 4, null)),
      ...(await sell(dated.reference, 6, session.reference)),
    ];
    const spare = await sell(any.reference, MOST_STATIONS * 2, null);
    const drinks = await createAddOn(tx, event, { name: 'Drink', price: 900, total: null });
    const lines: Line[] = [];
    for (const quantity of [1, 2, 5]) {
      const order = await createOrder(tx, {
        event,
        lines: [
          { sellable: any.reference, quantity: 1, session: null },
          { sellable: drinks.reference, quantity, session: null },
        ],
        contact: null,
        answers: {},
        status: 'confirmed',
      });
      const [{ reference: ticket } = { reference: '' }] = await listOrderTickets(tx, order.id);
      tickets.push(ticket);
      for (const line of await listOrderLines(tx, order.id)) {
        if (line.kind !== 'add_on') continue;
        lines.push({ reference: line.reference, order: order.reference, quantity, ticket });
      }
    }
    const key = await currentCodeKey(tx, organiser.id);
    const codes = new Map<string, string>();
    for (const ticket of tickets) {
      codes.set(ticket, await issueCode(await describeTicket(tx, ticket), event, key));
    }
    const elsewhere = await furnishElsewhere(tx, organiser.reference, key);
    await organiserKeys(tx, organiser.id);
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
      wayOut: wayOut.reference,
      types: {
        any: any.reference,
        back: back.reference,
        north: northOnly.reference,
        dated: dated.reference,
      },
      tickets,
      spare,
      codes,
      forged: await forge([...codes.values()].slice(0, 6), key),
      elsewhere,
      lines,
      clients,
      lies: await Promise.all(clients.map(({ id }) => lieAbout(id, start))),
    };
  });
  await database.close();
  return { ...made, file: join(directory, 'server.db') };
}

/** Creates another event of the same organiser, whose codes are genuine but must not be admitted. */
async function furnishElsewhere(tx: WriteTransaction, organiser: string, key: CodeKeyRow) {
  const { reference: event } = await createEvent(tx, organiser, {
    ...eventDefaults,
    name: 'Summer Ball',
    slug: 'summer-ball',
    timezone: 'Europe/Oslo',
    currency: 'NOK',
  });
  const type = await createTicketType(tx, event, {
    ...ticketTypeDefaults,
    name: 'Standard',
    price: 4500,
    entry_points: null,
  });
  const order = await createOrder(tx, {
    event,
    lines: [{ sellable: type.reference, quantity: 2, session: null }],
    contact: null,
    answers: {},
    status: 'confirmed',
  });
  const codes: string[] = [];
  for (const { reference } of await listOrderTickets(tx, order.id)) {
    codes.push(reference, await issueCode(await describeTicket(tx, reference), event, key));
  }
  return codes;
}

async function forge(codes: readonly string[], key: CodeKeyRow): Promise<readonly string[]> {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const forged: string[] = [];
  for (const [index, code] of codes.entries()) {
    const ticket = readUnverified(code);
    const own = publicCodeKey(key);
    const kid = index % 2 === 0 ? own.kid : 'none';
    const text = ticket && (await signCode(ticket, { ...own, kid, x, d }));
    if (text === null) throw new Error('expected a code to forge');
    forged.push(text);
  }
  return forged;
}

function lieAbout(client_id: string, at: Instant): Promise<string> {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return signRevocation({ client_id, revoked_at: formatInstant(at) }, { x, d });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { EntryScan } from '../../../shared/contract/resources.ts';
import { openDatabase } from '../../../src-server/services/database.ts';
import { createServer, serverDefaults, type GatehouseServer } from '../../../src-server/server.ts';
import { createClient } from '../../../src-server/services/clients.ts';
import { createEvent, eventDefaults } from '../../../src-server/services/events.ts';
import { createLocation } from '../../../src-server/services/locations.ts';
import { createOrder } from '../../../src-server/services/orders/create-order.ts';
import { createOrganiser } from '../../../src-server/services/organisers.ts';
import { createTicketType, ticketTypeDefaults } from '../../../src-server/services/ticket-types.ts';
import { listOrderTickets } from '../../../src-server/repositories/tickets.ts';

export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

export type StoredScan = ReturnType<typeof ScanPage.Parse>['data']['data'][number];

const ScanPage = Compile(
  Type.Object({
    data: Type.Object({
      data: Type.Array(EntryScan),
      next_page_url: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
);
const Token = Compile(Type.Object({ access_token: Type.String() }));

/** The real server in this process, which can be stopped and started again on the same port and data. */
export class RealServer {
  readonly data = mkdtempSync(join(tmpdir(), 'gatehouse-server-'));
  #server: GatehouseServer | null = null;
  #port = 0;

  async start(): Promise<void> {
    this.#server = await createServer({
      ...serverDefaults,
      data: this.data,
      port: this.#port,
      rateLimit: 0,
    });
    this.#port = Number(new URL(this.#server.authUrl).port);
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** One organiser with an event, two entry points, tickets, and one client for each of two stations. */
  async furnish(tickets: number) {
    const database = openDatabase({ dataDir: this.data });
    try {
      return await database.write(async (tx) => {
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
        const order = await createOrder(tx, {
          event: event.reference,
          lines: [{ sellable: type.reference, quantity: tickets, session: null }],
          contact: null,
          answers: {},
          status: 'confirmed',
        });
        const rows = await listOrderTickets(tx, order.id);
        const clientFor = async (name: string): Promise<Credentials> => {
          const created = await createClient(tx, {
            organiser: organiser.reference,
            name,
            scopes: ['events:read', 'tickets:read', 'scans:read', 'scans:write', 'scanner:sync'],
            events: 'all',
          });
          return { id: created.client.client_id, secret: created.client_secret };
        };
        return {
          event: event.reference,
          north: north.reference,
          south: south.reference,
          tickets: rows.map((row) => row.reference),
          clients: [await clientFor('North'), await clientFor('South')] as const,
        };
      });
    } finally {
      await database.close();
    }
  }

  /** Every entry scan that the server holds of the event, as an integrator reads them. */
  async scansOf(event: string, { id, secret }: Credentials): Promise<readonly StoredScan[]> {
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const minted = await fetch(`${this.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { access_token: token } = Token.Parse(await minted.json());
    const scans: StoredScan[] = [];
    let url: string | null = `${this.url}/v1/integration/events/${event}/scans?per_page=100`;
    while (url !== null) {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      const page = ScanPage.Parse(await answer.json());
      scans.push(...page.data.data);
      url = page.data.next_page_url;
    }
    return scans;
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addMicros,
  instantFromMicros,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type Instant,
} from '../../shared/instant.ts';
import type { Clock } from '../../src-server/database/clock.ts';
import type { DomainEvent } from '../../src-server/database/domain-event.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import type { Database } from '../../src-server/database/database.ts';
import type { WriteTransaction } from '../../src-server/database/transaction.ts';
import { createClient } from '../../src-server/domain/access/clients.ts';
import { createEvent, eventDefaults } from '../../src-server/domain/events/events.ts';
import { createOrganiser } from '../../src-server/domain/access/organisers.ts';
import { createOrder, type OrderInput } from '../../src-server/domain/sales/create-order.ts';
import type { ScanningClient } from '../../src-server/domain/scans/scanning-client.ts';
import {
  createTicketType,
  ticketTypeDefaults,
  type TicketTypeInput,
} from '../../src-server/domain/events/ticket-types.ts';
import { listOrderTickets, type TicketRow } from '../../src-server/store/tickets.ts';
import type { EventRow } from '../../src-server/store/events.ts';
import type { OrderRow } from '../../src-server/store/orders.ts';
import type { TicketTypeRow } from '../../src-server/store/ticket-types.ts';
import { isOnPostgres, newTestDatabase } from './test-config.ts';

/** 2026-12-12T19:00:00Z */
export const fixtureNow = instantFromMicros(1_797_102_000 * MICROS_PER_SECOND);

/**
 * One organiser with one event and one client, in a separate database. The clock stands still until it is moved. PostgreSQL has a clock of its own;
 * there this one stands a minute ahead of it, so that whatever was committed is due.
 */
export interface OrganiserFixture {
  readonly database: Database;
  readonly dataDir: string;
  /** Null for SQLite, in the data folder. */
  readonly databaseUrl: string | null;
  readonly organiser: string;
  readonly organiserId: number;
  readonly event: EventRow;
  readonly client: ScanningClient;
  /** All events emitted so far, oldest first. */
  readonly told: DomainEvent[];
  readonly write: Database['write'];
  readonly clock: Clock;
  readonly now: () => Instant;
  readonly advance: (micros: number) => Promise<Instant>;
  readonly addTicketType: (input?: Partial<TicketTypeInput>) => Promise<TicketTypeRow>;
  readonly addOrder: (
    sellable: string,
    input?: Partial<OrderInput> & { readonly quantity?: number; readonly session?: string | null },
  ) => Promise<{ readonly order: OrderRow; readonly tickets: readonly TicketRow[] }>;
  readonly close: () => Promise<void>;
}

export async function openOrganiserFixture(): Promise<OrganiserFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-organiser-'));
  let now = isOnPostgres ? instantFromMicros(Date.now() * 1_000 + MICROS_PER_MINUTE) : fixtureNow;
  const databaseUrl = await newTestDatabase();
  const database = await openDatabase({ dataDir, databaseUrl, clock: () => now });
  const told: DomainEvent[] = [];
  database.onCommit(({ events }) => told.push(...events), 60_000);
  const setUp = await database.write(addOrganiser);
  const event = setUp.event.reference;
  return {
    ...setUp,
    database,
    dataDir,
    databaseUrl,
    told,
    write: (work) => database.write(work),
    clock: { now: () => now, monotonicMs: () => performance.now() },
    now: () => now,
    advance: async (micros) => (now = addMicros(now, micros)),
    addTicketType: (input) =>
      database.write((tx) =>
        createTicketType(tx, event, {
          ...ticketTypeDefaults,
          name: 'Standard',
          price: 4500,
          ...input,
        }),
      ),
    addOrder: (sellable, { quantity = 1, session = null, ...input } = {}) =>
      database.write(async (tx) => {
        const order = await createOrder(tx, {
          event,
          lines: [{ sellable, quantity, session }],
          contact: null,
          answers: {},
          status: 'confirmed',
          ...input,
        });
        return { order, tickets: await listOrderTickets(tx, order.id) };
      }),
    close: async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** With which a command has its database. */
export function environmentOf({
  dataDir,
  databaseUrl,
}: Pick<OrganiserFixture, 'dataDir' | 'databaseUrl'>): NodeJS.ProcessEnv {
  return {
    GATEHOUSE_DATA: dataDir,
    ...(databaseUrl !== null && { GATEHOUSE_DATABASE: databaseUrl }),
  };
}

async function addOrganiser(tx: WriteTransaction) {
  const organiser = await createOrganiser(tx, { name: 'Nordlys', plan: 'pro', email: null });
  const event = await createEvent(tx, organiser.reference, {
    ...eventDefaults,
    name: 'Winter Gala',
    slug: 'winter-gala',
    timezone: 'Europe/Oslo',
    currency: 'NOK',
  });
  const { client } = await createClient(tx, {
    organiser: organiser.reference,
    name: 'Door',
    scopes: ['scans:write', 'scanner:sync'],
    events: 'all',
  });
  return {
    organiser: organiser.reference,
    organiserId: organiser.id,
    event,
    client: { organiserId: organiser.id, clientRowId: client.id, allEvents: true },
  };
}

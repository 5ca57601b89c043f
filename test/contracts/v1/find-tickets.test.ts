import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { Client } from 'pg';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { addMicros, instantFromMillis } from '../../../shared/instant.ts';
import { createSession } from '../../../src-server/domain/events/sessions.ts';
import { refundOrder } from '../../../src-server/domain/sales/refund-order.ts';
import { createOrder } from '../../../src-server/domain/sales/create-order.ts';
import { cancelTicket } from '../../../src-server/domain/tickets/change-ticket.ts';
import type { WriteTransaction } from '../../../src-server/database/transaction.ts';
import { openDatabase } from '../../../src-server/open-database.ts';
import { createServer } from '../../../src-server/server.ts';
import { isOnPostgres, testConfig } from '../../support/test-config.ts';
import {
  makeClient,
  makeEvent,
  makeOrganiser,
  makeTicketType,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';

/** Which tickets the list finds by its filters, alone and together, in both modes, in a small event and in one with too many to sort. */
const Rows = Compile(
  Type.Object({
    data: Type.Object({
      data: Type.Array(Type.Object({ reference: Type.String(), seat_label: Type.Unknown() })),
      total: Type.Optional(Type.Integer()),
      next_page_url: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
);

let host: TestServer;
let client: TestClient;
let organiser: string;
let event: string;
let stalls: string;
let balcony: string;
let evening: string;

beforeAll(async () => {
  host = await startTestServer();
  organiser = await makeOrganiser(host);
  event = await makeEvent(host, organiser, 'gala');
  [stalls, balcony] = [await makeTicketType(host, event), await makeTicketType(host, event)];
  client = await makeClient(host, organiser);
  evening = await host.database.write(async (tx) => {
    const [starts, ends] = [1, 2].map((hours) => instantFromMillis(Date.now() + hours * 3_600_000));
    if (starts === undefined || ends === undefined) throw new Error('expected two times');
    return (await createSession(tx, event, { name: 'Evening', starts_at: starts, ends_at: ends }))
      .reference;
  });
  await sell('ada@example.org', 'Lovelace', ['A 1', 'A 2']);
  await sell('grace@example.org', 'Hopper', ['A 3'], { sellable: balcony, session: evening });
  const mary = await sell('mary@example.org', 'Jackson', ['B 1']);
  await host.database.write((tx) => refundOrder(tx, mary, { amount: null, via: 'console' }));
  const [cancelled] = await find('q=A 2');
  const [admitted] = await find('q=A 1');
  await host.database.write((tx) => cancelTicket(tx, cancelled?.reference ?? ''));
  await client.post(
    '/integration/scans',
    { ticket: admitted?.reference },
    { 'Idempotency-Key': crypto.randomUUID() },
  );
});
afterAll(() => host[Symbol.asyncDispose]());

/** The order's reference. Its ticket for each seat has the seat in the number and the code at the shop as well. */
async function sell(
  email: string,
  last_name: string,
  seats: readonly string[],
  more: { readonly sellable?: string; readonly session?: string } = {},
): Promise<string> {
  const { reference } = await host.database.write((tx) =>
    createOrder(tx, {
      event,
      lines: [
        {
          sellable: stalls,
          quantity: seats.length,
          seat_labels: seats,
          tickets: seats.map((seat) => ({
            code: `shop-${seat.replace(' ', '')}`,
            external_id: `T-${seat.replace(' ', '')}`,
          })),
          ...more,
        },
      ],
      contact: { email, first_name: 'Guest', last_name },
      answers: {},
      status: 'confirmed',
    }),
  );
  return reference;
}

async function page(query: string, of = event) {
  const path = `/integration/events/${of}/tickets?${query.replaceAll(' ', '%20')}`;
  const response = await client.get(path);
  expect(response.status, query).toBe(200);
  return Rows.Parse(await response.json()).data;
}

const find = async (query: string) => (await page(query)).data;
const seats = async (query: string) => {
  const numbered = await page(query);
  const found = numbered.data.map(({ seat_label }) => String(seat_label)).toSorted();
  expect(numbered.total, query).toBe(found.length);
  const changed = await find(`${query}&updated_since=1970-01-01T00:00:00Z`);
  expect(changed.map(({ seat_label }) => String(seat_label)).toSorted(), query).toEqual(found);
  return found;
};
const contactOf = async (email: string) => {
  const response = await client.get(`/integration/contacts?email=${email}`);
  return /con_\w+/.exec(await response.text())?.[0] ?? '';
};

describe('The list of tickets', () => {
  it('finds by holder, type, session and whether they came', async () => {
    const ada = await contactOf('ada@example.org');
    expect(await seats('email=ADA@example.org')).toEqual(['A 1', 'A 2']);
    expect(await seats(`contact=${ada}`)).toEqual(['A 1', 'A 2']);
    expect(await seats(`contact=${ada}&email=grace@example.org`)).toEqual([]);
    expect(await seats('email=nobody@example.org')).toEqual([]);
    expect(await seats(`ticket_type=${balcony}`)).toEqual(['A 3']);
    expect(await seats(`session=${evening}`)).toEqual(['A 3']);
    expect(await seats(`ticket_type=${stalls}&session=${evening}`)).toEqual([]);
    expect(await seats('checked_in=1')).toEqual(['A 1']);
    expect(await seats('checked_in=0')).toEqual(['A 2', 'A 3', 'B 1']);
    expect(await seats('checked_in=false&email=ada@example.org')).toEqual(['A 2']);
  });

  it('finds several statuses, and each alone as ever', async () => {
    expect(await seats('status=valid,refunded')).toEqual(['A 1', 'A 3', 'B 1']);
    expect(await seats('status=cancelled,refunded&email=ada@example.org')).toEqual(['A 2']);
    expect(await seats('status=refunded')).toEqual(['B 1']);
  });

  it('finds by a name, an email, a seat, a code and the number at the shop', async () => {
    expect(await seats('q=lovel')).toEqual(['A 1', 'A 2']);
    expect(await seats('q=guest hopper')).toEqual(['A 3']);
    expect(await seats('q=grace@')).toEqual(['A 3']);
    expect(await seats('q=a 3')).toEqual(['A 3']);
    expect(await seats('q=SHOP-B1')).toEqual(['B 1']);
    expect(await seats('q=T-A3')).toEqual(['A 3']);
    expect(await seats('q=lovelace&status=valid')).toEqual(['A 1']);
    expect(await seats('q=nothing of the kind')).toEqual([]);
  });

  it('goes through its pages with a filter, newest first and by changes', async () => {
    const all = (await find('status=valid,refunded')).map(({ reference }) => reference);
    const paged: string[] = [];
    for (const number of [1, 2, 3]) {
      const { data } = await page(`status=valid,refunded&per_page=1&page=${number}`);
      paged.push(...data.map(({ reference }) => reference));
    }
    expect(paged).toEqual(all);
    const changed: string[] = [];
    let next: string | null = `status=valid,refunded&per_page=2&updated_since=1970-01-01T00:00:00Z`;
    while (next !== null) {
      const { data, next_page_url: url } = await page(next);
      changed.push(...data.map(({ reference }) => reference));
      next = url === null ? null : decodeURIComponent(new URL(url).search.slice(1));
    }
    expect(changed.toSorted()).toEqual(all.toSorted());
  });

  it('does not know what is of another event, or no reference of one', async () => {
    const other = await makeEvent(host, organiser, 'matinee');
    const theirs = await makeTicketType(host, other);
    const stranger = await makeOrganiser(host);
    const foreign = await makeTicketType(host, await makeEvent(host, stranger, 'gala'));
    for (const query of [
      `ticket_type=${theirs}`,
      `ticket_type=${foreign}`,
      'session=ses_1',
      'contact=con_1',
    ]) {
      const response = await client.get(`/integration/events/${event}/tickets?${query}`);
      expect(response.status, query).toBe(404);
    }
  });

  it('names every filter that is wrong', async () => {
    const query = 'checked_in=maybe&q=%20&status=valid,sold&email=';
    const response = await client.get(`/integration/events/${event}/tickets?${query}`);
    expect(response.status).toBe(422);
    expect(Object.keys(Object(await response.json()).errors)).toEqual(
      expect.arrayContaining(['checked_in', 'q', 'status', 'email']),
    );
  });

  it('tells a station nothing by an email that it may not see', async () => {
    const station = await makeClient(host, organiser, { scopes: ['scanner:sync'] });
    for (const query of ['email=ada@example.org', 'q=ada']) {
      const response = await station.get(`/integration/events/${event}/tickets?${query}`);
      expect(response.status).toBe(403);
    }
    expect((await station.get(`/integration/events/${event}/tickets?checked_in=1`)).status).toBe(
      200,
    );
  });
});

/** More than are looked at for one page of changes, or counted at once. */
const MANY = 21_000;
const RARE = 3;
/** Every 7,000th. */
const CANCELLED = 2;

describe('The list of more tickets than are sorted for a page', () => {
  let crowd: string;
  let common: string;
  let rare: string;

  beforeAll(async () => {
    crowd = await makeEvent(host, organiser, 'crowd');
    [common, rare] = [await makeTicketType(host, crowd), await makeTicketType(host, crowd)];
    await host.database.write(async (tx) => {
      await createOrder(tx, {
        event: crowd,
        lines: [
          { sellable: rare, quantity: RARE },
          { sellable: common, quantity: 1 },
        ],
        contact: null,
        answers: {},
        status: 'confirmed',
      });
    });
    await host.database.write((tx) => copyTickets(tx, common));
    const [first] = (await page(`ticket_type=${common}&per_page=1`, crowd)).data;
    for (const ticket of [
      first?.reference,
      (await page(`ticket_type=${rare}`, crowd)).data[0]?.reference,
    ])
      await client.post(
        '/integration/scans',
        { ticket },
        { 'Idempotency-Key': crypto.randomUUID() },
      );
  });

  /** Every ticket of a walk, and how many of its pages were empty. */
  async function walked(query: string) {
    const found: string[] = [];
    let empty = 0;
    let next: string | null = `${query}&per_page=100&updated_since=1970-01-01T00:00:00Z`;
    while (next !== null) {
      const { data, next_page_url: url } = await page(next, crowd);
      found.push(...data.map(({ reference }) => reference));
      if (data.length === 0) empty += 1;
      next = url === null ? null : decodeURIComponent(new URL(url).search.slice(1));
    }
    return { found: new Set(found).size, empty };
  }

  it('has exact totals with every filter, and pages far in', async () => {
    const totals = [
      [`ticket_type=${common}`, MANY],
      [`ticket_type=${rare}`, RARE],
      ['checked_in=1', 2],
      ['checked_in=0', MANY + RARE - 2],
      [`checked_in=0&ticket_type=${common}`, MANY - 1],
      ['status=cancelled,refunded', CANCELLED],
      ['status=valid,refunded', MANY + RARE - CANCELLED],
    ] as const;
    for (const [query, total] of totals)
      expect([query, (await page(query, crowd)).total]).toEqual([query, total]);
    const last = await page(`ticket_type=${common}&per_page=100&page=${MANY / 100}`, crowd);
    expect([last.data.length, last.next_page_url]).toEqual([100, null]);
    await client.post(
      '/integration/scans',
      { ticket: last.data[0]?.reference },
      { 'Idempotency-Key': crypto.randomUUID() },
    );
    expect((await page('checked_in=1', crowd)).total).toBe(3);
    expect((await page('checked_in=0', crowd)).total).toBe(MANY + RARE - 3);
  });

  it('is walked in full with a filter that few meet, over pages that find nothing', async () => {
    const { found, empty } = await walked('status=cancelled,refunded');
    expect(found).toBe(CANCELLED);
    expect(empty).toBeLessThanOrEqual(3);
    expect((await walked(`ticket_type=${rare}`)).found).toBe(RARE);
    expect((await walked('checked_in=1')).found).toBe(3);
  });

  it.runIf(isOnPostgres)(
    'costs PostgreSQL as many rows for a page of twice as many tickets, whichever the filter',
    async () => {
      // What a connection has read is counted once it ends.
      await host.server.close();
      await host.database.close();
      const place = { dataDir: host.data, databaseUrl: host.databaseUrl };
      const read = async () => {
        await using database = await openDatabase(place);
        await database.write((tx) => sql`analyze`.execute(tx.db));
        await database.close();
        return readForEach(filters());
      };
      const before = await read();
      await using database = await openDatabase(place);
      await database.write((tx) => copyTickets(tx, common));
      await database.close();
      const after = await read();
      const more = filters().map((filter, at) => [filter, (after[at] ?? 0) - (before[at] ?? 0)]);
      expect(before.filter((rows) => rows === 0)).toEqual([]);
      expect(more.filter(([, rows]) => Number(rows) > 100)).toEqual([]);
    },
  );

  /** How many rows of tickets, and entries of their indexes, PostgreSQL reads for the first page of each. */
  async function readForEach(queries: readonly string[]): Promise<readonly number[]> {
    const statistics = new Client({ connectionString: host.databaseUrl ?? '' });
    await statistics.connect();
    const read: number[] = [];
    for (const query of queries) {
      const before = await rowsRead(statistics);
      const server = await createServer(testConfig(host.data, { databaseUrl: host.databaseUrl }));
      const address = `${server.baseUrl}/integration/events/${crowd}/tickets`;
      const page = `${address}?${query}&updated_since=1970-01-01T00:00:00Z`;
      expect((await client.get(page)).status).toBe(200);
      await server.close();
      read.push((await rowsRead(statistics)) - before);
    }
    await statistics.end();
    return read;
  }

  const filters = () => [
    `ticket_type=${common}`,
    `ticket_type=${rare}`,
    'status=valid,refunded',
    'status=cancelled,refunded',
    'checked_in=0',
    'checked_in=1',
    `checked_in=0&ticket_type=${common}`,
    'email=ada@example.org',
    'q=lovelace',
  ];
});

/** As many tickets of that type as there are to be, all like its first one but for those that are cancelled. */
async function copyTickets(tx: WriteTransaction, type: string): Promise<void> {
  const { id: _id, ...ticket } = await tx.db
    .selectFrom('tickets as k')
    .innerJoin('ticket_types as y', 'y.id', 'k.ticket_type_id')
    .selectAll('k')
    .where('y.reference', '=', type)
    .orderBy('k.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  for (let made = 1; made < MANY; made += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, MANY - made) }, (_, index) => ({
      ...ticket,
      reference: tx.newReference('ticket'),
      status: (made + index) % 7_000 === 0 ? ('cancelled' as const) : ticket.status,
      voided_at: (made + index) % 7_000 === 0 ? tx.now : null,
      created_at: addMicros(ticket.created_at, made + index),
      updated_at: tx.timestamp(),
    }));
    await tx.insertAll('tickets', rows);
  }
}

/** Index entries and rows of tickets that connections have read which have ended; there are no others. */
async function rowsRead(statistics: Client): Promise<number> {
  const numberOf = async (query: string) => {
    const { rows } = await statistics.query<{ n: string }>(query);
    return Number(rows[0]?.n);
  };
  await expect.poll(() => numberOf(OTHER_CONNECTIONS), { timeout: 10_000 }).toBe(0);
  return numberOf(READ_SO_FAR);
}

const OTHER_CONNECTIONS = `select count(*) as n from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
const READ_SO_FAR = `select t.seq_tup_read + (select sum(i.idx_tup_read) from pg_stat_user_indexes as i where i.relname = t.relname) as n
  from pg_stat_user_tables as t where t.relname = 'tickets'`;

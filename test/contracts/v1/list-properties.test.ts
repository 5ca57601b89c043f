import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMicros, instantFromMillis, MICROS_PER_SECOND } from '../../../shared/instant.ts';
import { NumberedList } from '../../../shared/contract/lists.ts';
import { Ticket } from '../../../shared/resources/tickets.ts';
import { updateTicketType } from '../../../src-server/domain/events/ticket-types.ts';
import { cancelTicket } from '../../../src-server/domain/tickets/change-ticket.ts';
import {
  makeClient,
  makeEvent,
  makeOrder,
  makeOrganiser,
  makeTicketType,
  startTestServer,
  ticketsOf,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';
import { isOnPostgres } from '../../support/test-config.ts';
import { readBody } from '../../support/read-body.ts';
import { readPage, walkChanges, walkNumbered } from '../../support/walk-list.ts';

const EPOCH = '1970-01-01T00:00:00Z';
const TICKETS = 61;

let host: TestServer;
let client: TestClient;
let organiser: string;
let event: string;
let ticketType: string;
let references: string[];

beforeAll(async () => {
  host = await startTestServer();
  organiser = await makeOrganiser(host);
  event = await makeEvent(host, organiser, 'gala');
  ticketType = await makeTicketType(host, event);
  await makeOrder(host, { event, ticketType, quantity: TICKETS });
  references = (await ticketsOf(host, event)).toSorted();
  client = await makeClient(host, organiser);
  await tieTimestamps();
});
afterAll(() => host[Symbol.asyncDispose]());

/** The server's timestamps are unique, but imported rows may share one: all tickets get one of four times in the past. */
async function tieTimestamps(): Promise<void> {
  const base = addMicros(instantFromMillis(Date.now()), -3600 * MICROS_PER_SECOND);
  await host.database.write(async (tx) => {
    for (const [index, reference] of references.entries()) {
      const stamp = addMicros(base, (index * 7) % 4);
      await tx.db
        .updateTable('tickets')
        .set({ created_at: stamp, updated_at: stamp })
        .where('reference', '=', reference)
        .execute();
    }
  });
}

function touch(reference: string) {
  return host.database.write((tx) =>
    tx.db
      .updateTable('tickets')
      .set({ updated_at: tx.timestamp() })
      .where('reference', '=', reference)
      .execute(),
  );
}

const list = (query: string) => `/integration/events/${event}/tickets?${query}`;
const sortedReferences = (rows: readonly { readonly reference: string }[]) =>
  rows.map((row) => row.reference).toSorted();

describe('Numbered mode', () => {
  it('shows each row once for any page size, newest first and by reference on a tie', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 }), async (perPage) => {
        const rows = await walkNumbered(client, list(`per_page=${perPage}`));
        expect(sortedReferences(rows)).toEqual(references);
        for (const [index, row] of rows.entries()) {
          const before = rows[index - 1];
          if (before?.created_at === undefined || row.created_at === undefined) continue;
          const newer = before.created_at > row.created_at;
          const tie = before.created_at === row.created_at && before.reference > row.reference;
          expect(newer || tie).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('A page of numbered mode', () => {
  it('is that part of the list as it is now, whichever pages were read before and whatever changed since', async () => {
    const fair = await makeEvent(host, organiser, 'fair');
    const type = await makeTicketType(host, fair);
    await makeOrder(host, { event: fair, ticketType: type, quantity: 30 });
    const path = `/integration/events/${fair}/tickets`;
    const page = fc.record({
      kind: fc.constant('page' as const),
      page: fc.integer({ min: 1, max: 9 }),
      perPage: fc.integer({ min: 2, max: 6 }),
      status: fc.constantFrom('', '&status=valid'),
    });
    const step = fc.oneof(
      { weight: 6, arbitrary: page },
      fc.record({ kind: fc.constantFrom('sell' as const, 'cancel' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        for (const taken of steps) {
          if (taken.kind === 'page') {
            const { perPage, status } = taken;
            const query = `per_page=${perPage}&page=${taken.page}${status}`;
            const { data } = await holders(`${path}?${query}`);
            const whole = await holders(`${path}?per_page=100${status}`);
            const from = (taken.page - 1) * perPage;
            expect(data).toEqual(whole.data.slice(from, from + perPage));
          } else if (taken.kind === 'sell') {
            await makeOrder(host, { event: fair, ticketType: type });
          } else {
            const { data } = await holders(`${path}?status=valid`);
            await host.database.write((tx) => cancelTicket(tx, data[0]?.reference ?? ''));
          }
        }
      }),
      { numRuns: 8 },
    );
  });
});

describe('Incremental mode', () => {
  it('shows each row once, oldest change first, for page sizes that vary along the walk', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sizes, async (perPages) => {
        const rows: { reference: string; updated_at: string }[] = [];
        const watermarks = new Set<string>();
        let next: string | null = list(`updated_since=${EPOCH}`);
        for (let step = 0; next !== null; step += 1) {
          const url: URL = new URL(next, host.server.baseUrl);
          url.searchParams.set('per_page', String(perPages[step % perPages.length]));
          const target: string = next.startsWith('http') ? url.href : url.pathname + url.search;
          const page = await readPage(client, target);
          watermarks.add(page.watermark);
          for (const { reference, updated_at = '' } of page.data.data) {
            rows.push({ reference, updated_at });
          }
          next = page.data.next_page_url;
        }
        expect(watermarks.size).toBe(1);
        expect(sortedReferences(rows)).toEqual(references);
        const keys = rows.map((row) => `${row.updated_at} ${row.reference}`);
        expect(keys).toEqual(keys.toSorted());
      }),
      { numRuns: 20 },
    );
  });

  it('links back to the pages before, and forward again', async () => {
    const pages: string[][] = [];
    const backs: (string | null)[] = [];
    let next: string | null = list(`updated_since=${EPOCH}&per_page=9`);
    while (next !== null) {
      const page = await readPage(client, next);
      pages.push(page.data.data.map((row) => row.reference));
      backs.push(page.data.prev_page_url);
      next = page.data.next_page_url;
    }
    expect(backs[0]).toBeNull();
    for (let index = pages.length - 1; index > 0; index -= 1) {
      const back = await readPage(client, backs[index] ?? '');
      expect(back.data.data.map((row) => row.reference)).toEqual(pages[index - 1]);
      expect(back.data.prev_page_url === null).toBe(index === 1);
      const forth = await readPage(client, back.data.next_page_url ?? '');
      expect(forth.data.data.map((row) => row.reference)).toEqual(pages[index]);
    }
  });

  it('includes rows changed exactly at the pointer, and none before it', async () => {
    const { rows } = await walkChanges(client, list(`updated_since=${EPOCH}`));
    const pointer = rows[30]?.updated_at ?? '';
    const later = await walkChanges(client, list(`updated_since=${pointer}`));
    expect(sortedReferences(later.rows)).toEqual(
      sortedReferences(rows.filter((row) => (row.updated_at ?? '') >= pointer)),
    );
  });

  // PostgreSQL uses its own server's clock, which tests cannot move.
  it.skipIf(isOnPostgres)(
    'includes changes made after the clock was ahead and was set back',
    async () => {
      const [changed = ''] = references;
      host.clock.advance(600_000);
      await touch(changed);
      host.clock.advance(60_000);
      const walk = await walkChanges(client, list(`updated_since=${EPOCH}`));
      host.clock.advance(-660_000);
      await touch(changed);
      const since = `updated_since=${walk.watermarks[0]}`;
      const { rows } = await walkChanges(client, list(since));
      expect(rows.map(({ reference }) => reference)).toContain(changed);
    },
  );
});

async function holders(path: string) {
  return (await readBody(await client.get(path), NumberedList(Ticket))).data;
}

describe('A list', () => {
  it('contains every change, whatever the server has cached', async () => {
    const party = await makeEvent(host, organiser, 'party');
    const type = await makeTicketType(host, party);
    const path = `/integration/events/${party}/tickets`;
    expect((await holders(path)).total).toBe(0);
    await makeOrder(host, { event: party, ticketType: type, email: 'ada@example.org' });
    const before = await holders(path);
    expect(before.total).toBe(1);
    expect(before.data[0]?.contact?.first_name).toBe('Ada');
    const rename = { email: 'ada@example.org', first_name: 'Augusta' };
    await client.post('/integration/contacts', rename, { 'idempotency-key': 'rename' });
    expect((await holders(path)).data[0]?.contact?.first_name).toBe('Augusta');
    await host.database.write((tx) => updateTicketType(tx, type, { name: 'Floor' }));
    expect((await holders(path)).data[0]?.ticket_type?.name).toBe('Floor');
    const [ticket = ''] = await ticketsOf(host, party);
    await host.database.write((tx) => cancelTicket(tx, ticket));
    const after = await holders(path);
    expect(after.data[0]?.status).toBe('cancelled');
    expect((await holders(`${path}?status=valid`)).total).toBe(0);
    await makeOrder(host, { event: party, ticketType: type, quantity: 2 });
    expect((await holders(path)).total).toBe(3);
    expect((await holders(`${path}?status=valid`)).total).toBe(2);
  });

  it('caches what a station may not see apart from what an integrator sees', async () => {
    const station = await makeClient(host, organiser, { scopes: ['scanner:sync'] });
    const path = '/integration/events/party/tickets';
    for (const reader of [client, station, client, station]) {
      const list = await readBody(await reader.get(path), NumberedList(Ticket));
      const emails = list.data.data.map((row) => row.contact?.email ?? null);
      expect(emails.includes('ada@example.org')).toBe(reader === client);
    }
  });
});

it('every list can be walked by following next_page_url, in both modes', async () => {
  for (let count = 0; count < 5; count += 1) {
    const email = `guest${count}@example.org`;
    await makeOrder(host, { event, ticketType, email, quantity: 1 });
    const [ticket] = await ticketsOf(host, event);
    await client.post('/integration/scans', { ticket }, { 'idempotency-key': email });
  }
  const paths = ['/integration/events', '/integration/orders', '/integration/contacts'];
  const ofEvent = ['orders', 'tickets', 'scans'].map((name) => `/integration/events/gala/${name}`);
  for (const path of [...paths, ...ofEvent]) {
    const numbered = sortedReferences(await walkNumbered(client, `${path}?per_page=2`));
    const changed = await walkChanges(client, `${path}?per_page=2&updated_since=${EPOCH}`);
    expect(numbered.length).toBeGreaterThan(0);
    expect(new Set(numbered).size).toBe(numbered.length);
    expect(sortedReferences(changed.rows)).toEqual(numbered);
  }
});

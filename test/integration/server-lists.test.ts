import fc from 'fast-check';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addMicros, instantFromMillis, MICROS_PER_SECOND } from '../../shared/instant.ts';
import { NumberedList } from '../../shared/contract/lists.ts';
import { Ticket } from '../../shared/contract/resources.ts';
import { archiveEvent } from '../../src-server/services/events.ts';
import { updateTicketType } from '../../src-server/services/ticket-types.ts';
import { cancelTicket } from '../../src-server/services/tickets/change-ticket.ts';
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
} from '../support/test-server.ts';
import { readBody } from '../support/read-body.ts';
import { Numbered, readPage, walkChanges, walkNumbered } from '../support/walk-list.ts';

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
  await tieStamps();
});
afterAll(() => host[Symbol.asyncDispose]());

/** Stamps are unique, but rows that came from elsewhere may share one: all tickets get one of four, in the past. */
async function tieStamps(): Promise<void> {
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
      .set({ updated_at: tx.stamp() })
      .where('reference', '=', reference)
      .execute(),
  );
}

const list = (query: string) => `/integration/events/${event}/tickets?${query}`;
const sortedReferences = (rows: readonly { readonly reference: string }[]) =>
  rows.map((row) => row.reference).toSorted();

describe('numbered mode', () => {
  it('shows each row once for any page size, newest first and by reference on a tie', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 }), async (perPage) => {
        const rows = await walkNumbered(client, list(`per_page=${perPage}`));
        expect(sortedReferences(rows)).toEqual(references);
        for (const [index, row] of rows.entries()) {
          const before = rows[index - 1];
          if (before?.updated_at === undefined || row.updated_at === undefined) continue;
          const newer = before.updated_at > row.updated_at;
          const tie = before.updated_at === row.updated_at && before.reference > row.reference;
          expect(newer || tie).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('reads the same pages backwards through prev_page_url', async () => {
    const rows: string[] = [];
    let next: string | null = list('per_page=7&page=9');
    while (next !== null) {
      const page = Numbered.Parse(await (await client.get(next)).json());
      rows.unshift(...page.data.data.map((row) => row.reference));
      next = page.data.prev_page_url;
    }
    expect(rows.toSorted()).toEqual(references);
  });

  it('is empty past the end', async () => {
    const page = Numbered.Parse(await (await client.get(list('page=1000000000000'))).json());
    expect(page.data).toMatchObject({ data: [], total: TICKETS, next_page_url: null });
  });

  it('ignores page in incremental mode', async () => {
    const { rows } = await walkChanges(client, list(`updated_since=${EPOCH}&page=4`));
    expect(sortedReferences(rows)).toEqual(references);
  });
});

describe('incremental mode', () => {
  it('has exactly the seven keys and one watermark', async () => {
    const response = await client.get(list(`updated_since=${EPOCH}`));
    const body = await readBody(
      response,
      Type.Object({ data: Type.Object({}), watermark: Type.String() }),
    );
    expect(Object.keys(body)).toEqual(['data', 'watermark']);
    expect(Object.keys(body.data).toSorted()).toEqual([
      'data',
      'next_cursor',
      'next_page_url',
      'path',
      'per_page',
      'prev_cursor',
      'prev_page_url',
    ]);
  });

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

  it('leads back to the pages before, and there again', async () => {
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

  it('keeps a row that changes during the walk for the next one', async () => {
    const first = await readPage(client, list(`updated_since=${EPOCH}&per_page=20`));
    const seen = new Set(first.data.data.map((row) => row.reference));
    const unseen = references.find((reference) => !seen.has(reference)) ?? '';
    await touch(unseen);
    const rest = await walkChanges(client, first.data.next_page_url ?? '');
    expect(rest.rows.map((row) => row.reference)).not.toContain(unseen);
    expect(rest.watermarks).toEqual([first.watermark]);
    const next = await walkChanges(client, list(`updated_since=${first.watermark}`));
    expect(next.rows.map((row) => row.reference)).toContain(unseen);
  });

  it('brings what changes after the clock was ahead and is set back', async () => {
    const [changed = ''] = references;
    const clock = vi.spyOn(Date, 'now');
    const ahead = Date.now() + 600_000;
    clock.mockImplementation(() => ahead);
    await touch(changed);
    clock.mockImplementation(() => ahead + 60_000);
    const walk = await walkChanges(client, list(`updated_since=${EPOCH}`));
    clock.mockRestore();
    await touch(changed);
    const since = `updated_since=${walk.watermarks[0]}`;
    const { rows } = await walkChanges(client, list(since));
    expect(rows.map(({ reference }) => reference)).toContain(changed);
  });

  it('refuses a cursor of another client, list, filter or pointer, a changed one, and one alone', async () => {
    const page = await readPage(client, list(`updated_since=${EPOCH}&per_page=5`));
    const cursor = page.data.next_cursor ?? '';
    const other = await makeClient(host, organiser);
    const otherEvent = await makeEvent(host, organiser, 'other');
    const refused = [
      await other.get(list(`updated_since=${EPOCH}&cursor=${cursor}`)),
      await client.get(
        `/integration/events/${otherEvent}/tickets?updated_since=${EPOCH}&cursor=${cursor}`,
      ),
      await client.get(
        `/integration/events/${event}/scans?updated_since=${EPOCH}&cursor=${cursor}`,
      ),
      await client.get(list(`updated_since=${EPOCH}&status=valid&cursor=${cursor}`)),
      await client.get(list(`updated_since=${EPOCH}&include_deleted=1&cursor=${cursor}`)),
      await client.get(list(`updated_since=1971-01-01T00:00:00Z&cursor=${cursor}`)),
      await client.get(list(`updated_since=${EPOCH}&cursor=${cursor}x`)),
      await client.get(list(`updated_since=${EPOCH}&cursor=`)),
      await client.get(list(`cursor=${cursor}`)),
    ];
    for (const response of refused) {
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ code: 'cursor.invalid' });
    }
    const same = await client.get(
      `/integration/events/gala/tickets?updated_since=1970-01-01T01:00:00%2B01:00&cursor=${cursor}`,
    );
    expect(same.status).toBe(200);
  });

  it('brings archived events as tombstones, only when asked', async () => {
    const doomed = await makeEvent(host, organiser, 'doomed');
    const before = await walkChanges(client, `/integration/events?updated_since=${EPOCH}`);
    expect(before.rows.map((row) => row.reference)).toContain(doomed);
    await host.database.write((tx) => archiveEvent(tx, doomed));
    const [pointer = ''] = before.watermarks;
    const url = `/integration/events?updated_since=${pointer}`;
    const plain = await walkChanges(client, url);
    expect(plain.rows.map((row) => row.reference)).not.toContain(doomed);
    const full = await walkChanges(client, `${url}&include_deleted=1`);
    const tombstone = full.rows.find((row) => row.reference === doomed);
    expect(tombstone?.deleted_at).toMatch(/Z$/);
    expect((await client.get(`/integration/events/${doomed}`)).status).toBe(404);
    expect((await client.get(`/integration/events/${doomed}?include_deleted=1`)).status).toBe(200);
  });
});

async function holders(path: string) {
  return (await readBody(await client.get(path), NumberedList(Ticket))).data;
}

describe('what lists remember', () => {
  it('is never older than a change', async () => {
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

  it('keeps what a station may not see apart from what an integrator sees', async () => {
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

import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClient, connect, freshKey, walk, walkChanges } from '../../support/v1/api-client.ts';
import type { ApiClient } from '../../support/v1/api-client.ts';
import { startTestServer } from '../../support/test-server.ts';
import type { Gatehouse } from '../../support/v1/gatehouse.ts';
import { organiserOf } from '../../support/v1/programme.ts';
import { shaped } from '../../support/v1/shaped.ts';
import {
  Changes,
  Contact,
  EntryScan,
  Event,
  List,
  Made,
  Order,
  OrderDetails,
  Placed,
  Ticket,
  Warned,
  Wrapped,
} from '../../support/v1/shapes.ts';

/** Sections 2.2, 4.1 and 4.3: paginators, incremental walks, filters. */
const TICKETS = 40;
const SINCE = 'updated_since=1970-01-01T00:00:00Z';
let gatehouse: Gatehouse;
let client: ApiClient;
let organiser: string;
let event: string;
let type: string;
let placed: Awaited<ReturnType<typeof order>>;

function order(flags: string) {
  return gatehouse.make(Placed, `order create --event ${event} --ticket-type ${type} ${flags}`);
}

beforeAll(async () => {
  gatehouse = await startTestServer();
  const { addOrganiser, addEvent, addType } = organiserOf(gatehouse);
  organiser = await addOrganiser();
  event = await addEvent(organiser, 'gala');
  type = await addType(event, '--price 4500 --total 1000');
  placed = await order(`--quantity ${TICKETS} --email ada+1@example.org`);
  client = await addClient(gatehouse, organiser);
});
afterAll(() => gatehouse[Symbol.asyncDispose]());

const tickets = '/integration/events/gala/tickets';
const numbered = (query: string) => client.read(List(Ticket), `${tickets}${query}`);
const changed = (query: string) => client.read(Changes(Ticket), `${tickets}${query}`);
const labelsOf = (page: Awaited<ReturnType<typeof numbered>>) =>
  page.data.links.slice(1, -1).map(({ label }) => label);

describe('The paginator (2.2)', () => {
  it("has Laravel's keys in Laravel's order", async () => {
    const page = await numbered('');
    expect(Object.keys(page.data)).toEqual([
      'current_page',
      'data',
      'first_page_url',
      'from',
      'last_page',
      'last_page_url',
      'links',
      'next_page_url',
      'path',
      'per_page',
      'prev_page_url',
      'to',
      'total',
    ]);
  });

  it('has 25 rows by default, and links to its neighbours', async () => {
    const path = `${gatehouse.baseUrl}${tickets}`;
    const first = (await numbered('')).data;
    expect(first.data).toHaveLength(25);
    expect({ ...first, data: [] }).toEqual({
      current_page: 1,
      data: [],
      first_page_url: `${path}?page=1`,
      from: 1,
      last_page: 2,
      last_page_url: `${path}?page=2`,
      links: [
        { url: null, label: '&laquo; Previous', active: false },
        { url: `${path}?page=1`, label: '1', active: true },
        { url: `${path}?page=2`, label: '2', active: false },
        { url: `${path}?page=2`, label: 'Next &raquo;', active: false },
      ],
      next_page_url: `${path}?page=2`,
      path,
      per_page: 25,
      prev_page_url: null,
      to: 25,
      total: TICKETS,
    });
    const second = (await client.read(List(Ticket), first.next_page_url ?? '')).data;
    expect(second.data).toHaveLength(15);
    expect(second).toMatchObject({
      current_page: 2,
      from: 26,
      to: 40,
      next_page_url: null,
      prev_page_url: `${path}?page=1`,
    });
    expect(second.links.at(-1)).toEqual({ url: null, label: 'Next &raquo;', active: false });
  });

  it.each([
    [100, 1, 1, ['1']],
    [20, 2, 2, ['1', '2']],
    [3, 14, 1, ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '...', '13', '14']],
    [3, 14, 7, ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '...', '13', '14']],
    [3, 14, 8, ['1', '2', '...', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14']],
    [1, 40, 7, ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '...', '39', '40']],
    [1, 40, 8, ['1', '2', '...', '5', '6', '7', '8', '9', '10', '11', '...', '39', '40']],
    [1, 40, 33, ['1', '2', '...', '30', '31', '32', '33', '34', '35', '36', '...', '39', '40']],
    [1, 40, 34, ['1', '2', '...', '31', '32', '33', '34', '35', '36', '37', '38', '39', '40']],
    [1, 40, 40, ['1', '2', '...', '31', '32', '33', '34', '35', '36', '37', '38', '39', '40']],
  ])('with %i rows a page draws its links as Laravel does: %i pages, page %i', async (...row) => {
    const [perPage, lastPage, page, labels] = row;
    const list = await numbered(`?per_page=${perPage}&page=${page}`);
    expect(list.data.last_page).toBe(lastPage);
    expect(labelsOf(list)).toEqual(labels);
    expect(list.data.links.filter(({ active }) => active)).toEqual([
      {
        url: `${gatehouse.baseUrl}${tickets}?per_page=${perPage}&page=${page}`,
        label: `${page}`,
        active: true,
      },
    ]);
    for (const link of list.data.links.slice(1, -1)) {
      expect(link.url === null).toBe(link.label === '...');
    }
  });

  it('renders 13 and 15 pages as Laravel does', async () => {
    // 13 and 15 of 40 need other totals: those of one order's tickets.
    const [small, large] = await Promise.all([order('--quantity 13'), order('--quantity 15')]);
    const of = (made: typeof small, page: number) =>
      numbered(`?per_page=1&page=${page}&order=${made.reference}`);
    expect(labelsOf(await of(small, 7))).toEqual(
      Array.from({ length: 13 }, (_, index) => `${index + 1}`),
    );
    expect(labelsOf(await of(large, 8))).toEqual([
      '1',
      '2',
      '...',
      '5',
      '6',
      '7',
      '8',
      '9',
      '10',
      '11',
      '...',
      '14',
      '15',
    ]);
    await Promise.all(
      [small, large].map(({ reference }) => gatehouse.make(Placed, `order cancel ${reference}`)),
    );
  });

  it('shows an empty page past the end, with from and to null', async () => {
    const { data } = await numbered('?page=9&per_page=100&status=valid');
    expect(data).toMatchObject({
      current_page: 9,
      data: [],
      from: null,
      to: null,
      total: TICKETS,
      last_page: 1,
      next_page_url: null,
    });
    expect(data.prev_page_url).toMatch(/\?per_page=100&status=valid&page=8$/);
    expect(data.links.every(({ active }) => !active)).toBe(true);
  });

  it('shows one empty page of an empty list', async () => {
    const { data } = await client.read(List(EntryScan), '/integration/events/gala/scans');
    expect(data).toMatchObject({
      data: [],
      total: 0,
      last_page: 1,
      from: null,
      to: null,
      next_page_url: null,
      prev_page_url: null,
    });
    expect(data.links.map(({ label }) => label)).toEqual(['&laquo; Previous', '1', 'Next &raquo;']);
  });

  it.each(['abc', '0', '-1', '1.5', '', '%00', '99999999999999999999'])(
    'reads the page "%s" as the first',
    async (page) => {
      expect((await numbered(`?page=${page}&per_page=1`)).data.current_page).toBe(1);
    },
  );

  it.each([
    ['100', 100],
    ['101', 100],
    ['100000000000000000000000', 100],
    ['1', 1],
  ])('takes per_page=%s as %i', async (perPage, taken) => {
    expect((await numbered(`?per_page=${perPage}`)).data.per_page).toBe(taken);
  });

  it.each(['0', '-1', 'abc', '1.5', '', '1e2', 'NaN'])('refuses per_page=%s', async (perPage) => {
    const body = await client.refused(422, `${tickets}?per_page=${perPage}`);
    expect(body.code).toBe('validation.failed');
    expect(Object.keys(body.errors ?? {})).toEqual(['per_page']);
  });

  it('keeps the filters in every address, percent-encoded', async () => {
    const email = encodeURIComponent('Ada+1@EXAMPLE.org');
    const path = `${gatehouse.baseUrl}/integration/contacts`;
    const { data } = await client.read(
      List(Contact),
      `/integration/contacts?email=${email}&page=1&per_page=7&include_deleted=true`,
    );
    expect(data.total).toBe(1);
    expect(data.path).toBe(path);
    const kept = `${path}?email=Ada%2B1%40EXAMPLE.org&per_page=7&include_deleted=true&page=1`;
    expect([data.first_page_url, data.last_page_url, data.links[1]?.url]).toEqual([
      kept,
      kept,
      kept,
    ]);
    const spaced = await client.read(List(Contact), "/integration/contacts?email=o'x (1)*é");
    expect(spaced.data.first_page_url).toBe(`${path}?email=o%27x%20%281%29%2A%C3%A9&page=1`);
  });

  it('walks every row once, newest first', async () => {
    const rows = await walk(client, Ticket, `${tickets}?per_page=7&order=${placed.reference}`);
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(TICKETS);
    const places = rows.map(({ created_at, reference }) => `${created_at} ${reference}`);
    expect(places).toEqual(places.toSorted().toReversed());
  });
});

describe('Incremental mode (4.1)', () => {
  it('has seven keys and a watermark beside data, which trails the clock', async () => {
    const answer = await client.call(`${tickets}?${SINCE}`);
    const body = shaped(Changes(Ticket), await answer.json());
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
    expect(Date.parse(body.watermark)).toBeLessThan(Date.now());
    expect(body.data.path).toBe(`${gatehouse.baseUrl}${tickets}`);
  });

  it('is ascending by updated_at and reference, and loses no tie', async () => {
    const { rows } = await walkChanges(client, Ticket, `${tickets}?${SINCE}&per_page=3`);
    expect(rows.filter(({ order }) => order === placed.reference)).toHaveLength(TICKETS);
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(rows.length);
    const places = rows.map(({ updated_at, reference }) => `${updated_at} ${reference}`);
    expect(places).toEqual(places.toSorted());
  });

  it('has the same watermark on every page of a walk', async () => {
    const { watermarks } = await walkChanges(client, Ticket, `${tickets}?${SINCE}&per_page=9`);
    expect(watermarks.length).toBeGreaterThan(3);
    expect(new Set(watermarks).size).toBe(1);
  });

  it('is inclusive: the timestamp of the last change returns that change', async () => {
    const { rows } = await walkChanges(client, Ticket, `${tickets}?${SINCE}&per_page=100`);
    const last = rows.at(-1)?.updated_at ?? '';
    const again = await changed(`?updated_since=${last}&per_page=100`);
    expect(again.data.data.every(({ updated_at }) => updated_at === last)).toBe(true);
    expect(again.data.data.length).toBeGreaterThan(0);
    const after = last.replace(
      /(\d{6})Z$/,
      (_whole, micros: string) => `${String(Number(micros) + 1).padStart(6, '0')}Z`,
    );
    expect((await changed(`?updated_since=${after}`)).data.data).toEqual([]);
  });

  it('ignores page, keeps the filters, and links back to the previous pages', async () => {
    const first = await changed(`?${SINCE}&per_page=10&page=3&order=${placed.reference}`);
    expect(first.data.prev_page_url).toBeNull();
    expect(first.data.prev_cursor).toBeNull();
    const second = await client.read(Changes(Ticket), first.data.next_page_url ?? '');
    const address = new URL(first.data.next_page_url ?? '');
    expect([...address.searchParams]).toEqual([
      ['updated_since', '1970-01-01T00:00:00Z'],
      ['per_page', '10'],
      ['order', placed.reference],
      ['cursor', first.data.next_cursor],
    ]);
    const back = await client.read(Changes(Ticket), second.data.prev_page_url ?? '');
    expect(back.data.data).toEqual(first.data.data);
    expect(back.watermark).toBe(first.watermark);
    expect(back.data.prev_page_url).toBeNull();
    const forth = await client.read(Changes(Ticket), back.data.next_page_url ?? '');
    expect(forth.data.data).toEqual(second.data.data);
  });

  it('covers the state at its beginning; later changes are left to the next walk', async () => {
    const first = await changed(`?${SINCE}&per_page=5&status=valid`);
    const moved = first.data.data[0]?.reference ?? '';
    await gatehouse.make(Made, `ticket update ${moved} --seat-label B7`);
    const seen: string[] = [];
    for (let next = first.data.next_page_url; next !== null;) {
      const page = await client.read(Changes(Ticket), next);
      seen.push(...page.data.data.map(({ reference }) => reference));
      next = page.data.next_page_url;
    }
    expect(seen).not.toContain(moved);
    const later = await walkChanges(
      client,
      Ticket,
      `${tickets}?updated_since=${encodeURIComponent(first.watermark)}`,
    );
    expect(later.rows.find(({ reference }) => reference === moved)?.seat_label).toBe('B7');
  });

  it.each([
    '1970-01-01T00:00:00Z',
    '1970-01-01T00:00:00.000000Z',
    '1970-01-01T00:00:00z',
    '1970-01-01t00:00:00Z',
    '1970-01-01T00:00Z',
    '1970-01-01',
    '1970-01-01T02:00:00+02:00',
    '1970-01-01T02:00:00%2B02:00',
    '1970-01-01T02:00:00%2B0200',
    '1970-01-01T02:00:00 02:00',
    '1970-01-01T02:00:00%2B02',
    '1969-12-31T22:00:00-02:00',
    '1970-01-01 00:00:00',
    '1970-01-01T00:00:00.1234567Z',
    '1970-01-01T00:00:00,5Z',
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00.0000000Z',
    '0001-01-01T00:00:00',
    '0000-01-01T00:00:00Z',
    '1600-02-29T00:00:00Z',
  ])('starts with the oldest row for %s', async (since) => {
    const { data } = await changed(`?updated_since=${since}&per_page=100`);
    expect(data.data.filter((row) => row.order === placed.reference)).toHaveLength(TICKETS);
  });

  it('contains nothing from the far future', async () => {
    for (const since of ['2200-01-01T00:00:00Z', '9999-12-31T23:59:59.9999999Z']) {
      expect((await changed(`?updated_since=${since}`)).data.data).toEqual([]);
    }
  });

  it('reads the pointer to the microsecond, whatever its offset', async () => {
    const { rows } = await walkChanges(client, Ticket, `${tickets}?${SINCE}&per_page=100`);
    const last = rows.at(-1)?.updated_at ?? '';
    const shifted = new Date(Date.parse(last) + 19_800_000).toISOString().slice(0, 19);
    const micros = last.slice(20, 26);
    const exact = await changed(`?updated_since=${shifted}.${micros}%2B05:30`);
    expect(exact.data.data.at(-1)?.updated_at).toBe(last);
    const cut = await changed(`?updated_since=${shifted}.${micros}9%2B05:30`);
    expect(cut.data.data.at(-1)?.updated_at).toBe(last);
  });

  it.each([
    '',
    'yesterday',
    'now',
    '0',
    '1789000000',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:00:00+99:00',
    '2026-01-01T00:00:00ZZ',
    '%00',
    'null',
    '2026-01-01T00:00:00.Z',
  ])('refuses updated_since=%s', async (since) => {
    const body = await client.refused(422, `${tickets}?updated_since=${since}`);
    expect(body.code).toBe('validation.failed');
    expect(Object.keys(body.errors ?? {})).toEqual(['updated_since']);
  });

  it('works on every list that supports it', async () => {
    await walkChanges(client, Event, `/integration/events?${SINCE}`);
    await walkChanges(client, Order, `/integration/events/gala/orders?${SINCE}`);
    await walkChanges(client, OrderDetails, `/integration/orders?${SINCE}`);
    await walkChanges(client, Contact, `/integration/contacts?${SINCE}`);
    await walkChanges(client, EntryScan, `/integration/events/gala/scans?${SINCE}`);
  });
});

const cursorOfWalk = async () => (await changed(`?${SINCE}&per_page=5`)).data.next_cursor ?? '';
const refuses = async (path: string, reader = client) => {
  expect((await reader.refused(422, path)).code).toBe('cursor.invalid');
};

describe('A cursor (4.1)', () => {
  it('that was tampered with is refused', async () => {
    const cursor = await cursorOfWalk();
    const page = `${tickets}?${SINCE}&per_page=5&cursor=`;
    expect((await client.call(page + cursor)).status).toBe(200);
    for (const at of [0, 10, cursor.length - 1]) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      await refuses(page + cursor.slice(0, at) + other + cursor.slice(at + 1));
    }
    for (const wrong of ['', 'x', `${cursor}A`, cursor.slice(0, -1), `${cursor}=`, '%00', 'é']) {
      await refuses(page + wrong);
    }
    await refuses(page + 'A'.repeat(4_000));
  });

  it('belongs to its client, list and filters', async () => {
    const cursor = await cursorOfWalk();
    const other = await addClient(gatehouse, organiser);
    await refuses(`${tickets}?${SINCE}&per_page=5&cursor=${cursor}`, other);
    await refuses(`/integration/contacts?${SINCE}&cursor=${cursor}`);
    await refuses(`/integration/events/gala/orders?${SINCE}&cursor=${cursor}`);
    await refuses(`${tickets}?updated_since=1970-01-02T00:00:00Z&cursor=${cursor}`);
    await refuses(`${tickets}?${SINCE}&status=valid&cursor=${cursor}`);
    await refuses(`${tickets}?${SINCE}&include_deleted=1&cursor=${cursor}`);
    await refuses(`${tickets}?cursor=${cursor}`);
    const same = `/integration/events/${event}/tickets?updated_since=1970-01-01T01:00:00%2B01:00`;
    expect((await client.call(`${same}&cursor=${cursor}`)).status).toBe(200);
  });

  it('outlives its token', async () => {
    const next = (await changed(`?${SINCE}&per_page=5`)).data.next_page_url ?? '';
    const { client_id, client_secret } = client;
    const renewed = await connect(gatehouse, { client_id, client_secret });
    expect((await renewed.read(Changes(Ticket), next)).data.data).toHaveLength(5);
  });
});

const CONTACTS = '/integration/contacts';

const found = async (email: string) =>
  (await client.read(List(Contact), `/integration/contacts?email=${email}`)).data.total;

describe('A filter (4.3)', () => {
  it.each([
    ['status=used', 'status'],
    ['status=', 'status'],
    ['status=VALID', 'status'],
    ['include=order', 'include'],
    ['include=answers,order', 'include'],
    ['include_deleted=yes', 'include_deleted'],
    ['include_deleted=', 'include_deleted'],
    ['include_deleted=2', 'include_deleted'],
  ])('that is wrong is named in the refusal: %s', async (query, field) => {
    const body = await client.refused(422, `${tickets}?${query}`);
    expect(body).toMatchObject({ code: 'validation.failed', status: 422 });
    expect(Object.keys(body.errors ?? {})).toEqual([field]);
  });

  it('by status accepts checked_in, which no ticket ever has', async () => {
    const ticket = placed.tickets[0]?.reference;
    expect((await client.post('/integration/scans', { ticket }, freshKey())).status).toBe(200);
    expect((await numbered('?status=checked_in')).data.total).toBe(0);
    expect((await numbered(`?status=valid&order=${placed.reference}`)).data.total).toBe(TICKETS);
    expect((await numbered('?status=cancelled')).data.total).toBe(28);
    expect((await numbered('?status=refunded')).data.total).toBe(0);
  });

  it('by an order that is unknown, malformed or of another event returns 404', async () => {
    const { addEvent } = organiserOf(gatehouse);
    await addEvent(organiser, 'other');
    const bodies = await Promise.all([
      client.refused(404, `${tickets}?order=ord_01arz3ndektsv4rrffq69g5fav`),
      client.refused(404, `${tickets}?order=nonsense`),
      client.refused(404, `${tickets}?order=`),
      client.refused(404, `${tickets}?order=${placed.reference}%00`),
      client.refused(404, `/integration/events/other/tickets?order=${placed.reference}`),
    ]);
    expect(new Set(bodies.map((body) => JSON.stringify({ ...body, request_id: '' }))).size).toBe(1);
  });

  it('by email is exact and ignores letter case', async () => {
    expect(await found('ADA%2B1@example.ORG')).toBe(1);
    expect(await found('%20ada%2B1@example.org')).toBe(1);
    expect(await found('ada')).toBe(0);
    expect(await found('%25')).toBe(0);
    expect(await found('ada_1@example.org')).toBe(0);
    expect(await found('ada%2B1@example.org%00')).toBe(0);
  });

  it('by email reads a plus sign that was not escaped, and the domain in either form', async () => {
    expect(await found('ada+1@example.org')).toBe(1);
    await client.post(CONTACTS, { email: 'e+1@b\u00FCcher.example' }, freshKey());
    expect(await found('e+1@xn--bcher-kva.example')).toBe(1);
    expect(await found('e%2B1@B%C3%9CCHER.example')).toBe(1);
  });

  it.each(['email=', 'email=%20', 'email=%E2%80%8B', 'email=&updated_since=2026-01-01'])(
    'by email is refused if there is none: %s',
    async (query) => {
      const body = await client.refused(422, `${CONTACTS}?${query}`);
      expect(body.errors).toEqual({ email: ['The email must be an email.'] });
    },
  );

  it('that is unknown is ignored and named; one sent as a list is refused', async () => {
    const path = `${tickets}?colour=red&include_deleted=0&per_page=1`;
    const { data, warnings } = await client.read(Warned(List(Ticket)), path);
    expect([data.per_page, warnings]).toEqual([
      1,
      { colour: ['The query parameter colour is unknown and was ignored.'] },
    ]);
    await client.refused(422, `${tickets}?status[]=valid`);
    await client.refused(422, `${tickets}?updated_since[]=1970-01-01`);
  });
});

describe('Tombstones (4.1)', () => {
  it('of superseded tickets come back only with include_deleted=1, and move updated_at', async () => {
    const old = placed.tickets[1]?.reference ?? '';
    const path = `/integration/tickets/${old}`;
    const before = await numbered(`?order=${placed.reference}`);
    const issued = await gatehouse.make(Made, `ticket transfer ${old} --email bob@example.org`);
    const plain = await walk(client, Ticket, `${tickets}?order=${placed.reference}`);
    expect(plain.map(({ reference }) => reference)).toContain(issued.reference);
    expect(plain.map(({ reference }) => reference)).not.toContain(old);
    expect((await numbered(`?order=${placed.reference}`)).data.total).toBe(before.data.total);
    for (const flag of ['1', 'true']) {
      const { rows } = await walkChanges(
        client,
        Ticket,
        `${tickets}?updated_since=2000-01-01&include_deleted=${flag}`,
      );
      const tombstone = rows.find(({ reference }) => reference === old);
      expect(tombstone?.deleted_at).not.toBeNull();
      expect(tombstone?.updated_at).not.toBe(tombstone?.created_at);
      expect(rows.find(({ reference }) => reference === issued.reference)?.deleted_at).toBeNull();
    }
    const { rows } = await walkChanges(client, Ticket, `${tickets}?${SINCE}&include_deleted=false`);
    expect(rows.map(({ reference }) => reference)).not.toContain(old);
    await client.refused(404, path);
    const read = await client.call(`${path}?include_deleted=1`);
    expect(read.status).toBe(200);
  });

  it('of archived events likewise, and everything below them is not found', async () => {
    const { addEvent } = organiserOf(gatehouse);
    const gone = await addEvent(organiser, 'gone');
    await gatehouse.make(Made, `event archive ${gone}`);
    const listed = await walk(client, Event, '/integration/events');
    expect(listed.map(({ reference }) => reference)).not.toContain(gone);
    const { rows } = await walkChanges(
      client,
      Event,
      `/integration/events?${SINCE}&include_deleted=1`,
    );
    const tombstone = rows.find(({ reference }) => reference === gone);
    expect(tombstone?.deleted_at).not.toBeNull();
    expect(rows.at(-1)?.reference).toBe(gone);
    for (const path of [gone, 'gone', 'gone/tickets', `${gone}/orders`, 'gone/scans']) {
      await client.refused(404, `/integration/events/${path}`);
      expect((await client.call(`/integration/events/${path}?include_deleted=1`)).status).toBe(200);
    }
  });

  it('are the only rows with deleted_at', async () => {
    const rows = await walk(client, Ticket, `${tickets}?per_page=100`);
    expect(rows.every(({ deleted_at: deletedAt }) => deletedAt === null)).toBe(true);
  });
});

describe('A single read (4.3)', () => {
  it.each([
    '/integration/events/nothing',
    '/integration/events/evt_01arz3ndektsv4rrffq69g5fav',
    '/integration/events/GALA',
    '/integration/events/..%2Fevents',
    '/integration/events/a%00b',
    '/integration/events/%F0%9F%8E%AB',
    '/integration/orders/ord_01arz3ndektsv4rrffq69g5fav',
    '/integration/orders/1',
    '/integration/tickets/tkt_01arz3ndektsv4rrffq69g5fav',
    '/integration/contacts/con_01arz3ndektsv4rrffq69g5fav',
    "/integration/contacts/'%20or%201=1",
  ])('of %s finds nothing', async (path) => {
    expect((await client.refused(404, path)).code).toBe('resource.not_found');
  });

  it('of a reference of another kind finds nothing', async () => {
    await client.refused(404, `/integration/orders/${placed.tickets[0]?.reference}`);
    await client.refused(404, `/integration/tickets/${placed.reference}`);
    await client.refused(404, `/integration/contacts/${event}`);
  });
});

describe('Webhook subscriptions (4.3)', () => {
  it('are a numbered list without an incremental mode', async () => {
    const { data } = await client.read(
      Warned(Wrapped(Type.Object({ total: Type.Integer(), current_page: Type.Integer() }))),
      '/integration/webhooks?updated_since=1970-01-01T00:00:00Z',
    );
    expect(data).toMatchObject({ total: 0, current_page: 1 });
  });
});

const asking = (path: string, headers: Record<string, string> = {}) =>
  client.call(path, { headers: { 'accept-encoding': 'identity', ...headers } });

describe('A list that has not changed', () => {
  it.each([
    ['numbered', '?per_page=100'],
    ['numbered, of another page', '?page=2'],
    ['since a moment', '?per_page=100&updated_since=1970-01-01T00:00:00Z'],
    ['since a moment without a change', `?updated_since=2100-01-01T00:00:00Z`],
  ])('is 304 to who has its entity tag, until it changes: %s', async (_mode, query) => {
    const first = await asking(tickets + query);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w.-]+"$/);
    const again = await asking(tickets + query, { 'if-none-match': `"other", ${etag}` });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    const body: unknown = await first.json();
    // As if nothing had ever been asked: the bytes that the tag names are the ones that were sent.
    const unknown = await asking(tickets + query, { 'if-none-match': '"other"' });
    expect(unknown.status).toBe(200);
    expect(await unknown.json()).toMatchObject({ data: Object(body).data });
  });

  it('has another tag once a row, the holder of a ticket, or what the client may see is another', async () => {
    const contacts = '/integration/contacts?per_page=100';
    const paths = [contacts, `${tickets}?per_page=100`];
    const tags = await Promise.all(
      paths.map(async (path) => (await asking(path)).headers.get('etag') ?? ''),
    );
    const rename = { email: 'ada+1@example.org', first_name: `Ada ${Date.now()}` };
    await client.post('/integration/contacts', rename, freshKey());
    for (const [index, path] of paths.entries()) {
      const changed = await asking(path, { 'if-none-match': tags[index] ?? '' });
      expect([path, changed.status]).toEqual([path, 200]);
      expect(await changed.text()).toContain(rename.first_name);
    }
  });

  it('keeps a watermark that still holds, and never one from the future', async () => {
    const path = `${tickets}?updated_since=2100-01-01T00:00:00Z`;
    const etag = (await asking(path)).headers.get('etag') ?? '';
    const [tag = ''] = etag.split('.');
    const ahead = await asking(path, { 'if-none-match': `${tag}.9007199254740991"` });
    expect(ahead.status).toBe(200);
    const { watermark } = shaped(Changes(Ticket), await ahead.json());
    expect(Date.parse(watermark)).toBeLessThanOrEqual(Date.now());
  });
});

describe('A long list', () => {
  it.each([
    ['zstd, gzip', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'gzip', gunzipSync],
    ['br, deflate', 'br', brotliDecompressSync],
    ['gzip;q=0, zstd;q=0', null, (bytes: Buffer) => bytes],
    ['identity', null, (bytes: Buffer) => bytes],
  ] as const)('comes as asked with %s', async (accepted, encoding, unpack) => {
    const path = `${gatehouse.baseUrl}${tickets}?per_page=100`;
    const plain = await rawGet(path, { 'accept-encoding': 'identity' });
    const packed = await rawGet(path, { 'accept-encoding': accepted });
    expect([packed.encoding, packed.vary]).toEqual([encoding, 'accept-encoding']);
    expect(unpack(packed.body).toString()).toBe(plain.body.toString());
    // A strong tag names bytes: each encoding has its own.
    expect(packed.etag === plain.etag).toBe(encoding === null);
    const held = { 'accept-encoding': accepted, 'if-none-match': packed.etag };
    expect((await rawGet(path, held)).status).toBe(304);
  });

  it('is all that is compressed: nothing that holds a key or a token', async () => {
    const reads = ['/integration/me', '/scanner/events/gala/setup', '/integration/webhooks'];
    for (const path of reads) {
      const headers = { 'accept-encoding': 'zstd, gzip' };
      const { encoding } = await rawGet(gatehouse.baseUrl + path, headers);
      expect([path, encoding]).toEqual([path, null]);
    }
  });
});

/** The bytes as they travel: fetch would unpack them. */
async function rawGet(url: string, headers: Record<string, string>) {
  const sent = { authorization: `Bearer ${client.token}`, ...headers };
  const { statusCode, headers: answered, body } = await request(url, { headers: sent });
  return {
    status: statusCode,
    encoding: answered['content-encoding'] ?? null,
    etag: String(answered.etag),
    vary: answered['vary'],
    body: Buffer.from(await body.arrayBuffer()),
  };
}

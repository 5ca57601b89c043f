import { IsOptional } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src-server/database/database.ts';
import { wordsOf } from '../../../src-server/operations/definition/inputs.ts';
import type { MemberActor, View } from '../../../src-server/operations/definition/operation.ts';
import type { Page } from '../../../src-server/operations/definition/list.ts';
import { look } from '../../../src-server/operations/definition/perform.ts';
import { operationTable } from '../../../src-server/operations/operation-table.ts';
import { createOrder } from '../../../src-server/domain/sales/create-order.ts';
import { DomainError } from '../../../src-server/rules/domain-error.ts';
import { furnishOrganiser, makeRow } from '../../support/furnish-organiser.ts';
import { memberPage } from '../../support/member-page.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import type { ConsolePage } from '../../support/console-page.ts';

type Row = Readonly<Record<string, unknown>>;

let server: TestServer;
let database: Database;
let page: ConsolePage;
let member: MemberActor;

/** References by what they are of. */
let own: Record<string, string>;
let foreign: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer({ rateLimit: 0 });
  ({ database } = server);
  own = await furnishOrganiser(database, 'Own');
  foreign = await furnishOrganiser(database, 'Foreign');
  const [{ id } = { id: 0 }] = await database.read((tx) =>
    tx.db
      .selectFrom('organisers')
      .select('id')
      .where('reference', '=', own['organiser'] ?? '')
      .execute(),
  );
  member = {
    kind: 'member',
    name: 'mem_1',
    organiserId: id,
    session: { id: 1, created_at: 0 },
    address: '127.0.0.1',
    authorise: async () => undefined,
    once: async () => undefined,
    assertSeen: null,
  };
  page = await memberPage(server, { organiser: own['organiser'] ?? '', role: 'owner' });
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

const make = (operation: string, input: object) => makeRow(database, operation, input);

function viewNamed(name: string): View {
  const view = operationTable.get(name);
  if (view?.kind !== 'view') throw new Error(`expected a view ${name}`);
  return view;
}

const lists = [...operationTable.values()].filter(
  (entry): entry is View => entry.kind === 'view' && 'cursor' in entry.input.properties,
);
const names = lists.map(({ name }) => name);

/** As the console asks, without a request for each of thousands of pages. */
const read = (name: string, input: object): Promise<Page<Row>> => {
  const view = viewNamed(name);
  const organiser = 'organiser' in view.input.properties ? { organiser: own['organiser'] } : {};
  const all = { ...organiser, ...basics(name), ...input };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a list
  return look(database, view, all, { member, services: servicesOf() }) as Promise<Page<Row>>;
};

const servicesOf = () => ({
  database,
  mail: null,
  webhookHeaderPrefix: 'X-Service',
  later: () => undefined,
  wakeWebhooks: () => undefined,
});

async function codeOf(name: string, input: object): Promise<string | null> {
  try {
    await read(name, input);
    return null;
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}

function requiredOf(name: string): readonly string[] {
  const { properties } = viewNamed(name).input;
  return Object.keys(properties).filter((input) => !IsOptional(properties[input] ?? {}));
}

function basics(name: string): object {
  return Object.fromEntries(requiredOf(name).map((input) => [input, own[input]]));
}

const keyOf = (row: Row) => JSON.stringify(row['reference'] ?? row['client_id'] ?? row);

/** Every page, a few rows at a time. `between` runs after each. */
async function walk(
  name: string,
  input: object,
  between = async () => {},
): Promise<readonly Row[]> {
  const found: Row[] = [];
  let cursor: string | null = null;
  do {
    const place = cursor === null ? {} : { cursor };
    const { data, next }: Page<Row> = await read(name, { limit: 2, ...input, ...place });
    found.push(...data);
    cursor = next;
    await between();
  } while (cursor !== null);
  return found;
}

describe.each(names)('%s', (name) => {
  const sorts = wordsOf(viewNamed(name).input.properties['sort']).choices ?? [];

  it.each(sorts)('by %s gives every row once, page by page as all at once', async (sort) => {
    const whole = await read(name, { sort, limit: 200 });
    expect(whole.data.length).toBeGreaterThan(2);
    expect(whole.total).toEqual({ count: whole.data.length, isExact: true });
    expect(whole.next).toBeNull();
    const keys = whole.data.map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
    expect((await walk(name, { sort })).map(keyOf)).toEqual(keys);
  });

  it('has the same rows in every order', async () => {
    const orders = await Promise.all(
      sorts.map(async (sort) =>
        (await read(name, { sort, limit: 200 })).data.map(keyOf).toSorted(),
      ),
    );
    for (const keys of orders) expect(keys).toEqual(orders[0]);
  });

  it.each(filtersOf(name))(
    'filtered by %s has only such rows, and some',
    async (filter, values) => {
      const whole = (await walk(name, { limit: 3 })).map(keyOf);
      const seen = new Set<string>();
      for (const value of values) {
        const rows = await walk(name, { [filter]: named(value) });
        for (const row of rows) {
          const shown = row[filter];
          if (typeof shown === 'string' && typeof value === 'string' && value !== 'archived')
            expect(shown).toBe(named(value));
          seen.add(keyOf(row));
        }
      }
      for (const key of seen) if (filter !== 'status') expect(whole).toContain(key);
      expect(seen.size).toBeGreaterThan(0);
    },
  );

  it('has no row of another organiser, whatever is asked for', async () => {
    const theirs = new Set((await lookAsForeign(name)).map(keyOf));
    expect(theirs.size).toBeGreaterThan(1);
    for (const search of [undefined, 'example', ...Object.values(foreign)]) {
      const rows = await walk(name, { limit: 200, ...(search !== undefined && { search }) });
      expect(rows.filter((row) => theirs.has(keyOf(row)))).toEqual([]);
    }
  });

  it('refuses a cursor that is damaged, of another list, of another order, or of another search', async () => {
    const { next } = await read(name, { limit: 1 });
    if (next === null) throw new Error('expected a second page');
    const other = names.find((one) => one !== name) ?? '';
    const strange = (await read(other, { limit: 1 })).next;
    const [first, second] = sorts;
    const changed = next.startsWith('A') ? `B${next.slice(1)}` : `A${next.slice(1)}`;
    for (const input of [
      { cursor: changed },
      { cursor: next.slice(0, -1) },
      { cursor: '' },
      { cursor: strange },
      { cursor: next, sort: second },
      { cursor: next, sort: first, search: 'a' },
    ]) {
      expect([input, await codeOf(name, { limit: 1, ...input })]).toEqual([
        input,
        'validation.failed',
      ]);
    }
    expect((await read(name, { cursor: next, limit: 7 })).data.length).toBeGreaterThan(0);
    expect(await codeOf(name, { limit: 201 })).toBe('validation.failed');
  });
});

/** `:event` is the organiser's own event. */
function named(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith(':') ? own[value.slice(1)] : value;
}

/** Filters of a list, each with values that some rows have. */
function filtersOf(name: string): readonly (readonly [string, readonly unknown[]])[] {
  const { properties } = viewNamed(name).input;
  const pages = new Set(['search', 'sort', 'cursor', 'limit', 'organiser', 'webhook', 'email']);
  return Object.entries(properties)
    .filter(([filter]) => !pages.has(filter))
    .map(([filter, schema]) => {
      const { kind, choices = [] } = wordsOf(schema);
      if (kind === 'choice') return [filter, choices] as const;
      if (kind === 'switch') return [filter, [true, false]] as const;
      if (kind === 'time') {
        const at = filter === 'from' ? '2020-01-01T00:00:00Z' : '2090-01-01T00:00:00Z';
        return [filter, [at]] as const;
      }
      return [filter, [`:${filter}`]] as const;
    });
}

const found = async (name: string, search: string, input: object = {}) =>
  walk(name, { limit: 200, search, ...input });

describe('a search', () => {
  it.each([
    ['müll', 'ase.muller@example.com'],
    ['mueller', 'ase.muller@example.com'],
    ['MULLER', 'ase.muller@example.com'],
    ['aase', 'ase.muller@example.com'],
    ['ase mul', 'ase.muller@example.com'],
    ['müller åse', 'ase.muller@example.com'],
    ['annemarie', 'amb@example.org'],
    ['marie', 'amb@example.org'],
    ['vanderb', 'amb@example.org'],
    ['berg anne', 'amb@example.org'],
    ['lukas', 'lukasz@example.com'],
    ['oneill', 'lukasz@example.com'],
    ["o'ne", 'lukasz@example.com'],
    ['angstr', 'zoe@example.net'],
    ['aangstroem', 'zoe@example.net'],
    ['gross', 'jg@exämple.de'],
    ['groß jur', 'jg@exämple.de'],
    ['juergen', 'jg@exämple.de'],
    ['li', 'bo@example.com'],
    ['amb@', 'amb@example.org'],
    ['ASE.MULLER@EXAMPLE.COM', 'ase.muller@example.com'],
  ])('for "%s" finds the person, what they ordered, and what they hold', async (text, email) => {
    const contacts = await found('contact.list', text);
    expect(contacts.map((row) => row['email'])).toContain(email);
    for (const name of ['order.list', 'ticket.list']) {
      const rows = await found(name, text);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows).toContainEqual(
        expect.objectContaining({ contact: expect.objectContaining({ email }) }),
      );
    }
  });

  it.each(['xyz', 'ase berg', 'uller', '%', '_', '!'])('for "%s" finds nobody', async (text) => {
    for (const name of ['contact.list', 'order.list', 'ticket.list'])
      expect(await found(name, text)).toEqual([]);
  });

  it('finds by a reference, by its beginning, and by a seat however it is written', async () => {
    const { order = '', ticket = '', scan = '', conflict = '' } = own;
    for (const text of [
      order,
      order.toUpperCase(),
      order.slice(0, -2),
      order.slice(4),
      ` ${order} `,
    ])
      expect((await found('order.list', text)).map(keyOf)).toContain(JSON.stringify(order));
    expect(await found('order.list', order)).toHaveLength(1);
    expect((await found('ticket.list', ticket)).map(keyOf)).toEqual([JSON.stringify(ticket)]);
    expect(await found('ticket.list', order)).toHaveLength(2);
    expect((await found('scan.list', scan)).map(keyOf)).toEqual([JSON.stringify(scan)]);
    expect((await found('scan.list', ticket)).map((row) => row['ticket'])).toContain(ticket);
    expect((await found('conflict.list', conflict)).map(keyOf)).toEqual([JSON.stringify(conflict)]);
    for (const text of ['row c 9', 'Row C, 9', 'ROW-C-9']) {
      const seats = (await found('ticket.list', text)).map((row) => row['seat_label']);
      expect(seats).toEqual(['Row C, 9']);
      expect((await found('order.list', text)).map(keyOf)).toEqual([JSON.stringify(order)]);
    }
  });

  it('finds by the numbers and the code of the shop that sold the ticket', async () => {
    const { event = '', ticket_type: sellable = '' } = own;
    const tickets = [{ code: 'Xk-204931', external_id: 'T-4711' }];
    const { reference: order } = await database.write((tx) =>
      createOrder(tx, {
        event,
        lines: [{ sellable, quantity: 1, tickets }],
        contact: null,
        answers: {},
        status: 'confirmed',
        external_id: '#1001',
      }),
    );
    for (const text of ['#1001', 'T-4711', 'Xk-204931', ' xk-204931 ', 'XK 204 931']) {
      expect((await found('order.list', text)).map(keyOf)).toEqual([JSON.stringify(order)]);
      expect(await found('ticket.list', text)).toMatchObject([{ order, external_id: 'T-4711' }]);
    }
  });

  it('forgets an earlier name, and a person who is erased', async () => {
    const { organiser } = own;
    const line = [{ sellable: own['ticket_type'], quantity: 1 }];
    const contact = { email: 'q@example.com', first_name: 'Quentin', last_name: 'Quill' };
    await make('order.create', { event: own['event'], lines: line, contact });
    const [{ reference } = { reference: '' }] = await found('contact.list', 'quill');
    expect(reference).toMatch(/^con_/);
    await make('contact.update', { contact: reference, last_name: 'Quartz' });
    expect(await found('contact.list', 'quill')).toEqual([]);
    expect((await found('order.list', 'quentin quartz')).length).toBe(1);
    await make('contact.erase', { contact: reference });
    for (const text of ['quentin', 'quartz', 'q@example.com'])
      for (const name of ['contact.list', 'order.list', 'ticket.list'])
        expect(await found(name, text)).toEqual([]);
    const words = await database.read((tx) =>
      tx.db
        .selectFrom('contact_words as w')
        .innerJoin('organisers as o', 'o.id', 'w.organiser_id')
        .select('w.word')
        .where('o.reference', '=', organiser ?? '')
        .where('w.word', 'like', 'qu%')
        .execute(),
    );
    expect(words).toEqual([]);
  });
});

async function addOrder(): Promise<void> {
  const lines = [{ sellable: own['ticket_type'], quantity: 1, seat_labels: ['Row C, 10'] }];
  const email = `n${Math.random()}@example.com`;
  const contact = { email, first_name: 'New', last_name: 'Meyer' };
  await make('order.create', { event: own['event'], lines, contact });
}

describe('rows that are added between pages', () => {
  const sorted = ['order.list', 'ticket.list', 'contact.list'].flatMap((name) =>
    (wordsOf(viewNamed(name).input.properties['sort']).choices ?? []).map(
      (sort) => [name, sort] as const,
    ),
  );

  it.each(sorted)('leave every earlier one in its place, once: %s by %s', async (name, sort) => {
    const before = (await walk(name, { sort, limit: 200 })).map(keyOf);
    let left = 3;
    const during = await walk(name, { sort, limit: 5 }, async () => {
      if (left > 0) await addOrder();
      left -= 1;
    });
    const earlier = new Set(before);
    expect(during.map(keyOf).filter((key) => earlier.has(key))).toEqual(before);
  });
});

it('orders are sorted by amount, people by name, tickets by seat, and the nameless are last', async () => {
  const amounts = (await walk('order.list', { sort: 'amount' })).map((row) => Number(row['total']));
  expect(amounts).toEqual(amounts.toSorted((one, other) => one - other));
  const all = await walk('contact.list', { sort: 'name', limit: 200 });
  const last = all.map((row) => row['last_name']).filter((name) => name !== 'Meyer');
  expect(last).toEqual(['Ångström', 'Groß', 'Li', 'Müller', "O'Neill", 'van der Berg']);
  const tickets = await walk('ticket.list', { sort: 'seat', limit: 200, event: own['event'] });
  const seats = tickets.map((row) => row['seat_label']).filter((seat) => seat !== 'Row C, 10');
  const seated = seats.slice(0, 6);
  expect(seated).toEqual(['D-1', 'D-3', 'D-5', 'Row C, 9', 'Row C, 11', 'Row C, 13']);
  expect(new Set(seats.slice(6))).toEqual(new Set([null]));
});

it.each([...names, 'find.anything'])(
  '%s takes a search of many words, and none that is too long',
  async (name) => {
    const input = name === 'find.anything' ? 'query' : 'search';
    const named = Object.fromEntries(requiredOf(name).map((field) => [field, own[field]]));
    const status = async (text: string) =>
      (await page.call(name, { ...named, [input]: text })).status;
    expect(await status('a b c d '.repeat(25))).toBe(200);
    // Each is four words.
    expect(await status('\ufdfa'.repeat(200))).toBe(200);
    expect(await status('a '.repeat(101))).toBe(422);
  },
);

const find = (query: string) =>
  page.do<readonly { kind: string; reference: string; title: string; subtitle: string | null }[]>(
    'find.anything',
    { query },
  );

it('anything is found by a part of it, and what is named by its reference comes first', async () => {
  const { order = '', ticket = '', event = '' } = own;
  expect((await find(order))[0]).toMatchObject({ kind: 'order', reference: order });
  expect((await find(ticket))[0]).toMatchObject({ kind: 'ticket', reference: ticket });
  expect((await find(event))[0]).toMatchObject({ kind: 'event', reference: event });
  for (const { kind, subtitle } of [...(await find(order)), ...(await find(ticket))])
    expect(`${kind} of ${subtitle}`).toMatch(/^(?:order|ticket) of (?:Own|Other) · /);
  expect((await find('emile')).map(({ title }) => title)).toEqual(['Émile']);
  const kinds = new Set((await find('muell')).map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(['contact', 'order', 'ticket']));
  expect(await find(foreign['order'] ?? '')).toEqual([]);
  expect((await find('e')).length).toBeLessThanOrEqual(25);
  expect(await find('  ')).toEqual([]);
});

it('a member asks for an event or an order of their own alone, and for no other', async () => {
  const { event = '', order = '' } = own;
  expect((await page.do<Page<Row>>('ticket.list', { event })).data.length).toBeGreaterThan(2);
  expect((await page.do<Page<Row>>('ticket.list', { order })).data).toHaveLength(2);
  expect((await page.do<Page<Row>>('ticket.list')).data.length).toBeGreaterThan(2);
  expect((await page.call('ticket.list', { order: foreign['order'] })).status).toBe(404);
  expect((await page.call('ticket.list', { event, order: foreign['order'] })).status).toBe(404);
  expect((await page.call('scan.list', { station: foreign['station'] })).status).toBe(404);
});

/** What the other organiser has. */
async function lookAsForeign(name: string): Promise<readonly Row[]> {
  const { properties } = viewNamed(name).input;
  const named = Object.fromEntries(requiredOf(name).map((input) => [input, foreign[input]]));
  const organiser = 'organiser' in properties ? { organiser: foreign['organiser'] } : {};
  const view = viewNamed(name);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a list
  const found = (await look(database, view, { ...named, ...organiser, limit: 200 })) as Page<Row>;
  return found.data;
}

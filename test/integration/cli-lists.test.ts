import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Contact } from '../../shared/resources/contacts.ts';
import { OrderWithEvent } from '../../shared/resources/orders.ts';
import { Ticket } from '../../shared/resources/tickets.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';

let data: string;
const made: Record<string, string> = {};

async function run(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(words, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    flushed: () => Promise.resolve(),
    environment: { GATEHOUSE_DATA: data },
    stopRequested: () => Promise.resolve(),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const lastLine = async (line: string) => (await run(...line.split(' '))).out.split('\n').at(-1);

/** Runs a line, with `:name` for what was made under that name, and prints JSON. */
async function json(line: string): Promise<unknown> {
  const { code, out, err } = await run(...wordsOf(line), '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

function wordsOf(line: string): string[] {
  return line.split(' ').map((word) => (word.startsWith(':') ? (made[word.slice(1)] ?? '') : word));
}

const Made = Compile(Type.Object({ reference: Type.String() }));
const Listed = Compile(Type.Object({ data: Type.Array(Type.Unknown()) }));

async function make(name: string, line: string): Promise<void> {
  made[name] = Made.Parse(await json(line)).reference;
}

async function referencesIn(line: string): Promise<readonly unknown[]> {
  const listed = Compile(
    Type.Object({ data: Type.Array(Type.Object({ reference: Type.String() })) }),
  );
  return listed.Parse(await json(line)).data.map(({ reference }) => reference);
}

const Placed = Compile(
  Type.Object({
    reference: Type.String(),
    contact: Type.Object({ email: Type.String() }),
    tickets: Type.Array(
      Type.Object({
        reference: Type.String(),
        contact: Type.Object({ reference: Type.String() }),
      }),
    ),
  }),
);

async function place(name: string, line: string): Promise<void> {
  const { reference, tickets } = Placed.Parse(await json(line));
  made[name] = reference;
  made[`${name}-ticket`] = tickets[0]?.reference ?? '';
  made[`${name}-contact`] = tickets[0]?.contact.reference ?? '';
}

beforeAll(async () => {
  data = join(mkdtempSync(join(tmpdir(), 'gatehouse-lists-')), 'data');
  await make('organiser', 'organiser create --name Nordlys');
  const event = 'event create --organiser :organiser --timezone Europe/Oslo --currency NOK --name';
  await make('event', `${event} Gala --slug gala`);
  await make('other', `${event} Jazz --slug jazz`);
  await make('type', 'ticket-type create --event gala --name VIP --price 4500 --total 3');
  await make('free', 'ticket-type create --event jazz --name Free --price 0');
  await make('add-on', 'add-on create --event gala --name Parking --price 300');
  await make(
    'session',
    'session create --event gala --starts-at 2026-12-12T18:00Z --ends-at 2026-12-12T22:00Z',
  );
  await make('location', 'location create --event gala --name North');
  await make(
    'question',
    'question create --event gala --key diet --label Diet? --type select --options Vegan,Other',
  );
  await place(
    'first',
    'order create --event gala --ticket-type :type --quantity 2 --email a@example.org --first-name Ada --answers {"diet":"Vegan"}',
  );
  await place('second', 'order create --event jazz --ticket-type :free --email B@example.org');
  await make('third', 'order create --event gala --ticket-type :type --status pending_payment');
  await make(
    'waiting',
    'waitlist join --event gala --sellable :type --email w@example.org --quantity 9',
  );
  await make('dispute', 'dispute create --organiser :organiser --charge ch_1 --amount 900');
  await make(
    'client',
    'client create --organiser :organiser --name CRM --scopes events:read --events gala',
  );
  await make('station', 'station create --organiser :organiser --name Gate');
});
afterAll(() => rmSync(join(data, '..'), { recursive: true, force: true }));

describe('list and show', () => {
  it.each([
    ['organiser list', 'organiser show :organiser'],
    ['ticket-type list --event gala', 'ticket-type show :type'],
    ['add-on list --event gala', 'add-on show :add-on'],
    ['location list --event gala', 'location show :location'],
    ['question list --event gala', 'question show :question'],
    ['dispute list --organiser :organiser', 'dispute show :dispute'],
  ])('%s has what "%s" shows, and a row of it for people', async (list, show) => {
    const shown = Made.Parse(await json(show));
    const { data: rows } = Listed.Parse(await json(list));
    const row = rows.find((one) => Made.Check(one) && one.reference === shown.reference);
    expect(row).toEqual(shown);
    const { out } = await run(...wordsOf(list));
    expect(out.split('\n')).toHaveLength(rows.length + 1);
    expect(out).toContain(shown.reference);
  });

  it.each([
    ['event list', 'event show gala'],
    ['session list --event gala', 'session show :session'],
    ['contact list --organiser :organiser --email A@EXAMPLE.org', 'contact show :first-contact'],
    ['waitlist list --event gala', 'waitlist show :waiting'],
    ['client list --organiser :organiser', 'client show :client'],
  ])('of a row of "%s", "%s" shows more', async (list, show) => {
    const shown = Made.Parse(await json(show));
    const { data: rows } = Listed.Parse(await json(list));
    const row = rows.find((one) => Made.Check(one) && one.reference === shown.reference);
    expect(shown).toMatchObject(Object(row));
  });

  it.each<[TSchema, string]>([
    [OrderWithEvent, 'order list'],
    [Ticket, 'ticket list'],
    [Contact, 'contact list --organiser :organiser'],
  ])('keeps the shape of the API: %#', async (schema, line) => {
    const { data: rows } = Listed.Parse(await json(line));
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(Compile(schema).Check(row)).toBe(true);
  });

  it('finds orders by event, status, buyer and organiser, newest first, and no more than asked for', async () => {
    const { first, second, third } = made;
    expect(await referencesIn('order list')).toEqual([third, second, first]);
    expect(await referencesIn('order list --limit 1')).toEqual([third]);
    expect(await referencesIn('order list --event gala')).toEqual([third, first]);
    expect(await referencesIn('order list --status pending_payment')).toEqual([third]);
    expect(await referencesIn('order list --email b@example.org')).toEqual([second]);
    expect(await referencesIn('order list --email nobody@example.org')).toEqual([]);
    expect(await referencesIn('order list --organiser :organiser --event jazz')).toEqual([second]);
    expect(await json('order show :first')).toMatchObject({
      reference: first,
      lines: [{ quantity: 2 }],
      tickets: [{ contact: { first_name: 'Ada' } }, {}],
    });
  });

  it('says how many of how many are shown, and turns pages', async () => {
    const { first, second } = made;
    expect(await referencesIn('order list --limit 2 --page 2')).toEqual([first]);
    expect(await lastLine('order list --limit 1')).toBe('1 of 3; --page 2');
    expect(await lastLine('order list --limit 1 --page 2')).toBe('2–2 of 3; --page 3');
    expect(await lastLine('order list --limit 2 --page 2')).toBe('3–3 of 3');
    expect(await lastLine('order list --page 2')).toBe('The list ends before that page: it has 3.');
    expect(await lastLine('order list')).toContain(first);
    expect(await referencesIn('order list --limit 1 --page 2')).toEqual([second]);
  });

  it('shows money and times as people of the event write them', async () => {
    const { out } = await run('ticket-type', 'list', '--event', 'gala');
    expect(out).toMatch(/ VIP +45\.00 NOK /);
    const listed = await run('session', 'list', '--event', 'gala');
    expect(listed.out).toMatch(/^session +name +starts \(Europe\/Oslo\) +ends \(Europe\/Oslo\)/);
    expect(listed.out).toMatch(/2026-12-12 19:00 +2026-12-12 23:00$/m);
    const shown = await run('order', 'show', made['first'] ?? '');
    expect(shown.out).toMatch(/^total +90\.00 NOK$/m);
    expect(shown.out).toMatch(/^confirmed_at +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Europe\/Oslo$/m);
    const create = ['add-on', 'create', '--event', 'gala', '--name', 'Poster', '--price'];
    expect((await run(...create, '12.5 NOK')).out).toMatch(/^price +12\.50 NOK$/m);
    expect(await run(...create, '12.50 EUR')).toMatchObject({
      code: 2,
      err: '--price: expected an amount in NOK such as "79.50 NOK"; got "12.50 EUR".',
    });
  });

  it('shows everything of an event', async () => {
    const parts = ['type', 'add-on', 'session', 'location', 'question'];
    const shown = await run('event', 'show', 'gala');
    for (const part of parts) expect(shown.out).toContain(made[part]);
    expect(await json('event show gala')).toMatchObject({ questions: [{ key: 'diet' }] });
  });

  it('finds tickets by event, order, status and holder', async () => {
    const { second } = made;
    const jazz = [made['second-ticket']];
    expect(await referencesIn('ticket list --event jazz')).toEqual(jazz);
    expect(await referencesIn('ticket list --email b@EXAMPLE.org')).toEqual(jazz);
    expect(await referencesIn('ticket list --order :first')).toHaveLength(2);
    expect(await referencesIn('ticket list --event gala --status cancelled')).toEqual([]);
    expect(await json('ticket show :second-ticket')).toMatchObject({ order: second });
    const { out } = await run('ticket', 'list', '--event', 'gala');
    expect(out).toMatch(/^tkt_\w+ +valid +VIP +Ada +a@example\.org +ord_\w+$/m);
  });

  it('lists the answers of a ticket, the scans of an event, and stations', async () => {
    expect(await json('answer list --ticket :first-ticket')).toMatchObject({
      data: [{ question: made['question'], value_labels: ['Vegan'] }],
    });
    expect(await json('scan list --event gala')).toEqual({ data: [] });
    expect(await json('station show :station')).toMatchObject({
      name: 'Gate',
      last_heartbeat_at: null,
    });
  });

  it.each([
    ['ticket-type show vip', 'type'],
    ['ticket-type show gala/VIP', 'type'],
    ['add-on show Parking', 'add-on'],
    ['location show NORTH', 'location'],
    ['question show diet', 'question'],
    ['question show Diet?', 'question'],
    ['session show 2026-12-12T19:00', 'session'],
    ['session show gala/2026-12-12', 'session'],
    ['organiser show nordlys', 'organiser'],
    ['waitlist show :waiting', 'waiting'],
  ])('%s: names are taken where references are', async (line, key) => {
    expect(await json(line)).toMatchObject({ reference: made[key] });
  });

  it('takes names for what an order is of, and answers as people write them', async () => {
    const fest = 'event create --organiser NORDLYS --timezone Europe/Oslo --currency NOK';
    await make('fest', `${fest} --name Fest --slug fest`);
    await make('named', 'ticket-type create --event fest --name VIP --price 100');
    expect(await run('ticket-type', 'show', 'VIP')).toEqual({
      code: 1,
      out: '',
      err: `Several are called VIP: ${made['named']} (fest), ${made['type']} (gala). Name it with its event, such as fest/VIP.`,
    });
    const question = 'question create --event fest --type multiselect --options A,B';
    await make('many', `${question} --key many --label Many`);
    await make('hall', 'location create --event fest --name Hall');
    await json('ticket-type update fest/VIP --entry-points hall');
    await place(
      'by-name',
      'order create --event fest --ticket-type vip --email n@example.org --answers many=A,B',
    );
    const answers = 'answer list --ticket :by-name-ticket';
    expect(await json(answers)).toMatchObject({ data: [{ value: ['A', 'B'] }] });
    const set = 'answer set :by-name-ticket --question many --value';
    for (const [given, value] of [
      ['B', ['B']],
      ['["A"]', ['A']],
      ['null', null],
    ] as const) {
      await json(`${set} ${given}`);
      expect(await json(answers)).toMatchObject({ data: [{ value }] });
    }
    const { code, err } = await run(...wordsOf(`${set} C`));
    expect([code, err]).toEqual([1, 'Expected the answer to many to be a list of A, B.']);
    await json('event archive fest');
    const reference = made['client'] ?? '';
    const scopes = { scopes: ['orders:read'] };
    expect(await json(`client scopes ${reference} --scopes orders:read`)).toMatchObject(scopes);
    expect(await run('client', 'scopes', reference, 'orders:read', '--scopes', 'x')).toEqual({
      code: 2,
      out: '',
      err: 'Expected SCOPES or --scopes, not both.',
    });
  });

  it('takes the number, or the code, under which something was sold elsewhere, and lists where several have it', async () => {
    const sold = join(data, 'sold.csv');
    for (const slug of ['choir', 'opera']) {
      await make(
        slug,
        `event create --organiser :organiser --timezone Europe/Oslo --currency NOK --name ${slug} --slug ${slug}`,
      );
      await make(`${slug}-type`, `ticket-type create --event ${slug} --name Stalls --price 0`);
    }
    writeFileSync(
      sold,
      'order,ticket id,code,type\n2001,7,C-77,Stalls\n2005,8,abc,Stalls\n2006,9,ABC,Stalls\n',
    );
    await json(`import ${sold} --event choir`);
    const [order] = await referencesIn('order list --event choir --search 2001');
    expect(await json('order show 2001')).toMatchObject({ reference: order });
    const [ticket] = await referencesIn('ticket list --order 2001');
    for (const name of ['7', 'c-77', 'choir/C-77'])
      expect(await json(`ticket show ${name}`)).toMatchObject({ reference: ticket });
    expect(await json('ticket show abc')).toMatchObject({ external_id: '8' });
    expect(await json('ticket show choir/ABC')).toMatchObject({ external_id: '9' });
    expect((await run('ticket', 'show', 'aBc')).err).toMatch(/^Several are called aBc: /);
    writeFileSync(sold, 'order,type\n2001,Stalls\n');
    await json(`import ${sold} --event opera`);
    const [other] = await referencesIn('order list --event opera --search 2001');
    expect(await run('order', 'show', '2001')).toEqual({
      code: 1,
      out: '',
      err: `Several are called 2001: ${String(other)} (opera), ${String(order)} (choir). Name it with its event, such as opera/2001.`,
    });
    expect(await json('order show choir/2001')).toMatchObject({ reference: order });
    expect(await referencesIn('ticket list --event choir --order 2001')).toEqual([ticket]);
    for (const slug of ['choir', 'opera']) await json(`event archive ${slug}`);
  });

  it.each([
    ['order show 2002', 'There is no order 2002.'],
    ['ticket show gala/2002', 'There is no ticket 2002 in gala.'],
    ['order show ord_x', 'There is no order ord_x.'],
    ['ticket show tkt_x', 'There is no ticket tkt_x.'],
    ['event show nope', 'There is no event nope; the database has jazz, gala.'],
    ['scan show scn_x', 'There is no scan scn_x.'],
    ['webhook show whk_x', 'There is no webhook subscription whk_x.'],
    ['client show gci_x', 'There is no client gci_x.'],
    ['ticket list --order ord_x', 'There is no order ord_x.'],
    ['order list --event nope', 'There is no event nope; the database has jazz, gala.'],
    ['order list --organiser org_x', 'There is no organiser org_x.'],
    ['order list --organiser Oslo', 'There is no organiser Oslo; the database has Nordlys.'],
    ['ticket-type show Gold', 'There is no ticket type Gold; there are jazz/Free, gala/VIP.'],
    ['ticket-type show gala/Gold', 'There is no ticket type Gold in gala; it has VIP.'],
    ['add-on show jazz/Coat', 'There is no add-on Coat in jazz; it has none.'],
    ['location show gala/South', 'There is no entry point South in gala; it has North.'],
    ['question show gala/size', 'There is no question size in gala; it has diet.'],
    ['session show gala/Late', 'There is no session Late in gala; it has 2026-12-12 19:00.'],
  ])('%s ends with 1: %s', async (line, sentence) => {
    expect(await run(...line.split(' '))).toEqual({ code: 1, out: '', err: sentence });
  });

  it.each(['add-on', 'session', 'location', 'question', 'waitlist', 'ticket-type'])(
    'says so where there is no %s',
    async (resource) => {
      const event = resource === 'ticket-type' ? 'empty' : 'jazz';
      if (event === 'empty')
        await make(
          'empty',
          'event create --organiser :organiser --name E --slug empty --timezone UTC --currency EUR',
        );
      const { code, out } = await run(resource, 'list', '--event', event);
      expect(code).toBe(0);
      expect(out).toMatch(/^No.*\.$/);
    },
  );
});

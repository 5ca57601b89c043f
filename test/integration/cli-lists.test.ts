import { mkdtempSync, rmSync } from 'node:fs';
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
    ['event list', 'event show gala'],
    ['ticket-type list --event gala', 'ticket-type show :type'],
    ['add-on list --event gala', 'add-on show :add-on'],
    ['location list --event gala', 'location show :location'],
    ['question list --event gala', 'question show :question'],
    ['waitlist list --event gala', 'waitlist show :waiting'],
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
    ['session list --event gala', 'session show :session'],
    ['contact list --organiser :organiser --email A@EXAMPLE.org', 'contact show :first-contact'],
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
    ['order show ord_x', 'There is no order ord_x.'],
    ['ticket show tkt_x', 'There is no ticket tkt_x.'],
    ['event show nope', 'There is no event nope.'],
    ['scan show scn_x', 'There is no scan scn_x.'],
    ['webhook show whk_x', 'There is no webhook subscription whk_x.'],
    ['client show gci_x', 'There is no client gci_x.'],
    ['ticket list --order ord_x', 'There is no order ord_x.'],
    ['order list --event nope', 'There is no event nope.'],
    ['order list --organiser org_x', 'There is no organiser org_x.'],
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

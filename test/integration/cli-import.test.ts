import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import type { TicketTypeRow } from '../../src-server/store/ticket-types.ts';
import { eraseContact } from '../../src-server/domain/contacts/contacts.ts';
import { createEvent, eventDefaults } from '../../src-server/domain/events/events.ts';
import { cancelOrder } from '../../src-server/domain/sales/cancel-order.ts';
import { createSession } from '../../src-server/domain/events/sessions.ts';
import {
  createTicketType,
  ticketTypeDefaults,
} from '../../src-server/domain/events/ticket-types.ts';
import { addMicros, MICROS_PER_HOUR } from '../../shared/instant.ts';
import { openOrganiserFixture, type OrganiserFixture } from '../support/organiser-fixture.ts';
import { tablesSaying } from '../support/organiser-reads.ts';

const Imported = Compile(
  Type.Object({
    dry_run: Type.Boolean(),
    lines: Type.Integer(),
    orders: Type.Integer(),
    tickets: Type.Integer(),
    skipped: Type.Integer(),
    event: Type.String({ pattern: '^evt_' }),
    without_external_id: Type.Integer(),
    delimiter: Type.String(),
    ignored_columns: Type.Array(Type.String()),
    data: Type.Optional(
      Type.Array(
        Type.Object({
          external_id: Type.Union([Type.String(), Type.Null()]),
          reference: Type.String({ pattern: '^ord_' }),
          tickets: Type.Integer(),
        }),
      ),
    ),
  }),
);

let fixture: OrganiserFixture;
let type: TicketTypeRow;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
  type = await fixture.addTicketType({ name: 'Standard', total: 5 });
});
afterEach(() => fixture.close());

async function importFile(content: string | Uint8Array, ...flags: string[]) {
  const file = join(fixture.dataDir, 'guests.csv');
  writeFileSync(file, content);
  return run('import', file, '--event', fixture.event.reference, ...flags, '--json');
}

async function run(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(words, {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    flushed: () => Promise.resolve(),
    environment: { GATEHOUSE_DATA: fixture.dataDir },
    stopRequested: () => Promise.resolve(),
  });
  return { code, out: out.join('\n'), err: err.join('\n').split('\n') };
}

async function imports(content: string | Uint8Array, ...flags: string[]) {
  const { code, out, err } = await importFile(content, ...flags);
  expect([code, err]).toEqual([0, ['']]);
  return Imported.Parse(JSON.parse(out));
}

const ticketsNow = () =>
  fixture.database.read((tx) =>
    tx.db
      .selectFrom('tickets')
      .leftJoin('contacts', 'contacts.id', 'tickets.contact_id')
      .leftJoin('orders', 'orders.id', 'tickets.order_id')
      .select(['email', 'first_name', 'seat_label', 'session_id', 'orders.reference'])
      .orderBy('tickets.id')
      .execute(),
  );
const countOf = (table: 'orders' | 'tickets' | 'contacts' | 'order_lines') =>
  fixture.database.read(
    async (tx) => (await tx.db.selectFrom(table).select('id').execute()).length,
  );

const counts = async () => [await countOf('orders'), await countOf('tickets')];

async function expectNothing() {
  for (const table of ['orders', 'tickets', 'contacts', 'order_lines'] as const) {
    expect([table, await countOf(table)]).toEqual([table, 0]);
  }
  const sold = await fixture.database.read((tx) =>
    tx.db.selectFrom('ticket_types').select('sold').execute(),
  );
  expect(sold).toEqual([{ sold: 0 }]);
}

describe('gatehouse import', () => {
  it('refuses names and seats that no screen could show, each with its line', async () => {
    const endless = 'x'.repeat(1_000_000);
    const { code, err } = await importFile(
      `email,last_name,ticket_type,seat_label\na@b.no,${endless},Standard,\nb@b.no,B,Standard,${endless}\n`,
    );
    expect([code, ...err]).toEqual([
      1,
      'Line 2: Expected last_name to have at most 255 characters.',
      'Line 3: Expected seat_labels to have at most 255 characters.',
      'Nothing was imported.',
    ]);
    await expectNothing();
  });

  it('reads what a spreadsheet writes: byte order mark, CRLF, quotes, columns of other names', async () => {
    const starts_at = addMicros(fixture.now(), MICROS_PER_HOUR);
    const times = { starts_at, ends_at: addMicros(starts_at, MICROS_PER_HOUR) };
    const session = await fixture.write((tx) =>
      createSession(tx, fixture.event.reference, { name: 'Day 1', ...times }),
    );
    const file =
      '\uFEFF"Mail = privat",Vorname,Kategorie,Platz,Tag,Notiz\r\n' +
      'åse@example.no,"Åse ""Ase""",Standard,C 14,Day 1,"zwei\r\nZeilen"\r\n' +
      `per@example.no,Per,Standard,,${session.reference},\r\n\r\n`;
    const map =
      'Mail = privat=email,Vorname=first_name,Kategorie=ticket_type,Platz=seat_label,Tag=session';
    const done = await imports(file, '--map', map);
    expect(done).toMatchObject({ dry_run: false, lines: 2, orders: 2, tickets: 2 });
    const session_id = session.id;
    const [one, other] = done.data ?? [];
    expect(await ticketsNow()).toEqual([
      {
        email: 'åse@example.no',
        first_name: 'Åse "Ase"',
        seat_label: 'C 14',
        session_id,
        reference: one?.reference,
      },
      {
        email: 'per@example.no',
        first_name: 'Per',
        seat_label: null,
        session_id,
        reference: other?.reference,
      },
    ]);
  });

  it.each([
    ['semicolons', ';', (text: string) => text],
    ['tabs', '\t', (text: string) => text],
    ['semicolons that its first line names', ';', (text: string) => `sep=;\r\n${text}`],
    [
      'tabs, in the UTF-16 of a spreadsheet',
      '\t',
      (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    ],
  ])('finds that cells are separated by %s', async (_, delimiter, write) => {
    const lines = [
      ['E-Mail (privat, bitte)', 'Email', 'First Name', 'Ticket type', 'Notes'],
      ['x', 'åse@example.no', '"Åse, die Erste"', 'Standard', '1,50'],
    ];
    const text = lines.map((cells) => `${cells.join(delimiter)}\r\n`).join('');
    const done = await imports(write(text));
    expect(done).toMatchObject({ lines: 1, orders: 1, delimiter });
    expect(done.ignored_columns).toEqual(['E-Mail (privat, bitte)', 'Notes']);
    const [ticket] = await ticketsNow();
    expect(ticket).toMatchObject({ email: 'åse@example.no', first_name: 'Åse, die Erste' });
  });

  it.each(['\r\n', '\r'])(
    'takes the separator from the first line of a file with line ends %j, quoted or not',
    async (end) => {
      for (const first of ['sep=;', '"sep=;"']) {
        const file = [first, 'email;ticket_type', 'a@example.org;Standard', ''].join(end);
        expect(await imports(file, '--dry-run')).toMatchObject({
          lines: 1,
          delimiter: ';',
        });
      }
    },
  );

  it('refuses an external id that a spreadsheet has shortened: two of them may have been different', async () => {
    for (const id of ['1.23E+11', '"1,23E+11"', '4E+15']) {
      const file = `email,ticket_type,external_id\na@example.org,Standard,${id}\na@example.org,Standard,${id}\n`;
      const { code, err } = await importFile(file);
      expect(code).toBe(1);
      expect(err.slice(0, 2)).toEqual(
        [2, 3].map((line) =>
          expect.stringMatching(new RegExp(`^Line ${line}: Expected the whole external id`)),
        ),
      );
    }
    await expectNothing();
    expect(await imports('ticket_type,external_id\nStandard,E+11\n')).toMatchObject({ orders: 1 });
  });

  it('separates cells by --delimiter, whatever the heading looks like', async () => {
    const file = 'ticket_type,a;quantity\nStandard;2\n';
    const map = ['--map', 'ticket_type,a=ticket_type'];
    expect((await importFile(file, ...map)).code).toBe(2);
    const type = ['--map', 'quantity=quantity', '--delimiter', ','];
    const { err } = await importFile(file, ...type);
    expect(err[0]).toMatch(/^Line 1: There is no column "quantity"/);
    const tabs = await importFile('ticket_type;quantity\nStandard;2\n', '--delimiter', 'tab');
    expect(tabs.err[0]).toMatch(
      /^Line 1: Expected a column for ticket_type; with tabs between cells, the columns are ticket_type;quantity\./,
    );
  });

  it('says in a few lines what it did, what it left out and what comes next', async () => {
    const file = join(fixture.dataDir, 'guests.csv');
    const lines = ['a', 'b'].map((name) => `${name}@example.org;Standard;+47\n`);
    writeFileSync(file, `email;ticket_type;Phone\u202e\n${lines.join('')}`);
    const event = fixture.event.reference;
    const { out } = await run('import', file, '--event', event);
    expect(out.split('\n')).toEqual([
      'Imported 2 tickets in 2 orders, of 2 lines.',
      'Ignored columns: Phone\\u202e.',
      'Cells were separated by semicolons.',
      'Without external_id: 2 orders; another import of this file places them again.',
      `To print the tickets: gatehouse export tickets --event ${event} --format html > tickets.html`,
      `To email them:        gatehouse order mail --event ${event}`,
    ]);
    const tried = await run('import', file, '--event', event, '--dry-run');
    expect(tried.out.split('\n')[0]).toBe(
      'Nothing was imported; it would be 2 tickets in 2 orders, of 2 lines.',
    );
  });

  it('makes one order of the lines with one external id', async () => {
    const file =
      'external_id,email,ticket_type,quantity\nA1,a@example.org,Standard,2\n,b@example.org,Standard,\nA1,a@example.org,Standard,1\n';
    const done = await imports(file);
    expect(done.data?.map(({ external_id, tickets }) => [external_id, tickets])).toEqual([
      ['A1', 3],
      [null, 1],
    ]);
    expect([await countOf('orders'), await countOf('tickets')]).toEqual([2, 4]);
  });

  it('with --dry-run tries everything and keeps nothing', async () => {
    const file = 'email,ticket_type\na@example.org,Standard\n';
    const tried = await imports(file, '--dry-run');
    expect(tried).toMatchObject({ dry_run: true, lines: 1, orders: 1, tickets: 1, skipped: 0 });
    expect(tried.data).toBeUndefined();
    await expectNothing();
    const { code, err } = await importFile('ticket_type,quantity\nStandard,6\n', '--dry-run');
    expect(code).toBe(1);
    expect(err[0]).toMatch(/^Line 2: Standard has 5 left/);
  });

  it('names every invalid line by its number, and imports none of the others', async () => {
    const file =
      'email,first_name,ticket_type,seat_label,external_id,quantity\n' +
      'a@example.org,"two\nlines",Standard,,,1\n' +
      'nonsense,,Standard,,,1\n' +
      'b@example.org,,Nothing,,,1\n' +
      ',Nobody,Standard,,,1\n' +
      'c@example.org,,Standard,A1,,2\n' +
      'd@example.org,,Standard,,X,1\n' +
      'e@example.org,,Standard,,X,1\n' +
      'f@example.org,,Standard,,,9\n';
    const { code, out, err } = await importFile(file);
    expect([code, out]).toEqual([1, '']);
    expect(err).toEqual([
      expect.stringMatching(/^Line 4: Expected a valid email/),
      expect.stringMatching(/^Line 5: There is no ticket type "Nothing"/),
      expect.stringMatching(/^Line 6: Expected an email with the name/),
      expect.stringMatching(/^Line 7: Expected 2 seat labels/),
      expect.stringMatching(/^Line 9: Expected the email of line 8/),
      expect.stringMatching(/^Line 10: Standard has \d left/),
      'Nothing was imported.',
    ]);
    await expectNothing();
  });

  it.each([
    ['no heading', '', /^Line 1: Expected a heading/],
    ['no ticket types', 'email\na@example.org\n', /^Line 1: Expected a column for ticket_type/],
    ['a column twice', 'email,email,ticket_type\n', /^Line 1: There are two columns "email"/],
    ['cells too many', 'ticket_type\nStandard,x\n', /^Line 2: Expected 1 cells/],
    ['half a person', 'ticket_type,quantity\nStandard,0.5\n', /^Line 2: Expected a whole number/],
    ['nobody', 'ticket_type,quantity\nStandard,0\n', /^Line 2: Expected quantity/],
    ['an open quote', 'ticket_type\nStandard\n"Stan', /^Line 3: Here a quote is opened/],
    [
      'too much at once',
      `ticket_type\n${'Standard\n'.repeat(5001)}`,
      /^Line 1: Expected at most 5000/,
    ],
    ['another encoding', Buffer.from('ticket_type\nÅ', 'latin1'), /^Line 1: Expected a text file/],
    ['UTF-16', Buffer.from('ticket_type\nA', 'utf16le'), /^Line 1: Expected a text file/],
  ])('refuses a file with %s', async (_, content, sentence) => {
    const { code, out, err } = await importFile(content);
    expect([code, out]).toEqual([1, '']);
    expect(err[0]).toMatch(sentence);
    await expectNothing();
  });

  it('refuses a type name that two types share, and an unknown column', async () => {
    await fixture.addTicketType({ name: 'Standard' });
    const { err } = await importFile('ticket_type\nStandard\n');
    expect(err[0]).toMatch(/^Line 2: There are 2 of the ticket type "Standard"/);
    const mapped = await importFile('ticket_type\nStandard\n', '--map', 'Kind=ticket_type');
    expect([mapped.code, mapped.err[0]]).toEqual([1, 'Line 1: There is no column "Kind".']);
    expect(await countOf('orders')).toBe(0);
  });
});

describe('importing again', () => {
  const heading = 'Bestellung,email,ticket_type,quantity\n';
  const map = [
    '--map',
    'Bestellung=external_id,email=email,ticket_type=ticket_type,quantity=quantity',
  ];
  const first = `${heading}A1,a@example.org,Standard,1\nA2,b@example.org,Standard,1\nA1,a@example.org,Standard,1\n`;

  it('the same file skips all of its orders, even when everything has sold out since', async () => {
    const done = await imports(first, ...map);
    expect(done).toMatchObject({ lines: 3, orders: 2, tickets: 3, skipped: 0 });
    await fixture.addOrder(type.reference, { quantity: 2 });
    fixture.told.length = 0;
    const again = await imports(first, ...map);
    expect(again).toMatchObject({ lines: 3, orders: 0, tickets: 0, skipped: 2, data: [] });
    expect(await counts()).toEqual([3, 5]);
    expect(fixture.told).toEqual([]);
    const tried = await imports(first, ...map, '--dry-run');
    expect(tried).toMatchObject({ dry_run: true, lines: 3, orders: 0, tickets: 0, skipped: 2 });
  });

  it('reports how many orders it skipped', async () => {
    await imports(first, ...map);
    const file = join(fixture.dataDir, 'guests.csv');
    const { code, out } = await run('import', file, '--event', fixture.event.reference, ...map);
    expect(code).toBe(0);
    expect(out).toBe(
      'Imported 0 tickets in 0 orders, of 3 lines.\nSkipped 2 orders whose external_id the event has already.',
    );
  });

  it('an overlapping file places new orders completely, and leaves existing ones as they are', async () => {
    await imports(first, ...map);
    const longer = `${heading}A3,c@example.org,Standard,1\nA2,new@example.org,Nothing,9\nA3,c@example.org,Standard,\n`;
    const done = await imports(longer, ...map);
    expect(done).toMatchObject({ lines: 3, orders: 1, tickets: 2, skipped: 1 });
    expect(done.data).toMatchObject([{ external_id: 'A3', tickets: 2 }]);
    expect(await counts()).toEqual([3, 5]);
    const emails = (await ticketsNow()).map(({ email }) => email);
    expect(emails).not.toContain('new@example.org');
  });

  it('a file with an invalid line places none of its orders, and skips none later', async () => {
    const broken = `${first}A4,nonsense,Standard,1\n`;
    const { code, err } = await importFile(broken, ...map);
    expect([code, err[0]]).toEqual([1, 'Line 5: Expected a valid email address.']);
    expect(await imports(first, ...map)).toMatchObject({ orders: 2, skipped: 0 });
  });

  it('lines without an external id are placed again', async () => {
    const file = `${heading},a@example.org,Standard,1\nA1,b@example.org,Standard,1\n`;
    await imports(file, ...map);
    expect(await imports(file, ...map)).toMatchObject({ orders: 1, skipped: 1 });
    const unmapped = await imports(file, '--map', 'email=email,ticket_type=ticket_type');
    expect(unmapped).toMatchObject({ orders: 2, skipped: 0 });
    expect(await counts()).toEqual([5, 5]);
  });

  it('treats an external id of another event as a different order', async () => {
    await imports(first, ...map);
    const other = await fixture.write((tx) =>
      createEvent(tx, fixture.organiser, {
        ...eventDefaults,
        name: 'Spring Gala',
        slug: 'spring-gala',
        timezone: 'Europe/Oslo',
        currency: 'NOK',
      }),
    );
    const standard = { ...ticketTypeDefaults, name: 'Standard', price: 100 };
    await fixture.write((tx) => createTicketType(tx, other.reference, standard));
    const file = join(fixture.dataDir, 'guests.csv');
    const { code, out } = await run('import', file, '--event', other.reference, ...map, '--json');
    expect(code).toBe(0);
    expect(Imported.Parse(JSON.parse(out))).toMatchObject({ orders: 2, skipped: 0 });
    expect(await counts()).toEqual([4, 6]);
  });

  it('does not bring back an order that was cancelled', async () => {
    const [order] = (await imports(first, ...map)).data ?? [];
    await fixture.write((tx) => cancelOrder(tx, order?.reference ?? '', null));
    expect(await imports(first, ...map)).toMatchObject({ orders: 0, skipped: 2 });
  });

  it('skips the order of an erased person, and keeps no trace of them', async () => {
    const file =
      'external_id,email,ticket_type\nGone@example.org 7,gone@example.org,Standard\nA2,b@example.org,Standard\n';
    await imports(file);
    const { reference } = await fixture.database.read((tx) =>
      tx.db
        .selectFrom('contacts')
        .select('reference')
        .where('email_key', '=', 'gone@example.org')
        .executeTakeFirstOrThrow(),
    );
    await fixture.write((tx) => eraseContact(tx, reference));
    expect(await tablesSaying(fixture, /gone@/i)).toEqual([]);
    expect(await imports(file)).toMatchObject({ orders: 0, skipped: 2 });
    expect(await tablesSaying(fixture, /gone@/i)).toEqual([]);
  });

  it('from two processes at once places each order once', async () => {
    const both = await Promise.all([imports(first, ...map), imports(first, ...map)]);
    expect(new Set(both.map(({ orders, skipped }) => `${orders} and ${skipped}`))).toEqual(
      new Set(['2 and 0', '0 and 2']),
    );
    expect(await counts()).toEqual([2, 3]);
  });

  it('distinguishes external ids by every character, and accepts up to 255', async () => {
    const ids = ['a1', 'A1', "A1'", 'Å1', 'x'.repeat(255)];
    const file = ids.map((id) => `${id},,Standard,1\n`).join('');
    expect(await imports(heading + file, ...map)).toMatchObject({ orders: 5 });
    expect(await imports(heading + file, ...map)).toMatchObject({ orders: 0, skipped: 5 });
    const { code, err } = await importFile(`${heading}${'x'.repeat(256)},,Standard,1\n`, ...map);
    expect(code).toBe(1);
    expect(err[0]).toMatch(/^Line 2: Expected external_id to have at most 255 characters/);
  });

  it('is explained in its help', async () => {
    const { out } = await run('import', '--help');
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'Importing a file again places lines without an external_id a second time',
    );
  });
});

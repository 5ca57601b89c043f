import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { createSession } from '../../src-server/services/sessions.ts';
import { addMicros, MICROS_PER_HOUR } from '../../shared/instant.ts';
import { openOrganiserFixture, type OrganiserFixture } from '../support/organiser-fixture.ts';

const Imported = Compile(
  Type.Object({
    dry_run: Type.Boolean(),
    lines: Type.Integer(),
    orders: Type.Integer(),
    tickets: Type.Integer(),
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
beforeEach(async () => {
  fixture = await openOrganiserFixture();
  await fixture.addTicketType({ name: 'Standard', total: 5 });
});
afterEach(() => fixture.close());

async function importFile(content: string | Uint8Array, ...flags: string[]) {
  const file = join(fixture.dataDir, 'guests.csv');
  writeFileSync(file, content);
  const out: string[] = [];
  const err: string[] = [];
  const words = ['import', file, '--event', fixture.event.reference, ...flags, '--json'];
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
  it('reads what a spreadsheet writes: mark, CRLF, quotes, columns of other names', async () => {
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
    expect(await imports(file, '--dry-run')).toEqual({
      dry_run: true,
      lines: 1,
      orders: 1,
      tickets: 1,
    });
    await expectNothing();
    const { code, err } = await importFile('ticket_type,quantity\nStandard,6\n', '--dry-run');
    expect(code).toBe(1);
    expect(err[0]).toMatch(/^Line 2: Standard has 5 left/);
  });

  it('names every line at fault by its number, and imports none of the others', async () => {
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

  it('refuses a type that two share a name, and a column that is not there', async () => {
    await fixture.addTicketType({ name: 'Standard' });
    const { err } = await importFile('ticket_type\nStandard\n');
    expect(err[0]).toMatch(/^Line 2: There are 2 of the ticket type "Standard"/);
    const mapped = await importFile('ticket_type\nStandard\n', '--map', 'Kind=ticket_type');
    expect([mapped.code, mapped.err[0]]).toEqual([1, 'Line 1: There is no column "Kind".']);
    expect(await countOf('orders')).toBe(0);
  });
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMicros, MICROS_PER_HOUR } from '../../shared/instant.ts';
import { formatInZone } from '../../shared/local-time.ts';
import { createAddOn } from '../../src-server/domain/events/add-ons.ts';
import { createLocation } from '../../src-server/domain/events/locations.ts';
import { createQuestion } from '../../src-server/domain/events/questions.ts';
import { createSession } from '../../src-server/domain/events/sessions.ts';
import { openImportFixture, type ImportFixture } from '../support/import-fixture.ts';

let fixture: ImportFixture;
beforeEach(async () => {
  fixture = await openImportFixture();
  await fixture.addTicketType({ name: 'Standard', total: 5 });
});
afterEach(() => fixture.close());

const imports: ImportFixture['imports'] = (...given) => fixture.imports(...given);
const importFile: ImportFixture['importFile'] = (...given) => fixture.importFile(...given);

async function expectNothing() {
  expect(await fixture.count('orders', 'tickets', 'contacts', 'order_lines')).toEqual([0, 0, 0, 0]);
  const sold = await fixture.database.read((tx) =>
    tx.db.selectFrom('ticket_types').select('sold').execute(),
  );
  expect(sold.every((type) => type.sold === 0)).toBe(true);
}

const howToMakeTypes = () =>
  `To make a ticket type: gatehouse ticket-type create --event ${fixture.event.reference} --name NAME --price 0`;

const addSession = (name: string) => {
  const starts_at = addMicros(fixture.now(), MICROS_PER_HOUR);
  const times = { starts_at, ends_at: addMicros(starts_at, MICROS_PER_HOUR) };
  return fixture.write((tx) => createSession(tx, fixture.event.reference, { name, ...times }));
};

const datedLines = (...days: readonly string[]) =>
  `Ticket type,Event start,Status\n${days.map((day) => `Standard,${day}\n`).join('')}`;

describe('gatehouse import', () => {
  it('reads what a spreadsheet writes: byte order mark, CRLF, quotes, columns of other names', async () => {
    const session = await addSession('Day 1');
    const file =
      '\uFEFF"Mail = privat",Vorname,Kategorie,Platz,Tag,Notiz\r\n' +
      'åse@example.no,"Åse ""Ase""",Standard,C 14,Day 1,"zwei\r\nZeilen"\r\n' +
      `per@example.no,Per,Standard,,${session.reference},\r\n\r\n`;
    const done = await imports(file, '--map', 'Mail = privat=email,Tag=session');
    expect(done).toMatchObject({ dry_run: false, lines: 2, new_orders: 2, new_tickets: 2 });
    const session_id = session.id;
    expect(await fixture.ticketsNow()).toMatchObject([
      { email: 'åse@example.no', first_name: 'Åse "Ase"', seat_label: 'C 14', session_id },
      { email: 'per@example.no', first_name: 'Per', seat_label: null, session_id },
    ]);
  });

  it.each([
    ['semicolons', ';', 'UTF-8', (text: string) => text],
    ['tabs', '\t', 'UTF-8', (text: string) => text],
    ['semicolons that its first line names', ';', 'UTF-8', (text: string) => `sep=;\r\n${text}`],
    [
      'tabs, in the UTF-16 of a spreadsheet',
      '\t',
      'UTF-16',
      (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    ],
    [
      'tabs, in the UTF-16 of a Mac',
      '\t',
      'UTF-16',
      (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ],
    [
      'semicolons, in the Windows-1252 of an older one',
      ';',
      'Windows-1252',
      (text: string) => Buffer.from(text, 'latin1'),
    ],
  ])('finds that cells are separated by %s', async (_, delimiter, encoding, write) => {
    const lines = [
      ['E-Mail (privat, bitte)', 'Email', 'First Name', 'Ticket type', 'Company'],
      ['x', 'åse@example.no', '"Åse, die Erste"', 'Standard', '1,50'],
    ];
    const text = lines.map((cells) => `${cells.join(delimiter)}\r\n`).join('');
    const done = await imports(write(text));
    expect(done).toMatchObject({ lines: 1, new_orders: 1, delimiter, encoding });
    expect(done.columns.filter(({ field }) => field === null)).toEqual([
      { column: 'E-Mail (privat, bitte)', field: null },
      { column: 'Company', field: null },
    ]);
    const [ticket] = await fixture.ticketsNow();
    expect(ticket).toMatchObject({ email: 'åse@example.no', first_name: 'Åse, die Erste' });
  });

  it.each(['\r\n', '\r'])(
    'takes the separator from the first line of a file with line ends %j, quoted or not',
    async (end) => {
      for (const first of ['sep=;', '"sep=;"']) {
        const file = [first, 'email;ticket_type', 'a@example.org;Standard', ''].join(end);
        expect(await imports(file, '--dry-run')).toMatchObject({ lines: 1, delimiter: ';' });
      }
    },
  );

  it('says once what is wrong with many lines', async () => {
    const { err } = await importFile(`ticket_type\n${'VIP\n'.repeat(12)}Gold\n`);
    expect(err).toEqual([
      'Lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more: There is no ticket type "VIP" in this event; it has Standard.',
      'Line 14: There is no ticket type "Gold" in this event; it has Standard.',
      'Nothing was imported.',
      howToMakeTypes(),
    ]);
  });

  it('refuses numbers that a spreadsheet has shortened: two of them may have been different', async () => {
    for (const id of ['1.23E+11', '"1,23E+11"', '4E+15', '7.7e+09']) {
      const file = `email,ticket_type,Order ID\na@example.org,Standard,${id}\na@example.org,Standard,${id}\n`;
      const { code, err } = await importFile(file);
      expect(code).toBe(1);
      expect(err[0]).toMatch(/^Lines 2 and 3: Expected the whole order number/);
    }
    await expectNothing();
    expect(await imports('ticket_type,order\nStandard,E+11\n')).toMatchObject({ new_orders: 1 });
  });

  it('separates cells by --delimiter, whatever the heading looks like', async () => {
    const tabs = await importFile('ticket_type;quantity\nStandard;2\n', '--delimiter', 'tab');
    expect(tabs.err[0]).toMatch(
      /^Line 1: Expected a column for ticket_type; with tabs between cells, the columns are ticket_type;quantity\./,
    );
    const named = await importFile('ticket_type\nStandard\n', '--map', 'Kind=ticket_type');
    expect(named.err[0]).toBe(
      'Line 1: There is no column "Kind", which was named for ticket_type; the columns are ticket_type.',
    );
  });

  it('names every column at once that is not there, or twice, and what is wrong with lines beside a missing column of types', async () => {
    const wrong = ['--map', 'Kind=ticket_type,Mail=email', '--ignore', 'Fee,Tax'];
    const { err } = await importFile('Name,Mail,Mail\nAnn,x,y\n', ...wrong);
    expect(err).toEqual([
      'Line 1: There is no column "Kind", which was named for ticket_type; the columns are Name, Mail, Mail.',
      'Line 1: There are several columns "Mail", which was named for email; the columns are Name, Mail, Mail.',
      'Line 1: There is no column "Fee" to ignore.',
      'Line 1: There is no column "Tax" to ignore.',
      'Nothing was imported.',
    ]);
    const untyped = await importFile('Name,Email\nAnn,ann@example.org\nBo,bo\n');
    expect(untyped.err.slice(0, 3)).toEqual([
      expect.stringMatching(/^Line 1: Expected a column for ticket_type; /),
      'Line 3: Expected a valid email address.',
      'Nothing was imported.',
    ]);
  });

  it('says in a few lines what it read, what it did and what comes next', async () => {
    const file = join(fixture.dataDir, 'guests.csv');
    const lines = ['a', 'b'].map((name) => `${name}@example.org;Standard;+47;x\n`);
    writeFileSync(file, `email;ticket_type;Phone\u202e;Notes\n${lines.join('')}`);
    const event = fixture.event.reference;
    const tried = await fixture.run('import', file, '--event', event, '--dry-run');
    expect(tried.out.split('\n')[3]).toBe('Nothing was imported; it would be:');
    const { out } = await fixture.run('import', file, '--event', event);
    expect(out.split('\n')).toEqual([
      'guests.csv: 2 lines, UTF-8, separated by semicolons.',
      'Columns: email = email, ticket_type = ticket_type, Notes = note.',
      'Not used: Phone\\u202e.',
      'Imported:',
      '  new        2 tickets in 2 new orders',
      'Also: 2 new without a barcode of the shop, so their guests need tickets from here (or --map "Their heading=code"); 2 with notes, which are not kept.',
      `To print the tickets: gatehouse export tickets --event ${event} --format html > tickets.html`,
      `To email them:        gatehouse order mail --event ${event}`,
    ]);
    const named = 'email,ticket_type,name\nc@example.org,Standard,Cy\nc@example.org,Standard,Di\n';
    writeFileSync(file, named);
    const hint = 'they keep the name that they have here, or have that of their first line';
    const also = async (...flags: string[]) =>
      (await fixture.run('import', file, '--event', event, ...flags)).out;
    expect(await also('--dry-run')).toContain(`${hint} (--names first|last changes it)`);
    expect(await also('--dry-run', '--names', 'last')).toContain(
      'have the name of their last line',
    );
    expect(await also()).toContain(`${hint} (contact update changes it)`);
    expect(await also()).not.toContain('differently');
    writeFileSync(
      file,
      'order,code,ticket_type,status\n7,71,Standard,paid\n8,81,Standard,unpaid\n',
    );
    const sold = await fixture.run('import', file, '--event', event);
    expect(sold.out.split('\n').slice(-2)).toEqual([
      '  new        1 ticket in 1 new order; 1 order waiting for payment',
      'Doors admit them by the barcodes of the shop: nothing has to be sent.',
    ]);
  });

  it('with --dry-run says what the import says, and keeps nothing', async () => {
    const file = 'email,ticket_type\na@example.org,Standard\n';
    const tried = await imports(file, '--dry-run');
    await expectNothing();
    const { import: reference, ...done } = await imports(file);
    expect(reference).toMatch(/^imp_/);
    expect(tried).toEqual({ ...done, dry_run: true, import: null });
  });

  it('names every problem of every line at once, and imports none of the others', async () => {
    const taken = await fixture.addTicketType({ name: 'Few', total: 1 });
    await fixture.addOrder(taken.reference, {
      lines: [{ sellable: taken.reference, quantity: 1, seat_labels: ['Z 9'] }],
    });
    const endless = 'x'.repeat(1_000_000);
    const { code, out, err } = await importFile(
      'email,first_name,ticket_type,seat_label,order,quantity,barcode,price,currency,status\n' +
        'a@example.org,"two\nlines",Standard,,,1,1,,,paid\n' +
        `nonsense,${endless},Gold,,,1,1,zehn,USD,Umgebucht\n` +
        'c@example.org,,Standard,A1,,2,,,,\n' +
        'd@example.org,,Standard,B2,1.2E+9,,,,,\n' +
        'e@example.org,,Standard,b 2,X,1,,,,\n' +
        'f@example.org,,Standard,Z9,,0,,,,\n' +
        'g@example.org,,Few,,,,,,,\n' +
        'h@example.org,"x"y,Standard,,,,,,,\n' +
        'i@example.org,,Standard,,,,,,,,more\n' +
        'j@example.org,,Standard,,,5,,,,\n',
    );
    expect([code, out]).toEqual([1, '']);
    expect(err).toEqual([
      expect.stringMatching(/^Line 4: Whether "Umgebucht" in the column "status" means/),
      'Line 4: Expected a valid email address.',
      'Line 4: Expected first_name to have at most 255 characters.',
      'Line 4: There is no ticket type "Gold" in this event; it has Standard, Few.',
      'Line 4: Expected the event\'s currency, NOK, got "USD".',
      'Line 4: Expected an amount in NOK such as 79.50, got "zehn".',
      'Line 4: The code "1" is that of line 2 as well.',
      expect.stringMatching(
        /^Line 5: Expected 2 seats for 2 tickets, separated by commas; got "A1"/,
      ),
      expect.stringMatching(/^Line 6: Expected the whole order number/),
      'Line 7: The seat "b 2" is that of line 6 as well.',
      'Line 8: Expected a whole number from 1 to 10000 for quantity, got "0".',
      'Line 8: Standard has 5 left, and the file has 12 of it.',
      expect.stringMatching(/^Line 8: The seat "Z9" is that of the ticket tkt_/),
      'Line 9: Few has 0 left, and the file has 1 of it.',
      'Line 10: Here a quote stands in the middle of a cell.',
      'Line 11: Expected 10 cells as in the heading, got 11.',
      'Nothing was imported.',
      howToMakeTypes(),
    ]);
    expect(await fixture.count('orders', 'tickets')).toEqual([1, 1]);
  });

  it.each([
    ['no heading', '', /^Line 1: Expected a heading/],
    ['no ticket types', 'email\na@example.org\n', /^Line 1: Expected a column for ticket_type/],
    ['an open quote', 'ticket_type\nStandard\n"Stan', /^Line 3: Here a quote is opened/],
    ['zeros in it', Buffer.from('ticket_type\nA', 'utf16le'), /^Line 1: Expected a text file/],
    ['a spreadsheet in it', Buffer.from('PK\u0003\u0004\0\0'), /^Line 1: This is a spreadsheet/],
    ['the columns of an older one', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /is a spreadsheet/],
  ])('refuses a file with %s', async (_, content, sentence) => {
    const { code, out, err } = await importFile(content);
    expect([code, out]).toEqual([1, '']);
    expect(err[0]).toMatch(sentence);
    await expectNothing();
  });

  it('refuses a type name that two types share, and reads a product with its variation', async () => {
    await fixture.addTicketType({ name: 'Concert – Balcony' });
    await fixture.addTicketType({ name: 'Standard' });
    const { err } = await importFile('ticket_type\nStandard\n');
    expect(err[0]).toMatch(/^Line 2: There are 2 ticket types "Standard"/);
    await imports('Product,Variation\nConcert,balcony\n');
    expect(await fixture.ticketsNow()).toMatchObject([{ type: 'Concert – Balcony' }]);
  });
});

describe('the lines of a file', () => {
  it('make the buyer the contact of the order, and whom each line names the holder of its ticket', async () => {
    await imports(
      'Order,Ticket,Barcode,Ticket type,Attendee name,Attendee email,Buyer name,Buyer email\n' +
        'A1,T1,111,Standard,"Berg, Anna",anna@example.org,Kim Lie,kim@example.org\n' +
        'A1,T2,112,Standard,Bo Dahl,,Kim Lie,kim@example.org\n' +
        'A1,T3,113,Standard,,,Kim Lie,kim@example.org\n',
      '--map',
      'Ticket=ticket',
    );
    expect(await fixture.ticketsNow()).toMatchObject([
      { code: '111', external_id: 'T1', email: 'anna@example.org', last_name: 'Berg', order: 'A1' },
      { code: '112', external_id: 'T2', email: null, first_name: 'Bo', last_name: 'Dahl' },
      { code: '113', external_id: 'T3', email: 'kim@example.org', first_name: 'Kim' },
    ]);
    expect(await fixture.count('orders', 'contacts')).toEqual([1, 3]);
  });

  it('bring add-ons, answers, sessions, windows, entry points and prices', async () => {
    const event = fixture.event.reference;
    const session = await addSession('Late show');
    await fixture.write(async (tx) => {
      await createLocation(tx, { event, name: 'North, upper' });
      await createLocation(tx, { event, name: 'North' });
      await createAddOn(tx, event, { name: 'Parking', price: 500, total: 3 });
      const diet = { event, key: 'diet', label: 'Diät?', type: 'select' as const };
      await createQuestion(tx, { ...diet, options: ['Vegan', 'None'] });
    });
    const done = await imports(
      'Bestellnummer;Ticketart;Termin;Gültig ab;Eingang;Preis;Währung;Parking;Diät?\n' +
        '7;standard;late SHOW;31.12.2026 19:00;North, upper; North;1.234,50 kr;NOK;2;vegan\n'.replace(
          'North, upper; North',
          '"North, upper; North"',
        ) +
        '7;Standard;Late show;;;0;NOK;ja;\n',
    );
    expect(done).toMatchObject({ new_tickets: 2, new_orders: 1 });
    const found = await fixture.database.read(async (tx) => ({
      tickets: await tx.db
        .selectFrom('tickets')
        .select(['session_id', 'valid_from', 'entry_points'])
        .orderBy('id')
        .execute(),
      lines: await tx.db
        .selectFrom('order_lines')
        .select(['kind', 'quantity', 'unit_price'])
        .orderBy('id')
        .execute(),
      order: await tx.db.selectFrom('orders').select(['total', 'status']).execute(),
      answers: await tx.db.selectFrom('answers').select('value').execute(),
    }));
    expect(found.tickets[0]?.entry_points?.match(/loc_/g)).toHaveLength(2);
    expect(found.tickets[0]?.valid_from).toBe(Date.UTC(2026, 11, 31, 18) * 1_000);
    expect(found.tickets[1]).toEqual({
      session_id: session.id,
      valid_from: null,
      entry_points: null,
    });
    expect(found.lines).toEqual([
      { kind: 'ticket', quantity: 1, unit_price: 123_450 },
      { kind: 'ticket', quantity: 1, unit_price: 0 },
      { kind: 'add_on', quantity: 3, unit_price: 500 },
    ]);
    expect(found.order).toEqual([{ total: 124_950, status: 'paid' }]);
    expect(found.answers).toEqual([{ value: '"Vegan"' }]);
  });

  it('that mean no are left out, whatever else is wrong with them; those that wait get no tickets', async () => {
    const done = await imports(
      'Order,Ticket type,Email,Order status,Void\n' +
        'A1,Gone type,nonsense,completed,true\n' +
        'A2,Standard,b@example.org,Storniert,\n' +
        'A3,Standard,c@example.org,Remboursé,no\n' +
        'A4,Standard,d@example.org,on-hold,\n' +
        'A5,Standard,e@example.org,Completed,0\n',
    );
    expect(done).toMatchObject({ new_tickets: 1, new_orders: 1, pending_orders: 1, skipped: 3 });
    expect(done.skipped_because).toEqual({ void: 3 });
    const orders = await fixture.database.read((tx) =>
      tx.db.selectFrom('orders').select(['external_id', 'status']).orderBy('id').execute(),
    );
    expect(orders).toEqual([
      { external_id: 'A4', status: 'pending_payment' },
      { external_id: 'A5', status: 'paid' },
    ]);
  });

  it('stop the import where a status is not known, until somebody says what it means', async () => {
    const file =
      'Ticket type,Email,Status,Refund policy,Refund note\n' +
      'Standard,a@example.org,Umgebucht,30 days,0.00\n';
    const { err } = await importFile(file);
    expect(err).toEqual([
      expect.stringContaining('Line 1: The column "Refund policy" may say that tickets are not'),
      expect.stringContaining('Line 2: Whether "Umgebucht" in the column "Status" means that'),
      'Nothing was imported.',
    ]);
    const said = ['--map', 'Umgebucht=status:valid', '--ignore', 'Refund policy'];
    expect(await imports(file, ...said)).toMatchObject({ new_tickets: 1 });
  });

  it('stop the import where a valid ticket has a day of refund, until somebody says whether all of it was refunded', async () => {
    const file =
      'Ticket type,Barcode,Attendee Status,Paid,Refunded at\n' +
      'Standard,1,Attending,yes,2026-11-02\nStandard,2,,yes,2026-11-02\nStandard,3,Refunded,yes,2026-11-02\nStandard,4,Attending,yes,\n';
    const { err } = await importFile(file);
    expect(err).toEqual([
      'Line 2: The ticket is "Attending" and has a day in the column "Refunded at": whether all of its price was refunded, or a part, is not known. Say so, as in --map "Attending + Refunded at=status:valid" (or refunded), or --ignore "Refunded at".',
      'Nothing was imported.',
    ]);
    const tried = (...said: string[]) => imports(file, ...said, '--dry-run');
    const both = 'Attending + Refunded at';
    expect(await tried('--map', `${both}=status:valid`)).toMatchObject({ new_tickets: 2 });
    expect(await tried('--map', `${both}=status:refunded`)).toMatchObject({ new_tickets: 1 });
    expect(await tried('--map', 'Attending=status:valid')).toMatchObject({ new_tickets: 2 });
    expect(await tried('--ignore', 'Refunded at')).toMatchObject({ new_tickets: 3 });
  });

  it('stop the import where they are for several dates and the event has no sessions', async () => {
    const two = datedLines('12 Dec 2026,paid', '13 Dec 2026,', '12 Dec 2026,');
    const { err } = await importFile(two);
    expect(err).toEqual([
      'Line 1: The event has no sessions, and the column "Event start" names several: 12 Dec 2026, 13 Dec 2026. Create them first (gatehouse session create), or --ignore "Event start": then all tickets are valid for the one event.',
      'Nothing was imported.',
    ]);
    expect(await imports(two, '--ignore', 'Event start', '--dry-run')).toMatchObject({
      new_tickets: 3,
    });
    const many = datedLines(...Array.from({ length: 9 }, (_, at) => `${at + 1} Dec 2026,`));
    expect((await importFile(many)).err[0]).toContain('5 Dec 2026, 6 Dec 2026, …. Create');
    const one = datedLines('12 Dec 2026,', ',', '12 Dec 2026,', '13 Dec 2026,refunded');
    expect(await imports(one)).toMatchObject({ new_tickets: 3, skipped: 1 });
  });

  it.each([
    ['ignore', 0],
    ['admit', 2],
  ])('of tickets that were checked in elsewhere: --checked-in %s', async (policy, scans) => {
    const file =
      'Ticket type,Barcode,Checked in\nStandard,1,2026-12-12 18:30\nStandard,2,No\nStandard,3,yes\n';
    expect(await imports(file, '--checked-in', policy)).toMatchObject({ checked_in: 2 });
    const found = await fixture.database.read((tx) =>
      tx.db.selectFrom('entry_scans').select(['result', 'scanned_at']).orderBy('id').execute(),
    );
    expect(found).toHaveLength(scans);
    if (scans > 0) expect(found[0]?.scanned_at).toBe(Date.UTC(2026, 11, 12, 17, 30) * 1_000);
    const refused = await importFile(file, '--checked-in', 'refuse');
    expect(refused.err[0]).toBe('Lines 2 and 4: The ticket was checked in elsewhere.');
  });

  it.each([
    ['keep', 'Ada', 'Eva'],
    ['first', 'Anna', 'Eva'],
    ['last', 'Ann', 'Eve'],
  ])('that name a person differently: --names %s', async (naming, known, fresh) => {
    await fixture.addOrder((await fixture.addTicketType({ name: 'Other' })).reference, {
      contact: { email: 'a@example.org', first_name: 'Ada' },
    });
    const done = await imports(
      'Ticket type,Email,First name\nStandard,a@example.org,Anna\nStandard,e@example.org,Eva\n' +
        'Standard,A@EXAMPLE.org,Ann\nStandard,e@example.org,Eve\n',
      '--names',
      naming,
    );
    expect(done.other_names).toBe(2);
    const people = await fixture.database.read((tx) =>
      tx.db.selectFrom('contacts').select(['email_key', 'first_name']).orderBy('id').execute(),
    );
    expect(people).toEqual([
      { email_key: 'a@example.org', first_name: known },
      { email_key: 'e@example.org', first_name: fresh },
    ]);
  });

  it('are listed in --report, each with what became of it', async () => {
    const report = join(fixture.dataDir, 'report.csv');
    await imports(
      'Order,Ticket type,Status\nA1,Standard,paid\nA2,Standard,refunded\n',
      '--report',
      report,
    );
    const rows = readFileSync(report, 'utf8').split('\r\n');
    expect(rows).toEqual([
      '\ufeff"line","result","why","order","ticket"',
      expect.stringMatching(/^"2","new","","ord_\w+","tkt_\w+"$/),
      '"3","skipped","cancelled or refunded where it was sold","",""',
      '',
    ]);
  });

  it('are only imported where --report can be written, and never over the file itself', async () => {
    const file = 'Ticket type,Code\nStandard,1\n';
    const own = join(fixture.dataDir, 'guests.csv');
    const over = await importFile(file, '--report', own);
    expect(over.err[0]).toBe('--report names the file that is imported; name another one.');
    expect(readFileSync(own, 'utf8')).toBe(file);
    const nowhere = await importFile(file, '--report', join(own, 'report.csv'));
    expect(nowhere.code).toBe(1);
    await expectNothing();
  });

  it('leave no report of a file that cannot be read', async () => {
    const report = join(fixture.dataDir, 'unread.csv');
    expect((await importFile('', '--report', report)).code).toBe(1);
    expect(existsSync(report)).toBe(false);
  });

  it('are listed in --report with their problems, if there are any', async () => {
    const report = join(fixture.dataDir, 'report.csv');
    const file = 'Ticket type,Email,Code\nStandard,a@example.org,1\nGold,b@,2\nStandard,"x"y,3\n';
    expect((await importFile(file, '--report', report)).code).toBe(1);
    expect(readFileSync(report, 'utf8').split('\r\n').slice(1, 4)).toEqual([
      '"2","new","","",""',
      expect.stringMatching(
        /^"3","problem","Expected a valid email address\. There is no ticket type/,
      ),
      expect.stringMatching(/^"4","problem","Here a quote stands/),
    ]);
  });

  it('are for the session of their day, and for people of any name', async () => {
    const session = await addSession('Late show');
    const day = formatInZone(session.starts_at, 'Europe/Oslo').slice(0, 10);
    const heading = 'Ticket type,Event start date,First name,Last name\n';
    await imports(`${heading}Standard,${day},Na,Null\nStandard,,N/A,-\n`);
    expect(await fixture.ticketsNow()).toMatchObject([
      { session_id: session.id, first_name: 'Na', last_name: 'Null' },
      { session_id: null, first_name: null, last_name: null },
    ]);
  });

  it('are explained in the help of the command', async () => {
    const { out } = await fixture.run('import', '--help');
    const words = out.replaceAll(/\s+/g, ' ');
    expect(words).toContain('the same file again brings only what has changed');
    for (const flag of ['map', 'ignore', 'update', 'names', 'checked-in', 'dry-run', 'report'])
      expect(words).toContain(`--${flag}`);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemSentences } from '../../shared/console/problems.ts';
import { addMicros, MICROS_PER_HOUR, MICROS_PER_MINUTE } from '../../shared/instant.ts';
import { readAttendance } from '../../src-server/api/resources/attendance.ts';
import { eraseContact } from '../../src-server/domain/contacts/contacts.ts';
import { DatabaseError } from '../../src-server/database/database-error.ts';
import { createEvent, eventDefaults } from '../../src-server/domain/events/events.ts';
import { createAddOn } from '../../src-server/domain/events/add-ons.ts';
import { createQuestion } from '../../src-server/domain/events/questions.ts';
import { createLocation } from '../../src-server/domain/events/locations.ts';
import { createSession } from '../../src-server/domain/events/sessions.ts';
import {
  createTicketType,
  ticketTypeDefaults,
} from '../../src-server/domain/events/ticket-types.ts';
import { cancelOrder } from '../../src-server/domain/sales/cancel-order.ts';
import { refundOrder } from '../../src-server/domain/sales/refund-order.ts';
import { releaseScan } from '../../src-server/domain/scans/release-scan.ts';
import { transferTicket, updateTicket } from '../../src-server/domain/tickets/change-ticket.ts';
import { undoImport } from '../../src-server/imports/apply/undo-import.ts';
import { requireEvent, requireImport } from '../../src-server/rules/require-row.ts';
import { openImportFixture, type ImportFixture } from '../support/import-fixture.ts';
import { tablesSaying } from '../support/organiser-reads.ts';

let fixture: ImportFixture;
let type: string;
beforeEach(async () => {
  fixture = await openImportFixture();
  type = (await fixture.addTicketType({ name: 'Standard', total: 8 })).reference;
});
afterEach(() => fixture.close());

const imports: ImportFixture['imports'] = (...given) => fixture.imports(...given);

const heading = 'Order,Ticket no,Barcode,Ticket type,First name,Email,Seat,Status\n';
const first =
  heading +
  'A1,1,c1,Standard,Anna,anna@example.org,S1,paid\n' +
  'A1,2,c2,Standard,Bo,,S2,paid\n' +
  'A2,1,c3,Standard,Cy,cy@example.org,S3,paid\n';

const statuses = async () => (await fixture.ticketsNow()).map(({ status }) => status);

const saying = (note: string, flags: string) =>
  `Order,Email,Ticket type,door_note,Flags\nA1,anna@example.org,Standard,${note},${flags}\n`;

const costing = (...totals: readonly string[]) =>
  `Order,Barcode,Ticket type,Quantity,Total paid,Status\n${totals
    .map(
      (total, at) =>
        `P${at},${at % 2 === 0 ? `a${at};b${at};c${at}` : `d${at}`},Standard,${at % 2 === 0 ? 3 : 1},${total}\n`,
    )
    .join('')}`;

describe('the same file again', () => {
  it('brings nothing, even when everything has sold out since, and tells nobody', async () => {
    await imports(first);
    await fixture.addOrder(type, { quantity: 5 });
    fixture.told.length = 0;
    const again = await imports(first);
    expect(again).toMatchObject({ new_tickets: 0, unchanged: 3, differs: 0, skipped: 0 });
    expect(fixture.told).toEqual([]);
    expect(await imports(first, '--dry-run', '--update')).toMatchObject({ unchanged: 3 });
    expect(await fixture.count('tickets', 'contacts')).toEqual([8, 3]);
  });

  it.each([
    ['orders only', 'Order,Ticket type,Email\nA1,Standard,a@x.org\nA1,Standard,a@x.org\n'],
    ['emails only', 'Ticket type,Email\nStandard,a@x.org\nStandard,a@x.org\nStandard,b@x.org\n'],
    ['names only', 'Ticket type,Name\nStandard,Anna Berg\nStandard,Anna Berg\nStandard,Bo\n'],
    ['types only', 'Ticket type,Quantity\nStandard,2\nStandard,1\n'],
    ['ticket numbers that repeat', 'Order,Ticket no,Ticket type\nA,1,Standard\nA,1,Standard\n'],
  ])('doubles nothing where lines have %s', async (_, file) => {
    const done = await imports(file);
    const before = await fixture.ticketsNow();
    expect(before).toHaveLength(done.new_tickets);
    expect(await imports(file)).toMatchObject({ new_tickets: 0, unchanged: done.lines });
    // In another order, and with one more line.
    const [head = '', ...lines] = file.trimEnd().split('\n');
    const more = [head, ...lines.toReversed(), lines[0]].join('\n');
    expect(await imports(more)).toMatchObject({ unchanged: done.lines, differs: 0 });
    expect((await fixture.ticketsNow()).slice(0, before.length)).toEqual(before);
  });

  it('brings new lines, also of an order that is there, and cancels what was cancelled', async () => {
    await imports(first);
    const next = first
      .replace('S2,paid', 'S2,refunded')
      .replace('A2,1,c3,Standard,Cy,cy@example.org,S3,paid', 'A2,1,c3,Standard,Cy,,S3,Cancelled');
    const done = await imports(
      `${next}A1,3,c4,Standard,Di,,S2,paid\nA3,1,c5,Standard,Ed,,S3,paid\n`,
    );
    expect(done).toMatchObject({ new_tickets: 2, new_orders: 1, cancelled: 2, unchanged: 1 });
    expect(await fixture.ticketsNow()).toMatchObject([
      { code: 'c1', status: 'valid', order: 'A1', order_status: 'paid' },
      { code: 'c2', status: 'refunded', order: 'A1' },
      { code: 'c3', status: 'cancelled', order: 'A2', order_status: 'cancelled' },
      { code: 'c4', status: 'valid', seat_label: 'S2', order: 'A1' },
      { code: 'c5', status: 'valid', seat_label: 'S3', order: 'A3' },
    ]);
    const [sold] = await fixture.database.read((tx) =>
      tx.db.selectFrom('ticket_types').select('sold').execute(),
    );
    expect(sold).toEqual({ sold: 3 });
  });

  it('counts what differs, and changes it with --update, and only what the shop has changed', async () => {
    await imports(first);
    const [anna] = await fixture.ticketsNow();
    await fixture.write((tx) => updateTicket(tx, anna?.reference ?? '', { seat_label: 'Box 1' }));
    const next = first
      .replace('Standard,Anna,anna@example.org', 'Standard,Eva,eva@example.org')
      .replace('Standard,Bo,,S2', 'Standard,Bob,,S9')
      .replace('c3', 'c9');
    const counted = { holder: 2, seat: 1, code: 1 };
    expect(await imports(next)).toMatchObject({ changed: 0, differs: 3, parts: counted });
    expect((await fixture.ticketsNow()).map(({ first_name }) => first_name)).toEqual([
      'Anna',
      'Bo',
      'Cy',
    ]);
    expect(await imports(next, '--update')).toMatchObject({ changed: 3, parts: counted });
    expect(await fixture.ticketsNow()).toMatchObject([
      { email: 'eva@example.org', seat_label: 'Box 1' },
      { email: null, first_name: 'Bob', seat_label: 'S9' },
      { email: 'cy@example.org', code: 'c9' },
    ]);
    expect(await imports(next, '--update')).toMatchObject({ changed: 0, unchanged: 3 });
  });

  it('changes validity, entry points and session with --update, and only those of which the file has a column', async () => {
    const event = fixture.event.reference;
    const at = (days: number) => addMicros(fixture.now(), days * 24 * MICROS_PER_HOUR);
    const named = (name: string, days: number) => ({
      name,
      starts_at: at(days),
      ends_at: addMicros(at(days), MICROS_PER_HOUR),
    });
    const [late, north] = await fixture.write(async (tx) => {
      await createSession(tx, event, named('Early', 1));
      await createLocation(tx, { event, name: 'South' });
      return [
        await createSession(tx, event, named('Late', 2)),
        await createLocation(tx, { event, name: 'North' }),
      ];
    });
    const columns = 'Order,Ticket type,Valid from,Valid until,Gate,Session\n';
    await imports(`${columns}A1,Standard,2026-12-30 18:00,2026-12-30 20:00,South,Early\n`);
    const next = `${columns}A1,Standard,2026-12-31 19:00,2026-12-31 21:00,North,Late\n`;
    const parts = { validity: 1, 'entry points': 1, session: 1 };
    expect(await imports(next)).toMatchObject({ differs: 1, parts });
    expect(await imports(next, '--update')).toMatchObject({ changed: 1, parts });
    const [ticket] = await fixture.database.read((tx) =>
      tx.db
        .selectFrom('tickets')
        .select(['valid_from', 'valid_until', 'entry_points', 'session_id'])
        .execute(),
    );
    const changed = {
      valid_from: Date.UTC(2026, 11, 31, 18) * 1_000,
      valid_until: Date.UTC(2026, 11, 31, 20) * 1_000,
      entry_points: JSON.stringify([north.reference]),
      session_id: late.id,
    };
    expect(ticket).toEqual(changed);
    expect(await imports(next, '--update')).toMatchObject({ changed: 0, unchanged: 1 });
    const without = 'Order,Ticket type\nA1,Standard\n';
    expect(await imports(without, '--update')).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('counts answers, buyers and add-ons that are not those of their order, which keeps its own', async () => {
    const event = fixture.event.reference;
    await fixture.write(async (tx) => {
      await createQuestion(tx, { event, key: 'diet', label: 'Diet', type: 'text', options: null });
      await createAddOn(tx, event, { name: 'Mug', price: 500, total: 9 });
    });
    const columns = 'Order,Ticket type,Name,Buyer email,Diet,Mug\n';
    const ann = 'B1,Standard,Ann,kim@example.org,vegan,1\n';
    const bo = 'B1,Standard,Bo,kim@example.org,no nuts,\n';
    const alone = 'B2,Standard,Cy,kim@example.org,no nuts,2\n';
    const twice = 'Standard,Di,kim@example.org,halal,\n';
    const lost = { answers: 1 };
    const report = join(fixture.dataDir, 'report.csv');
    expect(await imports(columns + ann + bo + alone, '--dry-run')).toMatchObject({
      order_parts: lost,
    });
    const first = await imports(columns + ann + bo + alone, '--report', report);
    expect(first).toMatchObject({ new_tickets: 3, order_parts: lost });
    expect(readFileSync(report, 'utf8')).toMatch(/"3","new","other answers than the order, which/);
    // It is said again tomorrow.
    const again = { unchanged: 3, changed: 0, order_parts: lost };
    expect(await imports(columns + ann + bo + alone, '--update')).toMatchObject(again);

    const next = (ann + bo)
      .replaceAll('kim@', 'lo@')
      .replace('vegan,1', 'vegan,2')
      .replace('no nuts', 'vegan');
    const file = `${columns + next + alone}B2,${twice}`;
    const parts = { buyer: 2, 'add-ons': 1, answers: 1 };
    expect(await imports(file, '--update')).toMatchObject({ new_tickets: 1, order_parts: parts });
    writeFileSync(join(fixture.dataDir, 'again.csv'), file);
    const { out } = await fixture.run(
      'import',
      join(fixture.dataDir, 'again.csv'),
      '--event',
      event,
    );
    expect(out).toContain(
      '1 with other answers than the order, which keeps its own; 2 with another buyer than the order, which keeps its own; 1 with more add-ons than the order, which gets no more.',
    );
    const single = 'Ticket type,Name,Buyer email,Diet,Mug\n';
    expect(await imports(single + twice + twice.replace('halal', 'none'))).toMatchObject({
      new_tickets: 2,
      order_parts: {},
    });
    // Of an erased person nothing is said.
    const { reference } = await fixture.database.read((tx) =>
      tx.db
        .selectFrom('contacts')
        .select('reference')
        .where('email', '=', 'kim@example.org')
        .executeTakeFirstOrThrow(),
    );
    await fixture.write((tx) => eraseContact(tx, reference));
    expect(await imports(file)).toMatchObject({ order_parts: {} });
  });

  it('counts another price, and takes it with --update, as far as no money was moved here', async () => {
    const money = () =>
      fixture.database.read((tx) =>
        tx.db.selectFrom('orders').select(['status', 'total']).orderBy('id').execute(),
      );
    const [bought, paid, next] = [
      costing('90.00,paid', '20.00,paid', '30.00,paid', '5.00,pending'),
      costing('90.00,paid', '20.00,paid', '30.00,paid', '6.00,pending'),
      costing('100.00,paid', '0.00,paid', '60.00,paid', '7.00,pending'),
    ];
    await imports(bought);
    expect(await imports(paid)).toMatchObject({ differs: 1, parts: { price: 1 }, unchanged: 3 });
    await fixture.write(async (tx) => {
      const order = await tx.db
        .selectFrom('orders')
        .select('reference')
        .where('external_id', '=', 'P2')
        .executeTakeFirstOrThrow();
      await refundOrder(tx, order.reference, { amount: 500, via: 'console' });
    });
    const before = await money();
    const counted = { differs: 4, parts: { price: 3 }, kept_prices: 1, unchanged: 0 };
    expect(await imports(next)).toMatchObject(counted);
    expect(await money()).toEqual(before);
    const done = { changed: 3, differs: 1, parts: { price: 3 }, kept_prices: 1 };
    const report = join(fixture.dataDir, 'report.csv');
    expect(await imports(next, '--update', '--report', report)).toMatchObject(done);
    expect(readFileSync(report, 'utf8')).toMatch(/differs.*price, which stays/);
    expect(await money()).toEqual([
      { status: 'paid', total: 10_000 },
      { status: 'free_confirmed', total: 0 },
      { ...before[2], total: 3000 },
      { status: 'pending_payment', total: 700 },
    ]);
    // It is said again tomorrow.
    const again = { changed: 0, differs: 1, kept_prices: 1, unchanged: 3 };
    expect(await imports(next, '--update')).toMatchObject(again);
    const { out } = await fixture.run('export', 'tickets', '--event', fixture.event.reference);
    expect(out.match(/"33\.3\d"/g)).toEqual(['"33.34"', '"33.33"', '"33.33"']);
  });

  it('moves places with types, and restores what the shop has restored', async () => {
    const vip = await fixture.addTicketType({ name: 'VIP', total: 1 });
    await imports(first);
    const next = first.replace('c1,Standard', 'c1,VIP').replace('S3,paid', 'S3,cancelled');
    await imports(next, '--update');
    const two = await fixture.importFile(next.replace('c2,Standard', 'c2,VIP'), '--update');
    expect(two.err[0]).toBe('Line 3: VIP has 0 left, and the file has 1 of it.');
    const restored = next.replace('S3,cancelled', 'S3,paid');
    expect(await imports(restored)).toMatchObject({ differs: 1, parts: { status: 1 } });
    const sold = await fixture.database.read((tx) =>
      tx.db.selectFrom('ticket_types').select(['name', 'sold']).orderBy('id').execute(),
    );
    expect(sold).toEqual([
      { name: 'Standard', sold: 1 },
      { name: vip.name, sold: 1 },
    ]);
  });

  it.each([
    ['it is done', false],
    ['its process was killed', true],
  ])('moves a guest who is in to another type in the figures once %s', async (_, wasKilled) => {
    await fixture.addTicketType({ name: 'VIP', total: 1 });
    await imports(first.replace('S1,paid', 'S1,checked in'), '--checked-in', 'admit');
    const { database, event } = fixture;
    const figures = () =>
      database.read(async (tx) =>
        (await readAttendance(tx, await requireEvent(tx, event.reference))).by_ticket_type.map(
          ({ ticket_type: { name }, inside, admitted }) => [name, inside, admitted],
        ),
      );
    // Longer ago than what is counted each time.
    await database.write(async (tx) => {
      const earlier = addMicros(tx.now, -3 * MICROS_PER_MINUTE);
      await tx.db.updateTable('entry_scans').set({ created_at: earlier }).execute();
      await tx.db.updateTable('imports').set({ updated_at: earlier }).execute();
    });
    expect(await figures()).toEqual([
      ['Standard', 1, 1],
      ['VIP', 0, 0],
    ]);
    await imports(first.replace('c1,Standard', 'c1,VIP'), '--update');
    if (wasKilled)
      await database.write((tx) =>
        tx.db
          .updateTable('imports')
          .set({ status: 'running', updated_at: addMicros(tx.now, -2 * MICROS_PER_MINUTE) })
          .where('updated_at', '>', addMicros(tx.now, -MICROS_PER_MINUTE))
          .execute(),
      );
    expect(await figures()).toEqual([
      ['Standard', 0, 0],
      ['VIP', 1, 1],
    ]);
    await database.write(async (tx) => {
      const [scan] = await tx.db.selectFrom('entry_scans').select('reference').execute();
      const left = { scan: scan?.reference ?? '', kind: 'exit', note: null } as const;
      return releaseScan(tx, null, { ...left, scanner_location: null });
    });
    expect(await figures()).toEqual([
      ['Standard', 0, 0],
      ['VIP', 0, 1],
    ]);
  });

  it('confirms an order that waited for its payment, with the tickets that it had', async () => {
    const waiting = first
      .replaceAll(
        'A1,1,c1,Standard,Anna,anna@example.org,S1,paid',
        'A1,1,c1,Standard,Anna,anna@example.org,S1,pending',
      )
      .replace('S2,paid', 'S2,unpaid');
    expect(await imports(waiting)).toMatchObject({ new_tickets: 1, pending_orders: 1 });
    expect(await imports(waiting)).toMatchObject({ new_tickets: 0, unchanged: 3 });
    expect(await imports(first)).toMatchObject({ new_tickets: 2, new_orders: 0, unchanged: 1 });
    expect((await fixture.ticketsNow()).map(({ code, first_name }) => [code, first_name])).toEqual([
      ['c3', 'Cy'],
      ['c1', 'Anna'],
      ['c2', 'Bo'],
    ]);
    expect(await imports(first)).toMatchObject({ new_tickets: 0, unchanged: 3 });
  });

  it('leaves alone what was cancelled or handed over here', async () => {
    await imports(first);
    const [anna, , cy] = await fixture.ticketsNow();
    const order = await fixture.database.read((tx) =>
      tx.db
        .selectFrom('orders')
        .select('reference')
        .where('external_id', '=', 'A2')
        .executeTakeFirstOrThrow(),
    );
    await fixture.write((tx) => cancelOrder(tx, order.reference, null));
    await fixture.write((tx) =>
      transferTicket(tx, anna?.reference ?? '', { email: 'new@example.org' }),
    );
    expect(await imports(first, '--update')).toMatchObject({ unchanged: 3, changed: 0 });
    expect(await fixture.count('tickets')).toEqual([4]);
    expect(cy?.status).toBe('valid');
    expect(await statuses()).toEqual(['valid', 'cancelled', 'valid']);
    const added = await imports(`${first}A2,2,c9,Standard,Di,,,paid\n`);
    expect(added).toMatchObject({ skipped_because: { order_ended: 1 } });
  });

  it('does not bring back an erased person, and keeps no trace of them', async () => {
    const file = 'Order,Email,Ticket type\nGone@example.org 7,gone@example.org,Standard\n';
    await imports(file);
    const { reference } = await fixture.database.read((tx) =>
      tx.db.selectFrom('contacts').select('reference').executeTakeFirstOrThrow(),
    );
    await fixture.write((tx) => eraseContact(tx, reference));
    expect(await tablesSaying(fixture, /gone@/i)).toEqual([]);
    expect(await imports(file)).toMatchObject({ new_tickets: 0, unchanged: 1 });
    const more = await imports(`${file}Other,gone@example.org,Standard\n`);
    expect(more).toMatchObject({ new_tickets: 0, skipped_because: { erased: 1 } });
    expect(await tablesSaying(fixture, /gone@/i)).toEqual([]);
  });

  it('says at the door what the file says now, goes out in an export, and nothing of an erased person', async () => {
    const words = () =>
      fixture.database.read((tx) =>
        tx.db.selectFrom('tickets').select(['door_note', 'flags']).executeTakeFirstOrThrow(),
      );
    await imports(saying('Beside the choir', 'VIP; press'));
    expect(await words()).toEqual({ door_note: 'Beside the choir', flags: '["vip","press"]' });
    expect(await imports(saying('Beside the choir', 'VIP; press'))).toMatchObject({ unchanged: 1 });
    const changed = await imports(saying('At the choir', 'vip'), '--update');
    expect(changed).toMatchObject({ changed: 1, parts: { 'door note': 1, flags: 1 } });
    expect(await words()).toEqual({ door_note: 'At the choir', flags: '["vip"]' });
    const event = fixture.event.reference;
    const { out } = await fixture.run('export', 'tickets', '--event', event);
    expect(out).toContain('"At the choir","vip"');
    const waiting =
      'Order,Ticket type,door_note,Flags,Status\nA2,Standard,Asks for the stairs,check_id';
    await imports(`${waiting},pending\n`);
    expect(await imports(`${waiting}; vip,pending\n`)).toMatchObject({ unchanged: 1, differs: 0 });
    await imports(`${waiting},paid\n`);
    const { out: paid } = await fixture.run('export', 'tickets', '--event', event);
    expect(paid).toContain('"Asks for the stairs","check_id"');
    const long = await fixture.importFile(saying('x', 'x'.repeat(21)));
    expect(long.err.join('\n')).toContain('at most 20 characters');
    const { reference } = await fixture.database.read((tx) =>
      tx.db.selectFrom('contacts').select('reference').executeTakeFirstOrThrow(),
    );
    await fixture.write((tx) => eraseContact(tx, reference));
    await imports(saying('Not at the choir', 'vip'), '--update');
    expect(await tablesSaying(fixture, /choir/i)).toEqual([]);
  });

  it('does not say to another holder what was to be said to the one before, nor once that is undone', async () => {
    const ticket = () =>
      fixture.database.read((tx) =>
        tx.db
          .selectFrom('tickets as t')
          .innerJoin('contacts as c', 'c.id', 't.contact_id')
          .select(['t.reference', 'c.email', 't.door_note', 't.flags'])
          .executeTakeFirstOrThrow(),
      );
    await imports(saying('Beside the choir', 'vip'));
    const other = 'Order,Email,Ticket type\nA1,eva@example.org,Standard\n';
    const { import: changing } = await imports(other, '--update');
    const flags = '["vip"]';
    const { reference, ...eva } = await ticket();
    expect(eva).toEqual({ email: 'eva@example.org', door_note: null, flags });
    expect(await tablesSaying(fixture, /choir/i)).toEqual([]);

    await fixture.write((tx) => updateTicket(tx, reference, { door_note: 'Beside the organ' }));
    const { database } = fixture;
    await undoImport(database, await database.read((tx) => requireImport(tx, changing ?? '')));
    expect(await ticket()).toMatchObject({ email: 'anna@example.org', door_note: null, flags });
    expect(await tablesSaying(fixture, /organ\b/i)).toEqual([]);
    // The file that says it for her says it again.
    await imports(saying('Beside the choir', 'vip'), '--update');
    expect(await ticket()).toMatchObject({ door_note: 'Beside the choir' });
  });

  it('from two processes at once brings each ticket once', async () => {
    const both = await Promise.all([fixture.importFile(first), fixture.importFile(first)]);
    expect(both.map(({ code }) => code)).toContain(0);
    expect(await fixture.count('orders', 'tickets')).toEqual([2, 3]);
  });

  it.each([
    ['a write was refused', false, new DatabaseError('database.full', 'The disk is full.')],
    [
      'every write was refused from then on',
      true,
      new DatabaseError('database.full', 'The disk is full.'),
    ],
    [
      'the disk of temporary files was full',
      false,
      Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
    ],
  ])('after it was stopped midway because %s goes on where it was', async (_, isForGood, error) => {
    const said = error instanceof DatabaseError ? error.message : problemSentences.no_space({});
    const lines = Array.from({ length: 900 }, (_, at) => `B${at},1,n${at},Plenty,G${at},,,paid\n`);
    await fixture.addTicketType({ name: 'Plenty' });
    const file = heading + lines.join('');
    const write = fixture.database.write.bind(fixture.database);
    let writes = 0;
    const { prepareImport } = await import('../../src-server/imports/import-tickets.ts');
    const { bytesSource } = await import('../../src-server/imports/file/import-source.ts');
    const { importOptionsOf } = await import('../../src-server/operations/import.ts');
    const { getImport, insertImport } = await import('../../src-server/store/imports.ts');
    using prepared = await prepareImport(
      {
        read: fixture.database.read.bind(fixture.database),
        giveWay: () => fixture.database.giveWay(),
        turnMs: fixture.database.turnMs,
        write: (callback, options) => {
          writes += 1;
          if (writes < 3 || (writes > 3 && !isForGood)) return write(callback, options);
          return Promise.reject(error);
        },
      },
      fixture.event.reference,
      bytesSource(Buffer.from(file), 'x.csv'),
      importOptionsOf({}),
    );
    const started = await fixture.write((tx) =>
      insertImport(tx, { event_id: fixture.event.id, file_name: 'x', lines: 900, report: '{}' }),
    );
    await expect(prepared.apply(started)).rejects.toThrow(
      `${said} What was imported until then stays; import the file again`,
    );
    const { status, report } = await fixture.database.read((tx) => getImport(tx, started.id));
    expect([status, JSON.parse(report)]).toEqual(
      isForGood ? ['running', {}] : ['stopped', { stopped_because: said }],
    );
    const [before = 0] = await fixture.count('tickets');
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(900);
    expect(await imports(file)).toMatchObject({ new_tickets: 900 - before, unchanged: before });
    expect(await fixture.count('tickets', 'orders')).toEqual([900, 900]);
  });

  it('distinguishes order numbers by every character, and by event', async () => {
    const ids = ['a1', 'A1', "A1'", 'Å1', 'x'.repeat(255)];
    const file = `Order,Ticket type\n${ids.map((id) => `${id},Standard\n`).join('')}`;
    expect(await imports(file)).toMatchObject({ new_orders: 5 });
    expect(await imports(file)).toMatchObject({ new_orders: 0, unchanged: 5 });
    const long = await fixture.importFile(`Order,Ticket type\n${'x'.repeat(256)},Standard\n`);
    expect(long.err[0]).toBe('Line 2: Expected order number to have at most 255 characters.');
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
    expect(await imports(file, '--event', other.reference)).toMatchObject({ new_orders: 5 });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refundOrder } from '../../src-server/domain/sales/refund-order.ts';
import { joinWaitlist } from '../../src-server/domain/sales/waitlist.ts';
import { undoImport } from '../../src-server/imports/apply/undo-import.ts';
import { requireImport } from '../../src-server/rules/require-row.ts';
import { openImportFixture, type ImportFixture } from '../support/import-fixture.ts';

let fixture: ImportFixture;
beforeEach(async () => {
  fixture = await openImportFixture();
  await fixture.addTicketType({ name: 'Hall' });
  await fixture.addTicketType({ name: 'Box', total: 1 });
  await fixture.addTicketType({ name: 'Stand', total: 1 });
});
afterEach(() => fixture.close());

const imports: ImportFixture['imports'] = (...given) => fixture.imports(...given);
const importFile: ImportFixture['importFile'] = (...given) => fixture.importFile(...given);
const valid = async () =>
  (await fixture.ticketsNow())
    .filter(({ status }) => status === 'valid')
    .map(({ code, type, first_name }) => [code, type, first_name].filter((text) => text !== null));
const undoes = async (reference: string) => {
  const { database } = fixture;
  await undoImport(database, await database.read((tx) => requireImport(tx, reference)));
};
/** Of orders, by their lines. */
const amounts = () =>
  fixture.database.read((tx) =>
    tx.db
      .selectFrom('order_lines as l')
      .innerJoin('orders as o', 'o.id', 'l.order_id')
      .select(['l.quantity', 'o.subtotal', 'o.total'])
      .orderBy('l.id')
      .execute(),
  );
const totals = async () => (await amounts()).map(({ subtotal, total }) => [subtotal, total]);
const statuses = async () => (await fixture.ticketsNow()).map(({ order_status }) => order_status);

function waitingLine(at: number, status: string): string {
  return `A,c${at},Hall,Guest ${at},S${at},${status}\n`;
}

describe('a ticket of an order that waited for its payment', () => {
  const heading = 'Order,Barcode,Ticket type,First name,Seat,Status\n';

  it('is not issued if it is cancelled, or still waits, when the others are paid', async () => {
    await imports(heading + [1, 2, 3].map((at) => waitingLine(at, 'pending')).join(''));
    const done = await imports(
      heading + waitingLine(1, 'paid') + waitingLine(2, 'cancelled') + waitingLine(3, 'pending'),
    );
    expect(done).toMatchObject({ new_tickets: 1, cancelled: 1, skipped_because: { waits: 1 } });
    expect(await valid()).toEqual([['c1', 'Hall', 'Guest 1']]);
    await imports(
      heading + waitingLine(1, 'paid') + waitingLine(2, 'cancelled') + waitingLine(3, 'paid'),
    );
    expect(await valid()).toEqual([
      ['c1', 'Hall', 'Guest 1'],
      ['c3', 'Hall', 'Guest 3'],
    ]);
  });

  it('is not issued if the import that brought it was undone', async () => {
    await imports(heading + waitingLine(1, 'pending'));
    const both = heading + waitingLine(1, 'pending') + waitingLine(2, 'pending');
    const { import: second } = await imports(both);
    await undoes(second ?? '');
    expect(await amounts()).toHaveLength(1);
    await imports(heading + waitingLine(1, 'paid'));
    expect(await valid()).toEqual([['c1', 'Hall', 'Guest 1']]);
  });

  it('is what the shop says when it is paid, and its seat may be taken by then', async () => {
    await imports(`${heading}A,c1,Hall,Ann,S1,pending\n`);
    await imports(`${heading}B,c2,Hall,Bo,S1,paid\n`);
    const taken = await importFile(`${heading}A,c1,Hall,Ann,S1,paid\n`);
    expect(taken.err[0]).toMatch(/^Line 2: The seat "S1" is that of the ticket tkt_/);
    await imports(`${heading}A,c1,Box,Ann Lee,S2,paid\n`);
    expect(await valid()).toEqual([
      ['c2', 'Hall', 'Bo'],
      ['c1', 'Box', 'Ann Lee'],
    ]);
  });
});

describe('lines without numbers', () => {
  it('cancel whom they name, and not their neighbour', async () => {
    const heading = 'Order,Ticket type,First name,Status\n';
    await imports(`${heading}A,Hall,Ann,paid\nA,Hall,Bo,paid\nA,Hall,Cy,paid\n`);
    const next = `${heading}A,Hall,Bo,refunded\nA,Hall,Cy,paid\nA,Hall,Anna,paid\n`;
    expect(await imports(next)).toMatchObject({ cancelled: 1, differs: 1, unchanged: 1 });
    expect((await valid()).map(([, name]) => name)).toEqual(['Ann', 'Cy']);
  });

  it('are told apart by what else they say when their prices change', async () => {
    const heading = 'Order,Ticket type,Email,Price,Status\n';
    const [hall, box] = ['A,Hall,ann@example.org', 'A,Box,ann@example.org'];
    await imports(`${heading}${hall},10.00,paid\n${box},30.00,paid\n`);
    const dearer = `${heading}${box},31.00,paid\n${hall},11.00,paid\n`;
    expect((await imports(dearer, '--update')).parts).toEqual({ price: 2 });
    await imports(`${heading}${box},0.00,refunded\n${hall},12.00,paid\n`, '--update');
    expect(await valid()).toEqual([['Hall']]);
  });
});

describe('a code', () => {
  it('that another shop has printed as well is a problem, and nobody loses their ticket', async () => {
    await imports('Order,Barcode,Ticket type,First name\nA-1,1001,Hall,Ann\n');
    const { err } = await importFile(
      'Order,Barcode,Ticket type,First name\nB-1,1001,Hall,Bo\n',
      '--update',
    );
    expect(err[0]).toMatch(
      /^Line 2: The ticket tkt_\w+ of another order than B-1 has the code "1001" already\.$/,
    );
    expect(await valid()).toEqual([['1001', 'Hall', 'Ann']]);
  });

  it('that may have been rounded by a spreadsheet are counted, unless one of them was not', async () => {
    const file = 'Barcode,Ticket type\n7749201833520110,Hall\n7749201833520120,Hall\n123,Hall\n';
    expect(await imports(file, '--dry-run')).toMatchObject({ rounded_codes: 2 });
    const whole = `${file}7749201833520131,Hall\n`;
    expect(await imports(whole, '--dry-run')).toMatchObject({ rounded_codes: 0 });
  });

  it('keeps the zeros that a spreadsheet was made to keep', async () => {
    await imports('Barcode,Ticket type\n"=""00123""",Hall\n007,Hall\n');
    expect((await valid()).map(([code]) => code)).toEqual(['00123', '007']);
  });
});

describe('types that are sold out', () => {
  it('are exchanged between two tickets', async () => {
    await imports('Barcode,Ticket type\nc1,Box\nc2,Stand\n');
    const swapped = await imports('Barcode,Ticket type\nc1,Stand\nc2,Box\n', '--update');
    expect(swapped).toMatchObject({ changed: 2 });
    expect(await valid()).toEqual([
      ['c1', 'Stand'],
      ['c2', 'Box'],
    ]);
  });

  it('are given by a file from who is refunded in it to who is new in it, before anybody who waits', async () => {
    await imports('Barcode,Ticket type,Status\nc1,Box,paid\n');
    const [, box] = await fixture.database.read((tx) =>
      tx.db.selectFrom('ticket_types').select('reference').orderBy('id').execute(),
    );
    const waiting = { event: fixture.event.reference, email: 'w@example.org', quantity: 1 };
    await fixture.write((tx) => joinWaitlist(tx, { ...waiting, sellable: box?.reference ?? '' }));
    await imports('Barcode,Ticket type,Status\nc1,Box,refunded\nc2,Box,paid\n');
    expect(await valid()).toEqual([['c2', 'Box']]);
  });
});

describe('a check-in elsewhere', () => {
  it('that a later file knows of is recorded once with --checked-in admit', async () => {
    const heading = 'Barcode,Ticket type,Status,Checked in\n';
    const later = `${heading}c1,Hall,paid,2026-12-12 18:30\nc2,Hall,paid,yes\n`;
    await imports(`${heading}c1,Hall,paid,\nc2,Hall,pending,\n`);
    await imports(later, '--checked-in', 'admit');
    await imports(later, '--checked-in', 'admit');
    const scans = await fixture.database.read((tx) =>
      tx.db.selectFrom('entry_scans').select('result').execute(),
    );
    expect(scans).toEqual([{ result: 'allowed' }, { result: 'allowed' }]);
  });
});

describe('a line of several tickets', () => {
  it('has a code and a seat for each of them', async () => {
    const { err } = await importFile('Ticket type,Quantity,Barcode,Seat\nHall,2,"a,a","A1,A1"\n');
    expect(err).toEqual([
      'Line 2: The code "a" is that of line 2 as well.',
      'Line 2: The seat "A1" is that of line 2 as well.',
      'Nothing was imported.',
    ]);
  });

  it('costs what was paid for all of them together, or for each', async () => {
    await imports('Order,Ticket type,Quantity,Total Paid\nA,Hall,2,70.00\nB,Hall,1,35.00\n');
    await imports('Order,Ticket type,Quantity,Price\nC,Hall,2,35.00\n');
    const prices = await fixture.database.read((tx) =>
      tx.db
        .selectFrom('order_lines')
        .innerJoin('orders', 'orders.id', 'order_lines.order_id')
        .select(['unit_price', 'total'])
        .orderBy('order_lines.id')
        .execute(),
    );
    expect(prices).toEqual([
      { unit_price: 3_500, total: 7_000 },
      { unit_price: 3_500, total: 3_500 },
      { unit_price: 3_500, total: 7_000 },
    ]);
  });

  it('costs exactly what was paid for all of them, also changed, undone, exported and imported again', async () => {
    const heading = 'Order,Ticket type,Quantity,Total Paid,Status\n';
    const brings = async (lines: string) => {
      const { import: reference } = await imports(heading + lines, '--update');
      return reference ?? '';
    };
    const file = 'A,Hall,3,100.00,paid\nA,Hall,1,5.00,paid\nB,Hall,3,200.00,pending\n';
    const first = await brings(file);
    const exact = [
      [10_500, 10_500],
      [10_500, 10_500],
      [20_000, 20_000],
    ];
    expect(await totals()).toEqual(exact);
    expect(await imports(heading + file, '--update')).toMatchObject({ unchanged: 3, changed: 0 });
    expect(await totals()).toEqual(exact);

    const { out } = await fixture.run('export', 'tickets', '--event', fixture.event.reference);
    const [head = '', ...rows] = out
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split(/\r?\n/);
    const at = head.split(',').indexOf('price');
    const prices = rows.map((row) => row.split(',')[at]?.replaceAll('"', ''));
    expect(new Set(prices)).toEqual(new Set(['33.34', '33.33', '66.67', '66.66', '5.00']));
    expect(prices.filter((price) => price === '33.34' || price === '66.66')).toHaveLength(2);

    const grown = await brings(file.replace('A,Hall,3,100.00', 'A,Hall,4,133.33'));
    expect((await totals())[0]).toEqual([13_833, 13_833]);
    await undoes(grown);
    expect(await totals()).toEqual(exact);
    await brings(file.replace('B,Hall,3,200.00,pending', 'B,Hall,2,133.33,pending'));
    expect((await totals())[2]).toEqual([13_333, 13_333]);
    const more = await brings(`${file}A,Stand,1,7.77,paid\n`);
    expect((await totals())[0]).toEqual([11_277, 11_277]);
    const dearer = await brings(file.replace('A,Hall,1,5.00', 'A,Hall,3,20.00'));
    expect((await totals())[0]).toEqual([12_777, 12_777]);
    await undoes(dearer);
    expect((await totals())[0]).toEqual([11_277, 11_277]);
    await undoes(first);
    expect(await totals()).toContainEqual([777, 777]);
    await undoes(more);
    expect(await valid()).toEqual([]);
  });

  it('of a free order makes it a paid one if it costs something, until that is undone', async () => {
    const heading = 'Order,Ticket type,Quantity,Price\n';
    await imports(`${heading}A,Hall,1,0\n`);
    expect(await statuses()).toEqual(['free_confirmed']);
    const { import: more } = await imports(`${heading}A,Hall,1,0\nA,Stand,1,50.00\n`);
    expect(await statuses()).toEqual(['paid', 'paid']);
    await undoes(more ?? '');
    expect(await statuses()).toEqual(['free_confirmed']);
    const { import: dear } = await imports(`${heading}A,Hall,3,10.00\n`, '--update');
    expect(await amounts()).toContainEqual({ quantity: 3, subtotal: 3_000, total: 3_000 });
    expect(new Set(await statuses())).toEqual(new Set(['paid']));
    await undoes(dear ?? '');
    expect(await amounts()).toContainEqual({ quantity: 1, subtotal: 0, total: 0 });
    expect(new Set(await statuses())).toEqual(new Set(['free_confirmed']));
  });

  it('becomes more and fewer of them', async () => {
    for (const quantity of [2, 4, 1, 3, 3]) {
      await imports(`Order,Ticket type,Quantity\nA,Hall,${quantity}\n`, '--update');
      expect(await valid()).toHaveLength(quantity);
    }
    const types = await fixture.database.read((tx) =>
      tx.db.selectFrom('ticket_types').select('sold').orderBy('id').execute(),
    );
    expect(types.map(({ sold }) => sold)).toEqual([3, 0, 0]);
  });

  it('costs more with more of them, until that is undone, and not less with fewer', async () => {
    const heading = 'Order,Ticket type,Quantity,Total Paid\n';
    const brings = async (lines: string) => {
      const { import: reference } = await imports(heading + lines, '--update');
      return reference ?? '';
    };
    const two = await brings('A,Hall,2,70.00\n');
    const four = await brings('A,Hall,4,140.00\n');
    const grown = [{ quantity: 4, subtotal: 14_000, total: 14_000 }];
    expect(await amounts()).toEqual(grown);
    await brings('A,Hall,4,140.00\n');
    await brings('A,Hall,1,35.00\n');
    await brings('A,Hall,3,105.00\n');
    expect(await amounts()).toEqual(grown);
    await brings('A,Hall,4,140.00\n');
    await undoes(four);
    expect(await amounts()).toEqual([{ quantity: 2, subtotal: 7_000, total: 7_000 }]);
    expect(await valid()).toHaveLength(2);
    const again = await brings('A,Hall,4,140.00\nA,Stand,1,50.00\n');
    expect((await amounts()).map(({ total }) => total)).toEqual([19_000, 19_000]);
    await undoes(two);
    expect((await amounts()).map(({ total }) => total)).toEqual([5_000, 5_000]);
    await undoes(again);
    expect(await valid()).toEqual([]);
  });

  it('costs what it did in a file of ours, also the dearer one that is left', async () => {
    await imports('Ticket type,Quantity,Email,Total Paid\nHall,2,ann@example.org,10.01\n');
    const [, other] = await fixture.ticketsNow();
    await fixture.run('ticket', 'cancel', other?.reference ?? '');
    const { out } = await fixture.run('export', 'tickets', '--event', fixture.event.reference);
    expect(out.match(/"5\.01"/g)).toHaveLength(1);
    expect(await imports(out)).toMatchObject({ differs: 0, kept_prices: 0, unchanged: 2 });
  });

  it('costs what the last file says when an earlier, dearer one is undone', async () => {
    const heading = 'Order,Ticket type,Quantity,Total Paid\n';
    await imports(`${heading}A,Hall,1,50.00\nB,Hall,1,50.00\n`);
    const dearer = await imports(`${heading}A,Hall,1,60.00\nB,Hall,3,150.00\n`, '--update');
    await imports(`${heading}A,Hall,1,5.00\nB,Hall,3,15.00\n`, '--update');
    await undoes(dearer.import ?? '');
    expect(await totals()).toEqual([
      [500, 500],
      [500, 500],
    ]);
  });

  it('costs less once, however many undo at once what made it dearer', async () => {
    const heading = 'Order,Ticket type,Price\n';
    await imports(`${heading}A,Hall,50.00\n`);
    const { import: dearer } = await imports(`${heading}A,Hall,60.00\n`, '--update');
    await Promise.all([1, 2, 3].map(() => undoes(dearer ?? '')));
    expect(await totals()).toEqual([[5_000, 5_000]]);
  });

  it('costs what was refunded when the file that made it cheaper is undone', async () => {
    const heading = 'Order,Ticket type,Price\n';
    await imports(`${heading}A,Hall,60.00\n`);
    const cheaper = await imports(`${heading}A,Hall,50.00\n`, '--update');
    await fixture.write(async (tx) => {
      const { reference } = await tx.db
        .selectFrom('orders')
        .select('reference')
        .executeTakeFirstOrThrow();
      await refundOrder(tx, reference, { amount: null, via: 'console' });
    });
    await undoes(cheaper.import ?? '');
    expect(await totals()).toEqual([[5_000, 5_000]]);
  });
});

describe('an order that the shop has cancelled', () => {
  it('is open again when the shop restores a ticket of it, or sells another one in it', async () => {
    const heading = 'Order,Barcode,Ticket type,Status\n';
    await imports(`${heading}A,c1,Hall,paid\n`);
    await imports(`${heading}A,c1,Hall,cancelled\n`);
    await imports(`${heading}A,c1,Hall,cancelled\nA,c2,Hall,paid\n`);
    expect(await valid()).toEqual([['c2', 'Hall']]);
    await imports(`${heading}A,c1,Hall,paid\nA,c2,Hall,paid\n`, '--update');
    expect(await valid()).toHaveLength(2);
    const orders = await fixture.database.read((tx) =>
      tx.db.selectFrom('orders').select('status').execute(),
    );
    expect(orders).toEqual([{ status: 'paid' }]);
  });
});

it('names 5,000 problems in twenty lines, without anything that controls a terminal or fills it', async () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => `Gold${at}\u001b[2J${'x'.repeat(300)}\n`);
  const { code, err } = await importFile(
    `Ticket type,Refund\u001b[2J\u202e\nHall,x\n${lines.join('')}`,
  );
  expect(code).toBe(1);
  expect(err).toHaveLength(23);
  expect(err.slice(-3)).toEqual([
    expect.stringMatching(/^And [\d,]+ more\.$/),
    'Nothing was imported.',
    expect.stringContaining('gatehouse ticket-type create'),
  ]);
  // oxlint-disable-next-line no-control-regex -- what a terminal must not get
  expect(err.some((line) => /[\u001b\u202e]/.test(line) || line.length > 700)).toBe(false);
});

it('lines that say the same are not more at once than others', async () => {
  const sizes: number[] = [];
  fixture.database.onCommit(({ events }) => {
    sizes.push(events.length);
  }, 60_000);
  await imports(`Ticket type\n${'Hall\n'.repeat(1_800)}`);
  expect(await fixture.count('tickets')).toEqual([1_800]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from '../../../shared/contract/limits.ts';
import type {
  ImportDescribed,
  ImportReport,
  ListPage,
} from '../../../shared/console/operation-results.ts';
import { problem } from '../../../shared/console/problems.ts';
import { orderImport } from '../../../src-server/operations/import.ts';
import { resumeUndoing } from '../../../src-server/imports/apply/undo-import.ts';
import { requireImport } from '../../../src-server/rules/require-row.ts';
import { insertImport, updateImport } from '../../../src-server/store/imports.ts';
import { ConsolePage } from '../../support/console-page.ts';
import { memberPage } from '../../support/member-page.ts';
import {
  makeDoor,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';

type Listed = ListPage<ImportDescribed>;

interface OrderShown {
  readonly lines: readonly { readonly name: string; readonly amount: number }[];
  readonly total: number;
  readonly status: string;
}

let server: TestServer;
let event: string;
let page: ConsolePage;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  const door = await makeDoor(server);
  ({ event, client } = door);
  page = await memberPage(server, { organiser: door.organiser, role: 'manager' });
});
afterAll(() => server[Symbol.asyncDispose]());

const sold = async () =>
  (await page.do<{ readonly data: readonly unknown[] }>('ticket.list', { event })).data.length;
const fileOf = (text: string) => ({
  event,
  file: 'shop.csv',
  content: Buffer.from(text).toString('base64'),
});
/** What the server says of whoever shows that code. */
const scan = async (code: string) => {
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const response = await client.post('/integration/scans', { event, code }, key);
  return String(Object.entries(await response.json()).find(([name]) => /reason|code/.test(name)));
};
const show = (reference: string | null) =>
  page.do<ImportDescribed>('order.import-show', { import: reference ?? '' });
const statusOf = async (reference: string | null) => (await show(reference)).status;
const undo = async (reference: string | null) => {
  await page.do('order.import-undo', { import: reference ?? '' });
  await expect.poll(() => statusOf(reference), { timeout: 20_000 }).toBe('undone');
};
const inside = async () =>
  (await page.do<{ readonly inside: number }>('event.attendance', { event })).inside;
const soldOf = async (type: string) =>
  (
    await page.do<readonly { readonly name: string; readonly sold: number }[]>('ticket-type.list', {
      event,
    })
  ).find(({ name }) => name === type)?.sold;
const jo = async () =>
  JSON.stringify(await page.do('ticket.list', { event, search: 'jo@example.org' }));
const leftOrRight = async () =>
  JSON.stringify(await page.do('ticket.list', { event })).match(/Left|Right/g);

it('a file is looked at, tried and imported while its progress is seen, and the whole import can be undone', async () => {
  const text = 'Order;Ticket;E-mail\n1;Standard;eve@example.org\n2;Standard;adam@example.org\n';
  const { content } = fileOf(text);
  expect(await page.do('order.import-columns', { event, content })).toMatchObject({
    encoding: 'UTF-8',
    delimiter: ';',
    columns: [
      { column: 'Order', field: 'order' },
      { column: 'Ticket', field: 'ticket_type' },
      { column: 'E-mail', field: 'email' },
    ],
    sample: [
      ['1', 'Standard', 'eve@example.org'],
      ['2', 'Standard', 'adam@example.org'],
    ],
    problems: [],
  });
  const file = fileOf(text);
  const tried = await page.do('order.import', { ...file, dry_run: true });
  expect(tried).toMatchObject({ import: null, new_tickets: 2, problem_count: 0 });
  expect(await sold()).toBe(1);
  const begun = await page.do<ImportReport>('order.import', file);
  await expect.poll(() => statusOf(begun.import)).toBe('done');
  expect(await show(begun.import)).toMatchObject({
    file: 'shop.csv',
    lines: 2,
    lines_done: 2,
    report: { new_tickets: 2, new_orders: 2 },
  });
  expect(await sold()).toBe(3);
  await page.do('order.import-undo', { import: begun.import });
  await expect.poll(() => statusOf(begun.import)).toBe('undone');
  expect(await sold()).toBe(1);
  const again = await page.do<ImportReport>('order.import', file);
  await expect.poll(() => statusOf(again.import)).toBe('done');
  expect(await sold()).toBe(3);
  const { data } = await page.do<Listed>('order.import-list', { event });
  expect(data.map(({ status }) => status)).toEqual(['done', 'undone']);
});

it('an import is found and undone however many came after it, in its event or among all', async () => {
  const file = { ...fileOf('Ticket,Barcode\nStandard,first-of-many\n'), file: 'first of many.csv' };
  const { import: first } = await page.do<ImportReport>('order.import', file);
  await expect.poll(() => statusOf(first)).toBe('done');
  await server.database.write(async (tx) => {
    const { event_id } = await requireImport(tx, first ?? '');
    for (let at = 0; at < 60; at += 1)
      await insertImport(tx, { event_id, file_name: `later ${at}.csv`, lines: 1, report: '{}' });
  });
  const newest = await page.do<Listed>('order.import-list', { event });
  const { total, data } = newest;
  expect(data.map(({ file: name }) => name)).toEqual(
    Array.from({ length: 50 }, (_, at) => `later ${59 - at}.csv`),
  );
  const more = { event, cursor: newest.next ?? '' };
  const rest = await page.do<Listed>('order.import-list', more);
  expect(data.length + rest.data.length).toBe(total.count);
  expect(rest.data.map(({ reference }) => reference)).toContain(first);
  const found = await page.do<Listed>('order.import-list', { search: 'first of many' });
  expect(found.data).toMatchObject([{ reference: first, event }]);
  await page.do('order.import-undo', { import: first });
  await expect.poll(() => statusOf(first)).toBe('undone');
});

it('the same file that is sent twice at once brings each ticket once', async () => {
  const file = fileOf('Order;Ticket;Barcode\n7;Standard;d1\n7;Standard;d2\n8;Standard;d3\n');
  const before = await sold();
  const begun = await Promise.all([1, 2].map(() => page.do<ImportReport>('order.import', file)));
  for (const { import: reference } of begun)
    await expect.poll(() => statusOf(reference)).toBe('done');
  expect(await sold()).toBe(before + 3);
  expect(await page.do('order.import', { ...file, dry_run: true })).toMatchObject({
    new_tickets: 0,
    unchanged: 3,
  });
});

it('every line that is wrong is reported, and none of the others is kept', async () => {
  const before = await sold();
  const file = fileOf('ticket_type,email\nStandard,a@example.org\nGolden,b@example.org\n,x\n');
  const report = await page.do('order.import', file);
  expect(report).toMatchObject({
    import: null,
    problem_count: 3,
    problems: [
      { kind: 'type_unknown', lines: [3], values: { name: 'Golden' } },
      { kind: 'email', lines: [4], values: { text: 'x' } },
      { kind: 'type_missing', lines: [4] },
    ],
  });
  expect(await sold()).toBe(before);
  const wrong = await page.call('order.import', { ...file, map: ['x'] });
  expect(wrong.code).toBe('validation.failed');
  const { content: _content, ...none } = file;
  expect((await page.call('order.import', none)).code).toBe('validation.failed');
});

it('a disk without space for what is read of a file is said to be full', async () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const database = { ...server.database, read: () => Promise.reject(full) };
  await expect(orderImport.prepare?.(database, fileOf('ticket_type\n'))).rejects.toMatchObject({
    code: 'transition.impossible',
    problem: problem('no_space', {}),
  });
});

it('a file is larger than other requests may be, and is read only of who is signed in', async () => {
  const lines = Array.from({ length: 30_000 }, (_, line) => `Gold,${line},${'y'.repeat(60)}`);
  const file = fileOf(['ticket_type,order,company', ...lines].join('\n'));
  const report = await page.do('order.import', file);
  expect(report).toMatchObject({
    lines: 30_000,
    problem_count: 30_000,
    // However many lines say the same, it is said once.
    problems: [{ kind: 'type_unknown', count: 30_000, lines: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }],
  });
  expect((await page.call('order.list', { search: file.content })).status).toBe(413);
  const stranger = await ConsolePage.open(server.authUrl);
  const content = 'x'.repeat(2 * MAX_BODY_BYTES);
  expect((await stranger.call('order.import', { event, content })).code).toBe('session.required');
});

it('what an import changed and brought is undone, and the same file changes and brings it again', async () => {
  const holders = async () => {
    const list = await page.do('ticket.list', { event, status: 'valid' });
    return (JSON.stringify(list).match(/Guest \w+/g) ?? []).toSorted();
  };
  const heading = 'Order,Ticket type,Barcode,First name\n';
  const bring = async (text: string) => {
    const { import: reference } = await page.do<ImportReport>('order.import', {
      ...fileOf(heading + text),
      update: true,
    });
    await expect.poll(() => statusOf(reference), { timeout: 20_000 }).toBe('done');
    return reference;
  };
  const next = 'A,Standard,c1,Guest Eva\nA,Standard,c2,Guest Bo\n';
  await bring('A,Standard,c1,Guest Ann\n');
  const reference = await bring(next);
  expect(await holders()).toEqual(['Guest Bo', 'Guest Eva']);
  await page.do('order.import-undo', { import: reference });
  await expect.poll(() => statusOf(reference), { timeout: 20_000 }).toBe('undone');
  expect(await holders()).toEqual(['Guest Ann']);
  await bring(next);
  expect(await holders()).toEqual(['Guest Bo', 'Guest Eva']);
});

it('an import that is undone while its guests come in keeps those who were admitted, and no other ticket', async () => {
  const codes = Array.from({ length: 400 }, (_, line) => `while-${line}`);
  const lines = codes.map((code) => `Standard,${code}`);
  const file = fileOf(['Ticket type,Barcode', ...lines].join('\n'));
  const { import: reference } = await page.do<ImportReport>('order.import', file);
  await expect.poll(() => statusOf(reference), { timeout: 20_000 }).toBe('done');
  await page.do('order.import-undo', { import: reference });
  // From the end, towards which it is undone: some come before it.
  const coming = codes.filter((_, line) => line % 8 === 0).toReversed();
  const admitted = new Set<string>();
  for (const code of coming) if (/allowed/.test(await scan(code))) admitted.add(code);
  await expect.poll(() => statusOf(reference), { timeout: 20_000 }).toBe('undone');
  expect(admitted.size).toBeGreaterThan(0);
  for (const code of [...coming, 'while-1', 'while-399'])
    expect(await scan(code)).toMatch(admitted.has(code) ? /already_scanned/ : /not_found/);
});

it('an order that an import added to is, once that is undone, what it was: tickets, add-ons, money and places', async () => {
  const addOn = await page.do<{ readonly reference: string }>('add-on.create', {
    event,
    name: 'Mug',
    price: 500,
    total: 9,
  });
  const bring = async (lines: string) => {
    const text = `Order,Ticket type,Barcode,Price,Status,Mug\n${lines}`;
    const { import: reference } = await page.do<ImportReport>('order.import', {
      ...fileOf(text),
      update: true,
    });
    await expect.poll(() => statusOf(reference), { timeout: 20_000 }).toBe('done');
    return reference;
  };
  const state = async (number: string) => {
    const { data } = await page.do<{ readonly data: readonly { readonly reference: string }[] }>(
      'order.list',
      { event, search: number },
    );
    const { lines, total, status } = await page.do<OrderShown>('order.show', {
      order: data[0]?.reference ?? '',
    });
    return { lines: lines.map(({ name, amount }) => [name, amount]), total, status };
  };
  const soldMugs = async () =>
    (await page.do<{ readonly sold: number }>('add-on.show', { add_on: addOn.reference })).sold;
  const paid = 'P-77,Standard,m1,10.00,paid,1\n';
  const waiting = 'W-77,Standard,w1,10.00,pending,1\n';
  await bring(paid + waiting);
  const before = await Promise.all([state('P-77'), state('W-77'), soldMugs()]);
  const more = `${paid}P-77,Standard,m2,20.00,paid,2\n${waiting}W-77,Standard,w2,20.00,pending,2\n`;
  for (let time = 0; time < 2; time += 1) {
    const second = await bring(more.replace('m1,10.00', 'm1,12.00'));
    expect(await state('P-77')).toMatchObject({ total: 4700 });
    expect(await soldMugs()).toBe(3);
    await undo(second);
    expect(await Promise.all([state('P-77'), state('W-77'), soldMugs()])).toEqual(before);
  }
  // Whoever was let in meanwhile keeps what came with the ticket.
  const third = await bring(more);
  const after = await state('P-77');
  expect(await scan('m2')).toMatch(/allowed/);
  const { database } = server;
  await database.write(async (tx) => {
    await updateImport(tx, (await requireImport(tx, third ?? '')).id, { status: 'undoing' });
  });
  await resumeUndoing(database);
  expect(await Promise.all([state('P-77'), state('W-77'), soldMugs()])).toEqual([
    after,
    before[1],
    3,
  ]);
});

const bringText = async (text: string, choices: object = {}) => {
  const begun = await page.do<ImportReport>('order.import', {
    ...fileOf(text),
    update: true,
    ...choices,
  });
  await expect.poll(() => statusOf(begun.import), { timeout: 20_000 }).toBe('done');
  return begun.import ?? '';
};
const bring = (lines: string, choices: object = {}) =>
  bringText(`Order,Ticket type,Barcode,Status,Checked in\n${lines}`, choices);
const bringPriced = (lines: string) =>
  bringText(`Order,Ticket type,Barcode,Price,Status\n${lines}`);
const bringJo = (name: string, seat: string) =>
  bringText(`Order,Ticket type,Email,Name,Seat\nJ1,Standard,jo@example.org,${name},${seat}\n`, {
    names: 'last',
  });

it('an admission elsewhere that somebody here has called a mistake is not recorded again by the same file', async () => {
  const used = 'K1,Standard,k1,paid,yes\n';
  const scanOf = async () =>
    (await page.do<ListPage<{ readonly reference: string }>>('scan.list', { event })).data[0]
      ?.reference;
  await bring(used, { checked_in: 'admit' });
  const recorded = await scanOf();
  expect(await scan('k1')).toMatch(/already_scanned/);
  await page.do('scan.release', { scan: recorded, kind: 'mistake', note: 'She is not in' });
  await bring(used, { checked_in: 'admit' });
  expect(await scan('k1')).toMatch(/allowed/);
  // An admission here is one, whatever the note says with which it ended.
  await bring('K2,Standard,k2,paid,\n');
  expect(await scan('k2')).toMatch(/allowed/);
  const admitted = await scanOf();
  await page.do('scan.release', { scan: admitted, kind: 'mistake', note: 'The import was undone' });
  await bring('K2,Standard,k2,paid,yes\n', { checked_in: 'admit' });
  expect(await scan('k2')).toMatch(/allowed/);
});

describe('once an import is undone', () => {
  it('a ticket that it cancelled admits again, though a door has refused it, and one that was admitted before is valid', async () => {
    await bring('U1,Standard,u1,paid,\nU2,Standard,u2,paid,\n');
    expect(await scan('u2')).toMatch(/allowed/);
    const wrong = await bring('U1,Standard,u1,cancelled,\nU2,Standard,u2,refunded,\n');
    expect(await scan('u1')).toMatch(/cancelled/);
    await undo(wrong);
    expect(await scan('u1')).toMatch(/allowed/);
    expect(await scan('u2')).toMatch(/already_scanned/);
  });

  it('a ticket that it had made valid is void again unless somebody was let in with it since', async () => {
    await bring('V1,Standard,v1,paid,\nV2,Standard,v2,paid,\n');
    await bring('V1,Standard,v1,cancelled,\nV2,Standard,v2,cancelled,\n');
    const restored = await bring('V1,Standard,v1,paid,\nV2,Standard,v2,paid,\n');
    expect(await scan('v2')).toMatch(/allowed/);
    await undo(restored);
    expect(await scan('v1')).toMatch(/cancelled/);
    expect(await scan('v2')).toMatch(/already_scanned/);
  });

  it('what it had recorded of other doors is no admission, until a file says it again', async () => {
    const before = await inside();
    const [used, unused] = ['W1,Standard,w1,paid,yes\n', 'W1,Standard,w1,paid,\n'];
    const admitting = { checked_in: 'admit' };
    const own = await bring(used, admitting);
    expect([await scan('w1'), await inside()]).toEqual([
      expect.stringMatching(/already_scanned/),
      before + 1,
    ]);
    await undo(own);
    expect([await scan('w1'), await inside()]).toEqual([
      expect.stringMatching(/not_found/),
      before,
    ]);

    const brought = await bring(unused);
    for (let time = 0; time < 2; time += 1) {
      const later = await bring(used, admitting);
      expect([await scan('w1'), await inside()]).toEqual([
        expect.stringMatching(/already_scanned/),
        before + 1,
      ]);
      await undo(later);
      expect(await inside()).toBe(before);
    }
    await bring(used, admitting);
    await undo(brought);
    expect(await inside()).toBe(before);
  });

  it('a ticket sold here that it had changed is what it was, and the same file changes it again', async () => {
    const own = await page.do<ListPage<{ readonly reference: string }>>('ticket.list', {
      event,
      search: 'ada@example.org',
    });
    const ticket = own.data[0]?.reference ?? '';
    const seat = async () =>
      (await page.do<{ readonly seat_label: string | null }>('ticket.show', { ticket })).seat_label;
    const heading = 'reference,ticket_type_name,seat_label,order_external_id';
    for (let time = 0; time < 2; time += 1) {
      const reference = await bringText(`${heading}\n${ticket},Standard,F7,\n`);
      expect(await seat()).toBe('F7');
      await undo(reference);
      expect(await seat()).toBeNull();
    }
  });

  it('whom it had renamed has the name that the next file says', async () => {
    await bringJo('Ann', 'G1');
    const wrong = await bringJo('Bob', 'G2');
    expect(await jo()).toMatch(/Bob.*G2|G2.*Bob/);
    await undo(wrong);
    await bringJo('Ann', 'G1');
    expect(await jo()).toMatch(/Ann.*G1|G1.*Ann/);
  });

  it('can be asked for again where it was stopped midway', async () => {
    const reference = await bring('N1,Standard,n1,paid,\n');
    await server.database.write(async (tx) => {
      await updateImport(tx, (await requireImport(tx, reference)).id, { status: 'undoing' });
    });
    await undo(reference);
    expect(await scan('n1')).toMatch(/not_found/);
  });

  it('its orders are gone, which is refused as long as a guest of it is in or has an add-on of it', async () => {
    await page.do('add-on.create', { event, name: 'Scarf', price: 500, total: 9 });
    const scarf = fileOf('Order,Ticket type,Barcode,Scarf\nX1,Standard,x1,1\n');
    const { import: reference } = await page.do<ImportReport>('order.import', scarf);
    await expect.poll(() => statusOf(reference)).toBe('done');
    const [order] = (
      await page.do<{ readonly data: readonly { readonly reference: string }[] }>('order.list', {
        event,
        search: 'X1',
      })
    ).data;
    const { lines } = await page.do<{
      readonly lines: readonly { readonly reference: string; readonly name: string }[];
    }>('order.show', { order: order?.reference ?? '' });
    const order_line = lines.find(({ name }) => name === 'Scarf')?.reference;
    await page.do('add-on.redeem', { order_line });
    const refusal = async () => {
      const { errors } = await page.call('order.import-undo', { import: reference });
      return JSON.stringify(errors);
    };
    expect(await refusal()).toContain('was handed out');
    await page.do('add-on.redeem', { order_line, quantity: -1 });
    expect(await scan('x1')).toMatch(/allowed/);
    expect(await refusal()).toContain('Somebody was let in');
    expect(await statusOf(reference)).toBe('done');
  });

  it('tickets that it had exchanged have the last places of their types again', async () => {
    for (const name of ['Left', 'Right'])
      await page.do('ticket-type.create', { event, name, price: 0, total: 1 });
    await bring('Y1,Left,y1,paid,\nY2,Right,y2,paid,\n');
    const before = await leftOrRight();
    expect(before).toHaveLength(2);
    const wrong = await bring('Y1,Right,y1,paid,\nY2,Left,y2,paid,\n');
    await undo(wrong);
    expect(await leftOrRight()).toEqual(before);
    // A place that was sold meanwhile is not taken from whoever has it.
    const gone = await bring('Y1,Left,y1,cancelled,\n');
    await bring('Y3,Left,y3,paid,\n');
    await undo(gone);
    expect([await scan('y1'), await scan('y3')]).toEqual([
      expect.stringMatching(/cancelled/),
      expect.stringMatching(/allowed/),
    ]);
  });

  it('what others have got since stays theirs: a code, and the last of an add-on', async () => {
    await page.do('add-on.create', { event, name: 'Poster', price: 500, total: 1 });
    const posters = async (lines: string) => {
      const file = fileOf(`Order,Ticket ID,Ticket type,Barcode,Status,Poster\n${lines}`);
      const { import: reference } = await page.do<ImportReport>('order.import', {
        ...file,
        update: true,
      });
      await expect.poll(() => statusOf(reference), { timeout: 20_000 }).toBe('done');
      return reference;
    };
    await posters('Z1,z-1,Standard,z1,paid,1\nZ2,z-2,Standard,z2,paid,\n');
    const wrong = await posters('Z1,z-1,Standard,z1,cancelled,1\nZ2,z-2,Standard,z9,paid,\n');
    await posters('Z3,z-3,Standard,z2,paid,1\n');
    await undo(wrong);
    expect([await scan('z1'), await scan('z2'), await scan('z9')]).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/allowed/)),
    );
    const orders = await page.do<{ readonly data: readonly { readonly reference: string }[] }>(
      'order.list',
      { event, search: 'Z1' },
    );
    const order = orders.data[0]?.reference ?? '';
    expect(await page.do<OrderShown>('order.show', { order })).toMatchObject({
      status: 'paid',
      // Without the poster.
      total: 4500,
    });
  });

  it('what was refunded since stays refunded, and a ticket whose former place is sold keeps the one it has', async () => {
    for (const [name, total] of [
      ['Front', 1],
      ['Middle', 1],
      ['Back', 9],
    ] as const)
      await page.do('ticket-type.create', { event, name, price: 0, total });
    await bring('Q1,Front,q1,paid,\nQ2,Middle,q2,paid,\nQ4,Standard,q4,paid,\n');
    const wrong = await bring('Q1,Middle,q1,paid,\nQ2,Back,q2,paid,\nQ4,Back,q4,paid,\n');
    await bring('Q3,Front,q3,paid,\n');
    const orders = await page.do<{ readonly data: readonly { readonly reference: string }[] }>(
      'order.list',
      { event, search: 'Q4' },
    );
    await page.do('order.cancel', { order: orders.data[0]?.reference, reason: 'A mistake' });
    await undo(wrong);
    expect([await scan('q1'), await scan('q2'), await scan('q3'), await scan('q4')]).toEqual([
      expect.stringMatching(/allowed/),
      expect.stringMatching(/allowed/),
      expect.stringMatching(/allowed/),
      expect.stringMatching(/cancelled/),
    ]);
    const types = await page.do<readonly { readonly name: string; readonly sold: number }[]>(
      'ticket-type.list',
      { event },
    );
    const sold = Object.fromEntries(types.map(({ name, sold: count }) => [name, count]));
    expect(sold).toMatchObject({ Front: 1, Middle: 1, Back: 1 });
  });

  it('what a later file has said of it is what the next one is compared with', async () => {
    await bring('L1,Standard,l1,paid,\n');
    const wrong = await bring('L1,Back,l1,paid,\n');
    await bring('L1,Back,l1,cancelled,\n');
    await undo(wrong);
    await bring('L1,Standard,l1,paid,\n');
    expect(await scan('l1')).toMatch(/allowed/);
  });

  it('a place that was sold meanwhile is asked for again by the next file, and who was given the ticket has its former type', async () => {
    for (const name of ['Stall', 'Balcony'])
      await page.do('ticket-type.create', {
        event,
        name,
        price: 0,
        total: name === 'Stall' ? 1 : 9,
      });
    await bringPriced('H1,Stall,h1,10.00,paid\nH3,Standard,h3,10.00,paid\n');
    const wrong = await bringPriced('H1,Standard,h1,20.00,paid\nH3,Balcony,h3,20.00,paid\n');
    await bringPriced('H2,Stall,h2,10.00,paid\n');
    const { data } = await page.do<ListPage<{ readonly reference: string }>>('ticket.list', {
      event,
      search: 'h3',
    });
    await page.do('ticket.transfer', { ticket: data[0]?.reference, email: 'new@example.org' });
    await undo(wrong);
    expect(await soldOf('Balcony')).toBe(0);
    await bringPriced('H2,Stall,h2,10.00,cancelled\n');
    expect(await soldOf('Stall')).toBe(0);
    await bringPriced('H1,Stall,h1,10.00,paid\n');
    expect(await soldOf('Stall')).toBe(1);
  });
});

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { furnishEvent, openOrganiser, randomEvent } from '../support/random-event.ts';
import { openImportFixture, type ImportFixture } from '../support/import-fixture.ts';
import { environmentOf } from '../support/organiser-fixture.ts';
import { builtCommand } from '../support/station/programs.ts';
import { isOnPostgres } from '../support/test-config.ts';
import { testSeed } from '../support/test-seed.ts';
import { writeShopFile } from '../bench/shop-file.ts';
import { readWholeText } from '../../src-server/imports/file/read-records.ts';
import { delimiters, writeCsvRow, type Delimiter } from '../../shared/csv-row.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

/** What names rows of one event, and when they were made there. */
const ownColumns = new Set([
  'reference',
  'code',
  'ticket_type',
  'session',
  'entry_points',
  'order',
  'code_issue',
  'created_at',
  'updated_at',
]);

async function exportTickets(event: string, delimiter: Delimiter) {
  const flag = delimiter === '\t' ? 'tab' : delimiter;
  const words = ['export', 'tickets', '--event', event, '--delimiter', flag];
  const { code, out, err } = await fixture.run(...words);
  expect([code, err]).toEqual([0, ['']]);
  return out;
}

function cellsOf(file: string, delimiter: Delimiter): readonly (readonly string[])[] {
  return [...readWholeText(file.replace(/^\uFEFF/, ''), delimiter)].map((record) =>
    'cells' in record ? record.cells : [],
  );
}

/** The rows of a file by their orders, without what cannot be the same in another event. Orders in any order. */
function ordersIn(file: string, delimiter: Delimiter): readonly string[] {
  const [heading, ...rows] = cellsOf(file, delimiter);
  const at = (name: string) => heading?.indexOf(name) ?? -1;
  const said = (cells: readonly string[]) =>
    cells.filter((_, column) => !ownColumns.has(heading?.[column] ?? '')).join('\u{1F}');
  const orders = Map.groupBy(rows, (cells) => cells[at('order')] ?? '');
  return [...orders.values()].map((cells) => cells.map(said).join('\n')).toSorted();
}

async function importInto(event: string, file: string, ...flags: readonly string[]) {
  const path = join(fixture.dataDir, 'exported.csv');
  writeFileSync(path, file);
  const { code, out, err } = await fixture.run(
    'import',
    path,
    '--event',
    event,
    ...flags,
    '--json',
  );
  expect([code, err]).toEqual([0, ['']]);
  return JSON.parse(out);
}

it('a row that somebody has changed, added or cancelled in an export is a ticket that has changed, is new in its order, or is cancelled', async () => {
  const { reference: type } = await fixture.addTicketType({ name: 'Standard' });
  const event = fixture.event.reference;
  const order = ['order', 'create', '--event', event, '--ticket-type', type];
  await fixture.run(...order, '--quantity', '2', '--email', 'ann@example.org');
  const [heading = [], first = [], second = []] = cellsOf(await exportTickets(event, ','), ',');
  const changed = (row: readonly string[], cells: Readonly<Record<string, string>>) =>
    row.map((cell, at) => cells[heading[at] ?? ''] ?? cell);
  const rows = [
    changed(first, { seat_label: 'A1', email: 'bo@example.org' }),
    changed(second, { status: 'cancelled' }),
    changed(second, { reference: '', code: '', email: 'cy@example.org' }),
  ];
  const file = [heading, ...rows].map((row) => writeCsvRow(row)).join('\r\n');
  const comes = { changed: 1, cancelled: 1, new_tickets: 1, new_orders: 0 };
  expect(await importInto(event, file, '--update')).toMatchObject(comes);
  expect(await fixture.ticketsNow()).toMatchObject([
    { reference: first[0], seat_label: 'A1', email: 'bo@example.org', status: 'valid' },
    { reference: second[0], email: 'ann@example.org', status: 'cancelled' },
    { email: 'cy@example.org', status: 'valid' },
  ]);
  expect(await importInto(event, file, '--update')).toMatchObject({
    changed: 0,
    cancelled: 0,
    new_tickets: 0,
    unchanged: 3,
  });
});

async function roundTrips(numRuns: number): Promise<void> {
  const delimiter = fc.constantFrom(...delimiters);
  const run = fc.asyncProperty(randomEvent, delimiter, async (given, separator) => {
    const [source, target] = [
      await openOrganiser(fixture.database, given.programme),
      await openOrganiser(fixture.database, given.programme),
    ];
    await furnishEvent(fixture.database, source, given);
    const file = await exportTickets(source.event, separator);
    const { lines } = await importInto(target.event, file);
    const again = await exportTickets(target.event, separator);
    expect(ordersIn(again, separator)).toEqual(ordersIn(file, separator));

    const waiting = (file.match(/[,;\t]"pending"[,;\t]/g) ?? []).length;
    expect(await importInto(source.event, file)).toMatchObject({
      new_tickets: 0,
      pending_orders: 0,
      changed: 0,
      differs: 0,
      cancelled: 0,
      unchanged: lines - waiting,
      skipped: waiting,
    });
  });
  await fc.assert(run, { numRuns, seed: testSeed() });
}

const title =
  'tickets of any event go back in without loss: into an empty event of the same programme, and into their own';

it(title, () => roundTrips(isOnPostgres ? 20 : 60));

// Not on PostgreSQL: those above show that the engines agree, and each takes longer there.
it.skipIf(isOnPostgres)(`${title}, of many`, { tags: ['long'] }, () => roundTrips(500));

const MANY = 30_000;
/** In MiB. */
const HEAP = 40;

/** Runs the command as a program with a small heap, and writes what it prints into a file. */
function runSmall(output: string, ...words: readonly string[]): string {
  const path = join(fixture.dataDir, output);
  const file = openSync(path, 'w');
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP}`, fileURLToPath(builtCommand()), ...words],
    { env: { ...process.env, ...environmentOf(fixture) }, stdio: ['ignore', file, 'pipe'] },
  );
  closeSync(file);
  expect([status, signal, stderr.toString()]).toEqual([0, null, '']);
  return path;
}

it('very many tickets go out and back in within a small heap', { tags: ['long'] }, async () => {
  for (const slug of ['first', 'second']) {
    const named = ['--name', slug, '--slug', slug, '--timezone', 'Europe/Oslo'];
    const owned = ['--organiser', fixture.organiser, '--currency', 'NOK'];
    await fixture.run('event', 'create', ...named, ...owned);
    const free = ['--name', 'Shop', '--price', '0'];
    await fixture.run('ticket-type', 'create', '--event', slug, ...free);
  }
  const shop = join(fixture.dataDir, 'shop.csv');
  writeShopFile(shop, MANY);
  runSmall('out.txt', 'import', shop, '--event', 'first');
  const first = runSmall('first.csv', 'export', 'tickets', '--event', 'first');
  runSmall('out.txt', 'import', first, '--event', 'second');
  const second = runSmall('second.csv', 'export', 'tickets', '--event', 'second');
  const [before, after] = [first, second].map((path) => ordersIn(readFileSync(path, 'utf8'), ','));
  expect(before?.length).toBeGreaterThan(MANY / 6);
  expect(after?.length).toBe(before?.length);
  // Not as a whole: the difference of two long lists takes minutes.
  expect(after?.find((order, at) => order !== before?.[at])).toBeUndefined();
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { furnishEvent, openOrganiser, randomEvent } from '../support/random-event.ts';
import { openImportFixture, type ImportFixture } from '../support/import-fixture.ts';
import { isOnPostgres } from '../support/test-config.ts';
import { testSeed } from '../support/test-seed.ts';
import { readWholeText } from '../../src-server/imports/file/read-records.ts';
import { delimiters, type Delimiter } from '../../shared/csv-row.ts';

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

/** The rows of a file by their orders, without what cannot be the same in another event. Orders in any order. */
function ordersIn(file: string, delimiter: Delimiter): readonly string[] {
  const [heading, ...rows] = [...readWholeText(file.replace(/^\uFEFF/, ''), delimiter)].map(
    (record) => ('cells' in record ? record.cells : []),
  );
  const at = (name: string) => heading?.indexOf(name) ?? -1;
  const said = (cells: readonly string[]) =>
    cells.filter((_, column) => !ownColumns.has(heading?.[column] ?? '')).join('\u{1F}');
  const orders = Map.groupBy(rows, (cells) => cells[at('order')] ?? '');
  return [...orders.values()].map((cells) => cells.map(said).join('\n')).toSorted();
}

async function importInto(event: string, file: string) {
  const path = join(fixture.dataDir, 'exported.csv');
  writeFileSync(path, file);
  const { code, out, err } = await fixture.run('import', path, '--event', event, '--json');
  expect([code, err]).toEqual([0, ['']]);
  return JSON.parse(out);
}

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

it(`${title}, of many`, { tags: ['long'], timeout: 900_000 }, () => roundTrips(500));

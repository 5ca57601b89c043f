import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileSource } from '../../src-server/imports/file/import-source.ts';
import { prepareImport } from '../../src-server/imports/import-tickets.ts';
import { importOptionsOf } from '../../src-server/operations/import.ts';
import { insertImport } from '../../src-server/store/imports.ts';
import { writeShopFile } from '../bench/shop-file.ts';
import { memoryInUse } from '../support/memory-in-use.ts';
import { openOrganiserFixture, type OrganiserFixture } from '../support/organiser-fixture.ts';

const MIB = 1024 * 1024;
/** Less than 48 bytes for each line. */
const MOST_MORE_MIB = 5;
/** Measured so many times in each part of an import. */
const LOOKS = 10;

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
  await fixture.addTicketType({ name: 'Shop' });
});
afterEach(() => fixture.close());

/** The most that an import of so many lines has in use, while the file is read, compared and applied. */
async function mostInUse(lines: number): Promise<number> {
  const path = join(fixture.dataDir, `${lines}.csv`);
  writeShopFile(path, lines);
  let most = 0;
  let next = 0;
  const look = (done: number) => {
    if (done < next) return;
    // The fixture's own list of what it was told.
    fixture.told.length = 0;
    most = Math.max(most, memoryInUse());
    next = done + lines / LOOKS;
  };
  const source = fileSource(path, 'shop.csv');
  const { database } = fixture;
  let part = '';
  using prepared = await prepareImport(
    database,
    fixture.event.reference,
    source,
    importOptionsOf({}),
    ({ step, lines: done }) => {
      if (step !== part) next = 0;
      part = step;
      look(done);
    },
  );
  const { report, eventId } = prepared;
  expect(report).toMatchObject({ lines, problem_count: 0 });
  const started = await fixture.write((tx) =>
    insertImport(tx, { event_id: eventId, file_name: 'shop.csv', lines, report: '{}' }),
  );
  next = 0;
  await prepared.apply(started, look);
  return most;
}

it('an import of twelve times as many lines has no more in use', { tags: ['long'] }, async () => {
  const few = await mostInUse(10_000);
  const many = await mostInUse(120_000);
  expect((many - few) / MIB).toBeLessThan(MOST_MORE_MIB);
});

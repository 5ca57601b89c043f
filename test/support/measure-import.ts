// `node measure-import.ts FILE LINES`: prints the most that the import of a shop's file of so many lines has in use while it is read, compared and applied,
// in bytes. In a process of its own: a worker of the tests has in use what other tests have left.
import { fileSource } from '../../src-server/imports/file/import-source.ts';
import { prepareImport } from '../../src-server/imports/import-tickets.ts';
import { importOptionsOf } from '../../src-server/operations/import.ts';
import { insertImport } from '../../src-server/store/imports.ts';
import { memoryInUse } from './memory-in-use.ts';
import { openOrganiserFixture } from './organiser-fixture.ts';

/** Measured so many times in each part of an import. */
const LOOKS = 10;

const [, , path = '', count] = process.argv;
const lines = Number(count);
const fixture = await openOrganiserFixture();
await fixture.addTicketType({ name: 'Shop' });
let most = 0;
let next = 0;
const look = (done: number) => {
  if (done < next) return;
  // The fixture's own list of what it was told.
  fixture.told.length = 0;
  most = Math.max(most, memoryInUse());
  next = done + lines / LOOKS;
};
let part = '';
const prepared = await prepareImport(
  fixture.database,
  fixture.event.reference,
  fileSource(path, 'shop.csv'),
  importOptionsOf({}),
  ({ step, lines: done }) => {
    if (step !== part) next = 0;
    part = step;
    look(done);
  },
);
const { report, eventId } = prepared;
if (report.lines !== lines || report.problem_count > 0) throw new Error('expected no problems');
const started = await fixture.write((tx) =>
  insertImport(tx, { event_id: eventId, file_name: 'shop.csv', lines, report: '{}' }),
);
next = 0;
await prepared.apply(started, look);
prepared[Symbol.dispose]();
await fixture.close();
process.stdout.write(String(most));

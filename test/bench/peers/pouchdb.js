// PouchDB on LevelDB, as a station would use it. Usage: node pouchdb.ts pull URL FOLDER | push URL FOLDER COUNT; prints what it took.
import { join } from 'node:path';
import PouchDB from 'pouchdb';
import { measureWork } from '../measured.ts';
import { scanDocument } from './documents.ts';

/** Ten times what PouchDB does by itself: faster here. */
const batch = { batch_size: 1_000, batches_limit: 10 };

const [what, url = '', folder = '', count = '0'] = process.argv.slice(2);
const local = new PouchDB(join(folder, 'local'));
if (what === 'push') {
  await local.bulkDocs(
    Array.from({ length: Number(count) }, (_, index) => {
      const { reference: _id, ...rest } = scanDocument(index);
      return { _id, ...rest };
    }),
  );
}
const measured = await measureWork(async () => {
  const done = await (what === 'push'
    ? local.replicate.to(url, batch)
    : local.replicate.from(url, batch));
  return done.docs_written;
});
await local.close();
process.stdout.write(`${JSON.stringify(measured)}\n`);

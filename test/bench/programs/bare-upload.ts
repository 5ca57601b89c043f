// The floor of an upload: as many rows of a scan's size, 500 durable inserts in a transaction. Usage: node bare-upload.ts FOLDER ROWS.
import { join } from 'node:path';
import { openBareInsert } from '../bare-insert.ts';
import { measureWork } from '../measured.ts';

const [folder = '', count = '0'] = process.argv.slice(2);
const ROWS_PER_TRANSACTION = 500;

const bare = openBareInsert(join(folder, 'bare.db'));
const measured = await measureWork(() => {
  for (let first = 0; first < Number(count); first += ROWS_PER_TRANSACTION) {
    bare.insertMany(Math.min(ROWS_PER_TRANSACTION, Number(count) - first));
  }
  return Number(count);
});
bare.close();
process.stdout.write(`${JSON.stringify(measured)}\n`);

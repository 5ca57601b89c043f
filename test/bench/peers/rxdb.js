// RxDB with its HTTP replication, on the one storage of its free ones that is durable in Node without a server beside it: Deno KV, which is
// SQLite. (The free SQLite storage stops at 500 documents; the others are in memory, of the browser, or need a database server.)
// Usage: node rxdb.js pull URL FOLDER | push URL FOLDER COUNT; prints what it took.
import { join } from 'node:path';
import { openKv } from '@deno/kv';
import { createRxDatabase } from 'rxdb/plugins/core';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDenoKV } from 'rxdb/plugins/storage-denokv';
import { measureWork } from '../measured.ts';
import { scanDocument, ticketDocument } from './documents.ts';

const BATCH = 1_000;
const [what, url = '', folder = '', count = '0'] = process.argv.slice(2);

// The storage asks Deno for it.
const deno = { openKv: (path) => openKv(path, { implementation: 'sqlite' }) };
Object.assign(globalThis, { Deno: deno });
const storage = getRxStorageDenoKV({
  consistencyLevel: 'strong',
  openKvPath: join(folder, 'rxdb.sqlite'),
});
const database = await createRxDatabase({ name: 'station', storage, multiInstance: false });
const { documents } = await database.addCollections({
  documents: {
    schema: {
      version: 0,
      primaryKey: 'reference',
      type: 'object',
      properties: { reference: { type: 'string', maxLength: 40 } },
      additionalProperties: true,
    },
  },
});
if (documents === undefined) throw new Error('expected a collection');
if (what === 'push') {
  const rows = Array.from({ length: Number(count) }, (_, index) => scanDocument(index));
  for (let first = 0; first < rows.length; first += BATCH) {
    await documents.bulkInsert(rows.slice(first, first + BATCH));
  }
}

let moved = 0;
const pull = {
  batchSize: BATCH,
  handler: async (checkpoint, limit) => {
    const answer = await fetch(`${url}/?from=${checkpoint?.from ?? 0}&limit=${limit}`);
    const page = await answer.json();
    moved += page.documents.length;
    return page;
  },
};
const push = {
  batchSize: BATCH,
  handler: async (rows) => {
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(rows) });
    moved += rows.length;
    return answer.json();
  },
};
const measured = await measureWork(async () => {
  const replication = replicateRxCollection({
    replicationIdentifier: 'bench',
    collection: documents,
    live: false,
    ...(what === 'push' ? { push } : { pull }),
  });
  replication.error$.subscribe((error) => {
    throw error;
  });
  await replication.awaitInitialReplication();
  return moved;
});
const documentOf = what === 'push' ? scanDocument : ticketDocument;
const references = Array.from({ length: measured.rows }, (_, index) => documentOf(index).reference);
const { size } = await documents.findByIds(references).exec();
if (size !== measured.rows) throw new Error(`${size} documents are held of ${measured.rows}`);
process.stdout.write(`${JSON.stringify(measured)}\n`, () => process.exit(0));

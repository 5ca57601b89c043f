// What PouchDB replicates with: a PouchDB on LevelDB behind the part of CouchDB's HTTP that a replication uses, and nothing else, so that it
// costs less than a whole CouchDB or pouchdb-server would. Usage: node couch-server.js FOLDER DOCUMENTS; fills the database
// `tickets`, prints its address, and makes every other database when it is first asked for.
import { createServer } from 'node:http';
import { join } from 'node:path';
import PouchDB from 'pouchdb';
import { ticketDocument } from './documents.ts';

const [folder = '', documents = '0'] = process.argv.slice(2);
const FILL = 5_000;
const databases = new Map();

function open(name) {
  const found = databases.get(name);
  if (found !== undefined) return found;
  const database = new PouchDB(join(folder, name));
  databases.set(name, database);
  return database;
}

const tickets = open('tickets');
for (let first = 0; first < Number(documents); first += FILL) {
  const length = Math.min(FILL, Number(documents) - first);
  await tickets.bulkDocs(
    Array.from({ length }, (_, index) => {
      const { reference: _id, ...rest } = ticketDocument(first + index);
      return { _id, ...rest };
    }),
  );
}

async function answer(request) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [name = '', ...rest] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const database = open(name);
  const what = rest.join('/');
  const body = request.method === 'GET' ? null : await readJson(request);
  const since = url.searchParams.get('since') ?? '0';
  const limit = Number(url.searchParams.get('limit') ?? '1000');
  switch (what.replace(/^_local\/.*/, '_local')) {
    case '':
      return { status: 200, body: await database.info() };
    case '_local':
      if (request.method === 'GET') return { status: 200, body: await database.get(what) };
      return { status: 201, body: await database.put({ ...body, _id: what }) };
    case '_changes': {
      const options = { since: Number(since), limit, style: 'all_docs' };
      return { status: 200, body: await database.changes(options) };
    }
    case '_bulk_get':
      return { status: 200, body: await database.bulkGet({ ...body, revs: true }) };
    case '_revs_diff':
      return { status: 200, body: await database.revsDiff(body) };
    case '_bulk_docs':
      return { status: 201, body: await database.bulkDocs(body.docs, { new_edits: false }) };
    default:
      return { status: 404, body: { error: 'not_found', reason: 'missing' } };
  }
}

async function readJson(request) {
  const parts = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return JSON.parse(Buffer.concat(parts).toString());
}

const server = createServer((request, response) => {
  answer(request)
    .catch((error) => ({ status: error.status ?? 500, body: error }))
    .then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(body));
    })
    .catch((error) => response.destroy(error instanceof Error ? error : undefined));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  process.stdout.write(`${JSON.stringify({ base_url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));

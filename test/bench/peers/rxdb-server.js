// What RxDB replicates with: its HTTP replication has a server of one's own. Documents to pull stand in memory, in the order of their
// checkpoint; pushed ones are written durably, a request in a transaction. Usage: node rxdb-server.js FOLDER DOCUMENTS.
import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ticketDocument } from './documents.ts';

const [folder = '', documents = '0'] = process.argv.slice(2);
const tickets = Array.from({ length: Number(documents) }, (_, index) =>
  JSON.stringify({ ...ticketDocument(index), _deleted: false }),
);
const database = new Database(join(folder, 'pushed.db'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec('CREATE TABLE rows (reference TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT');
const put = database.prepare('INSERT OR REPLACE INTO rows (reference, body) VALUES (?, ?)');
const putAll = database.transaction((rows) => {
  for (const { newDocumentState: row } of rows) put.run(row.reference, JSON.stringify(row));
});

async function answer(request) {
  if (request.method === 'POST') {
    const parts = [];
    for await (const part of request) parts.push(Buffer.from(part));
    putAll.immediate(JSON.parse(Buffer.concat(parts).toString()));
    return '[]';
  }
  const url = new URL(request.url ?? '/', 'http://localhost');
  const from = Number(url.searchParams.get('from') ?? '0');
  const rows = tickets.slice(from, from + Number(url.searchParams.get('limit')));
  return `{"documents":[${rows.join(',')}],"checkpoint":{"from":${from + rows.length}}}`;
}

const server = createServer((request, response) => {
  answer(request)
    .then((body) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(body);
    })
    .catch((error) => response.destroy(error instanceof Error ? error : undefined));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  process.stdout.write(`${JSON.stringify({ base_url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));

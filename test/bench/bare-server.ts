// The baseline of the API, in a process of its own. Usage: node bare-server.ts DATABASE PAGE_FILE ROW_BYTES; prints its address when it takes
// requests. A POST is received, a row of so many bytes inserted durably, and answered; a GET is answered with the bytes of PAGE_FILE.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openBareInsert } from './bare-insert.ts';

const [path = '', pageFile = '', rowBytes = ''] = process.argv.slice(2);
const rows = openBareInsert(path, Number(rowBytes));
const page = readFileSync(pageFile);
const done = Buffer.from('{"ok":true}');

function answer(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body);
}

function insert(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  request.once('end', () => {
    rows.insert();
    answer(response, done);
  });
}

const server = createServer((request, response) => {
  if (request.method === 'POST') insert(request, response);
  else answer(response, page);
});
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  process.stdout.write(`${JSON.stringify({ base_url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => {
  server.close(() => rows.close());
  server.closeAllConnections();
});

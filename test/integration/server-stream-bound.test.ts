import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEventStream } from '../support/event-stream.ts';
import { missingPostgres, withReason } from '../support/has-tool.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { makeDoor, startTestServer, ticketsOf, type TestServer } from '../support/test-server.ts';

let postgres: TestPostgres;
let host: TestServer;
let databaseUrl: string;

beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createDatabase();
  host = await startTestServer({ databaseUrl });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const missing = missingPostgres();
it.skipIf(missing !== null)(
  withReason(
    'a scan with a timestamp after an open transaction began is reported soon after that one has ended, and once',
    missing,
  ),
  { tags: ['long'] },
  async () => {
    const { event, client } = await makeDoor(host, 2);
    const [first, second] = await ticketsOf(host, event);
    const stream = await openEventStream(client, `/scanner/events/${event}/stream`);
    const checkIn = (ticket: string | undefined) =>
      client.post('/integration/scans', { ticket }, { 'idempotency-key': randomUUID() });
    const older = new pg.Client(databaseUrl);
    await older.connect();
    await older.query('begin');
    await older.query('update organisers set display_name = display_name');
    expect((await checkIn(first)).status).toBe(200);
    const list = await client.get(`/integration/events/${event}/scans?updated_since=2020-01-01`);
    expect(await list.json()).toMatchObject({ data: { data: [] } });
    const ended = performance.now();
    await older.query('commit');
    await older.end();
    expect(await stream.nextOf('scan')).toMatchObject({ data: { scan: { ticket: first } } });
    // It looks again at least every second.
    expect(performance.now() - ended).toBeLessThan(3_000);
    expect((await checkIn(second)).status).toBe(200);
    expect(await stream.nextOf('scan')).toMatchObject({ data: { scan: { ticket: second } } });
    await stream.close();
  },
);

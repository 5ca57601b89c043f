import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src-server/open-database.ts';
import type { WriteTransaction } from '../../src-server/database/transaction.ts';
import {
  makeClient,
  makeEvent,
  makeOrder,
  makeOrganiser,
  makeTicketType,
  startTestServer,
  ticketsOf,
  type TestClient,
  type TestServer,
} from '../support/test-server.ts';
import { testSeed } from '../support/test-seed.ts';
import { walkChanges } from '../support/walk-list.ts';

const TICKETS = 40;

async function prepare(host: TestServer) {
  const organiser = await makeOrganiser(host);
  const event = await makeEvent(host, organiser, 'gala');
  const ticketType = await makeTicketType(host, event);
  await makeOrder(host, { event, ticketType, quantity: TICKETS });
  const client = await makeClient(host, organiser);
  return { event, client, tickets: await ticketsOf(host, event) };
}

function touch(tx: WriteTransaction, reference: string) {
  return tx.db
    .updateTable('tickets')
    .set({ updated_at: tx.timestamp() })
    .where('reference', '=', reference)
    .execute();
}

/** A poller as §4.1 asks for: upserts by reference, and stores a walk's watermark when the walk is complete. */
function createPoller(client: TestClient, event: string, perPage: number) {
  const rows = new Map<string, string>();
  let pointer = '1970-01-01T00:00:00Z';
  return {
    rows,
    async poll(): Promise<void> {
      const query = `updated_since=${pointer}&per_page=${perPage}&include_deleted=1`;
      const walk = await walkChanges(client, `/integration/events/${event}/tickets?${query}`);
      for (const { reference, updated_at = '' } of walk.rows) rows.set(reference, updated_at);
      pointer = walk.watermarks[0] ?? pointer;
    },
  };
}

async function stored({ database }: TestServer): Promise<number[]> {
  const rows = await database.read((tx) =>
    tx.db.selectFrom('tickets').select('updated_at').orderBy('reference').execute(),
  );
  return rows.map((row) => row.updated_at);
}

function polled(rows: ReadonlyMap<string, string>): number[] {
  return [...rows]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([, at]) => Date.parse(at.slice(0, 23) + 'Z') * 1000 + Number(at.slice(23, 26)));
}

it('pollers that store watermarks miss no change of several writers', async () => {
  await using host = await startTestServer();
  const { event, client, tickets } = await prepare(host);
  await using second = await openDatabase({
    dataDir: host.data,
    databaseUrl: host.databaseUrl,
    clock: host.clock.now,
  });
  const pollers = [1, 7, 100].map((perPage) => createPoller(client, event, perPage));
  const writing = new AbortController();
  const polls = pollers.map(async (poller) => {
    while (!writing.signal.aborted) await poller.poll();
  });
  const changes = fc.sample(
    fc.record({
      ticket: fc.nat(TICKETS - 1),
      group: fc.integer({ min: 1, max: 5 }),
      pauseMs: fc.integer({ min: 0, max: 40 }),
      writer: fc.boolean(),
    }),
    { numRuns: 400, seed: testSeed() },
  );
  for (const { ticket, group, pauseMs, writer } of changes) {
    const database = writer ? host.database : second;
    await database.write(async (tx) => {
      for (let index = 0; index < group; index += 1) {
        await touch(tx, tickets[(ticket + index) % TICKETS] ?? '');
      }
    });
    host.clock.advance(pauseMs);
  }
  writing.abort();
  await Promise.all(polls);
  const expected = await stored(host);
  for (const poller of pollers) {
    await poller.poll();
    expect(polled(poller.rows)).toEqual(expected);
  }
});

it('a transaction that stays open for longer than the watermark trails is not missed', async () => {
  await using host = await startTestServer();
  const { event, client, tickets } = await prepare(host);
  const poller = createPoller(client, event, 100);
  const [slow = ''] = tickets;
  const begun = Promise.withResolvers<void>();
  const missed = Promise.withResolvers<void>();
  const slowWrite = host.database.write(async (tx) => {
    await touch(tx, slow);
    begun.resolve();
    await missed.promise;
  });
  await begun.promise;
  host.clock.advance(3_000);
  await poller.poll();
  host.clock.advance(500);
  missed.resolve();
  await slowWrite;
  await poller.poll();
  expect(polled(poller.rows)).toEqual(await stored(host));
});

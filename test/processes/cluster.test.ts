import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scopes } from '../../shared/contract/scopes.ts';
import { ScanVerdict } from '../../shared/resources/scans.ts';
import { formatInstant } from '../../shared/instant.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import type { Database } from '../../src-server/database/database.ts';
import { createClient } from '../../src-server/domain/access/clients.ts';
import { createConsoleSubscription } from '../../src-server/webhooks/management/webhook-subscriptions.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import { Cluster, LoadBalancer } from '../support/cluster.ts';
import { missingPostgres, withReason } from '../support/has-tool.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { readBody, TokenBody } from '../support/read-body.ts';
import { furnishEvent, sellOne, type FurnishedEvent } from '../support/station/furnish-event.ts';
import { runStation, temporaryDirectory, until } from '../support/station/run-station.ts';
import { seededRandom } from '../support/station/seeded-random.ts';
import { testSeed } from '../support/test-seed.ts';
import { openReceiver } from '../support/webhooks/receiver.ts';
import { listsEvery } from '../support/station/poll-intervals.ts';

const PROCESSES = 3;
const TICKETS = 1_200;
const missing = missingPostgres();
const long = { tags: ['long'], skip: missing !== null };

let postgres: TestPostgres;
let databaseUrl: string;
let cluster: Cluster;
let database: Database;
let venue: FurnishedEvent;
let token: string;
let used = 0;

beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createDatabase();
  cluster = new Cluster(databaseUrl);
  // All start at once; one of them creates the tables.
  await cluster.start(PROCESSES);
  database = await openDatabase({ dataDir: '/nowhere', databaseUrl });
  venue = await furnishEvent(
    { dataDir: '/nowhere', databaseUrl },
    { tickets: TICKETS, clients: ['North', 'South'] },
  );
  token = await newToken();
}, 60_000);

afterAll(async () => {
  await database.close();
  await cluster[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

async function newToken(): Promise<string> {
  const { organiser } = venue;
  const { client, client_secret } = await database.write((tx) =>
    createClient(tx, { organiser, name: 'Integration', scopes, events: 'all' }),
  );
  return askToken(cluster.url(0), client.client_id, client_secret);
}

async function askToken(origin: string, id: string, secret: string): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  const body = new URLSearchParams(form);
  const response = await fetch(`${origin}/oauth/token`, { method: 'POST', body });
  return (await readBody(response, TokenBody)).access_token;
}

const nextTicket = () => venue.tickets[used++] ?? '';

function scan(origin: string, ticket: string, key: string = randomUUID()): Promise<Response> {
  return fetch(`${origin}/v1/integration/scans`, {
    method: 'POST',
    body: JSON.stringify({ ticket }),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
  });
}

async function isAdmitted(response: Promise<Response>): Promise<boolean> {
  return (await readBody(await response, ScanVerdict)).allowed;
}

/** Runs a command on the servers' database. Returns the reference that it printed, or null if it was refused. */
async function run(...words: string[]): Promise<string | null> {
  let out = '';
  const code = await runCommandLine([...words, '--json'], {
    out: (line) => (out += line),
    err: () => undefined,
    flushed: () => Promise.resolve(),
    environment: { GATEHOUSE_DATA: '/nowhere', GATEHOUSE_DATABASE: databaseUrl },
    stopRequested: () => Promise.resolve(),
  });
  return code === 0 ? String(JSON.parse(out).reference) : null;
}

const Page = Type.Object({
  data: Type.Object({
    data: Type.Array(Type.Object({ reference: Type.String(), updated_at: Type.String() })),
    next_page_url: Type.Union([Type.String(), Type.Null()]),
  }),
  watermark: Type.String(),
});

async function get(url: string): Promise<Response> {
  return fetch(url, { headers: { authorization: `Bearer ${token}` } });
}

it(
  withReason(
    'of concurrent scans of one ticket at three processes, exactly one is allowed',
    missing,
  ),
  long,
  async () => {
    const tickets = Array.from({ length: 20 }, nextTicket);
    const admitted = await Promise.all(
      tickets.map(async (ticket) => {
        const scans = Array.from({ length: 12 }, (_none, n) =>
          isAdmitted(scan(cluster.url(n), ticket)),
        );
        return (await Promise.all(scans)).filter(Boolean).length;
      }),
    );
    expect(admitted).toEqual(tickets.map(() => 1));
  },
);

it(
  withReason(
    'a ticket that is transferred while it is scanned admits its old or its new holder, never both',
    missing,
  ),
  long,
  async () => {
    const admissions = await Promise.all(
      Array.from({ length: 12 }, async (_none, n) => {
        const ticket = nextTicket();
        const scanning = isAdmitted(scan(cluster.url(n), ticket));
        const issued = await run('ticket', 'transfer', ticket, '--email', `guest${n}@example.org`);
        const isOldAdmitted = await scanning;
        const isNewAdmitted =
          issued !== null && (await isAdmitted(scan(cluster.url(n + 1), issued)));
        return Number(isOldAdmitted) + Number(isNewAdmitted);
      }),
    );
    expect(admissions).toEqual(admissions.map(() => 1));
  },
);

it(
  withReason(
    'a request whose idempotency key is in use at another process is refused, and replayed once that has finished',
    missing,
  ),
  long,
  async () => {
    const ticket = nextTicket();
    const key = randomUUID();
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select id from tickets where reference = $1 for update', [ticket]);
    const first = scan(cluster.url(0), ticket, key);
    // Waits until the first request is blocked by the ticket's lock.
    const waiting =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
    const meanwhile = await scan(cluster.url(1), ticket, key);
    expect([meanwhile.status, meanwhile.headers.get('retry-after')]).toEqual([409, '1']);
    expect(await meanwhile.json()).toMatchObject({ code: 'idempotency.in_progress' });
    await holder.query('commit');
    await holder.end();
    const answer = await first;
    expect(answer.status).toBe(200);
    const repeated = await scan(cluster.url(2), ticket, key);
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    expect(await repeated.text()).toBe(await answer.text());
  },
);

it(
  withReason('requests with one idempotency key at three processes at once run once', missing),
  long,
  async () => {
    for (let round = 0; round < 10; round += 1) {
      const ticket = nextTicket();
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_none, n) => scan(cluster.url(n), ticket, key)),
      );
      const bodies = new Set<string>();
      for (const answer of answers) {
        if (answer.status === 200) bodies.add(await answer.text());
        else expect(await answer.json()).toMatchObject({ code: 'idempotency.in_progress' });
      }
      expect(bodies.size).toBe(1);
    }
  },
);

it(
  withReason("a client's limit of 120 requests a minute is shared by all processes", missing),
  long,
  async () => {
    await using limited = new Cluster(databaseUrl, { rateLimit: 120 });
    await limited.start(PROCESSES);
    const own = await newToken();
    const statuses = await Promise.all(
      Array.from({ length: 180 }, async (_none, n) => {
        const path = '/v1/integration/events?per_page=1';
        const headers = { authorization: `Bearer ${own}` };
        return (await fetch(`${limited.url(n)}${path}`, { headers })).status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(60);
  },
);

it(
  withReason(
    'pollers with watermarks at three processes miss no row of transactions that stay open for seconds',
    missing,
  ),
  long,
  async () => {
    const random = seededRandom(testSeed());
    const watched = Array.from({ length: 60 }, nextTicket);
    const pollers = Array.from({ length: PROCESSES }, (_none, n) => {
      const rows = new Map<string, string>();
      let pointer = '1970-01-01T00:00:00Z';
      return {
        rows,
        poll: async () => {
          const query = `updated_since=${pointer}&per_page=${[7, 50, 100][n]}`;
          const list = `/v1/integration/events/${venue.event}/tickets`;
          let watermark: string | null = null;
          for (let url: string | null = `${cluster.url(n)}${list}?${query}`; url !== null;) {
            const page: Static<typeof Page> = await readBody(await get(url), Page);
            for (const { reference, updated_at } of page.data.data) rows.set(reference, updated_at);
            watermark ??= page.watermark;
            url = page.data.next_page_url;
          }
          pointer = watermark ?? pointer;
        },
      };
    });
    const end = performance.now() + 8_000;
    const isOver = () => performance.now() > end;
    const writers = Array.from({ length: 6 }, async () => {
      while (!isOver()) {
        const holdMs = random.fraction() < 0.3 ? 3_500 * random.fraction() : 20 * random.fraction();
        const ticket = watched[Math.floor(random.fraction() * watched.length)] ?? '';
        await database.write(
          async (tx) => {
            const touch = (reference: string) =>
              tx.db
                .updateTable('tickets')
                .set({ updated_at: tx.timestamp() })
                .where('reference', '=', reference)
                .execute();
            await touch(ticket);
            await sleep(holdMs);
          },
          { isolation: 'read committed' },
        );
      }
    });
    const polling = pollers.map(async ({ poll }) => {
      while (!isOver()) await poll();
    });
    await Promise.all([...writers, ...polling]);
    const stored = await database.read((tx) =>
      tx.db.selectFrom('tickets').select(['reference', 'updated_at']).execute(),
    );
    const expected = new Map(
      stored.map(({ reference, updated_at }) => [reference, formatInstant(updated_at)]),
    );
    for (const { rows, poll } of pollers) {
      await poll();
      expect(rows.size).toBe(expected.size);
      expect([...rows].filter(([reference, at]) => expected.get(reference) !== at)).toEqual([]);
    }
  },
);

it(
  withReason(
    'a webhook that a killed process was delivering is delivered by another, with the same id and the same bytes',
    missing,
  ),
  long,
  async () => {
    const endpoint = await openReceiver((_request, response) => {
      // The first request is never answered.
      if (endpoint.requests.length > 1) response.end('ok');
    });
    try {
      await database.write((tx) =>
        createConsoleSubscription(tx, venue.organiser, {
          endpoint: { url: endpoint.url },
          events: ['ticket.scanned'],
          event: null,
        }),
      );
      const [owner, ...others] = cluster.processes.slice();
      // Stops the others so that this process delivers.
      for (const { pid } of others) process.kill(pid, 'SIGSTOP');
      const tickets = Array.from({ length: 10 }, nextTicket);
      for (const ticket of tickets)
        expect(await isAdmitted(scan(cluster.url(0), ticket))).toBe(true);
      await endpoint.received(1);
      await owner?.kill();
      for (const { pid } of others) process.kill(pid, 'SIGCONT');
      if (owner !== undefined) cluster.remove(owner);
      const [first] = endpoint.requests;
      const again = () => endpoint.requests.slice(1);
      const arrived = () => new Set(again().map(({ body }) => ticketIn(body)));
      await expect.poll(() => arrived().size, { timeout: 40_000 }).toBe(tickets.length);
      const id = first?.headers['x-service-delivery'];
      const repeated = again().find(({ headers }) => headers['x-service-delivery'] === id);
      expect(repeated?.body).toBe(first?.body);
    } finally {
      await endpoint.close();
    }
    await cluster.startOne();
  },
);

it(
  withReason(
    'no request fails while the servers behind a load balancer are replaced one after the other',
    missing,
  ),
  long,
  async () => {
    await using balancer = new LoadBalancer();
    const origin = await balancer.listen();
    for (const { ready } of cluster.processes) balancer.add(ready.auth_url);
    await expect.poll(() => balancer.ready.length).toBe(PROCESSES);
    const statuses = new Map<string, number>();
    const over = new AbortController();
    const calls = Array.from({ length: 6 }, async (_none, n) => {
      while (!over.signal.aborted) {
        const ticket = venue.tickets[(n * 97 + statuses.size) % TICKETS] ?? '';
        const list = `${origin}/v1/integration/events/${venue.event}/tickets?per_page=100`;
        for (const call of [scan(origin, ticket), get(list)]) {
          const status = await call.then(
            (response) => response.text().then(() => String(response.status)),
            (error: unknown) => String(error),
          );
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      }
    });
    for (const old of cluster.processes.slice()) {
      const { ready } = await cluster.startOne();
      balancer.add(ready.auth_url);
      await expect.poll(() => balancer.ready).toContain(ready.auth_url);
      expect(await old.stop()).toBe(0);
      cluster.remove(old);
    }
    await expect.poll(() => statuses.get('200'), { timeout: 60_000 }).toBeGreaterThan(100);
    over.abort();
    await Promise.all(calls);
    // A denied scan (422) is not a failed request.
    expect([...statuses.keys()].filter((status) => !['200', '422'].includes(status))).toEqual([]);
  },
);

it(
  withReason('stations at one process receive what is scanned and sold at others', missing),
  long,
  async () => {
    const told = listsEvery(3_600_000);
    await using north = await temporaryDirectory();
    await using south = await temporaryDirectory();
    const open = async (folder: string, which: number) => {
      const { id = '', secret = '' } = venue.clients[which] ?? {};
      const enrolment = { server_url: cluster.url(which), client_id: id, client_secret: secret };
      const door = await runStation({ dataDir: folder, enrolment, intervals: told });
      await until('it is ready', () => door.state().phase.kind === 'ready');
      return door;
    };
    await using one = await open(north.path, 0);
    await using other = await open(south.path, 1);
    const before = other.state().counters.admitted_total;
    const [scannedAtDoor, scannedOnline] = [nextTicket(), nextTicket()];
    expect(await one.scan(scannedAtDoor)).toMatchObject({ kind: 'admitted' });
    expect(await isAdmitted(scan(cluster.url(2), scannedOnline))).toBe(true);
    await until('both are heard of', () => other.state().counters.admitted_total === before + 2);
    for (const ticket of [scannedAtDoor, scannedOnline]) {
      expect(await other.scan(ticket)).toMatchObject({ reason: 'scanning.already_scanned' });
    }
    const { expected } = other.state().counters;
    const sold = await sellOne({ dataDir: '/nowhere', databaseUrl }, venue);
    await until('it is expected', () => other.state().counters.expected === expected + 1);
    expect(await other.scan(sold)).toMatchObject({ kind: 'admitted', ticket: sold });
    await expect.poll(() => admissionsOf(sold), { timeout: 20_000 }).toBe(1);
  },
);

async function admissionsOf(ticket: string): Promise<number> {
  const rows = await database.read((tx) =>
    tx.db
      .selectFrom('entry_scans as s')
      .innerJoin('tickets as t', 't.id', 's.ticket_id')
      .select('s.id')
      .where('t.reference', '=', ticket)
      .where('s.result', '=', 'allowed')
      .execute(),
  );
  return rows.length;
}

const Scanned = Compile(Type.Object({ data: Type.Object({ ticket: Type.String() }) }));

function ticketIn(body: string): string {
  return Scanned.Parse(JSON.parse(body)).data.ticket;
}

import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConsolePage } from '../../support/console-page.ts';
import { memberPage } from '../../support/member-page.ts';
import { isOnPostgres } from '../../support/test-config.ts';
import {
  makeDoor,
  startTestServer,
  ticketsOf,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';

let server: TestServer;
let page: ConsolePage;
let client: TestClient;
let door: Awaited<ReturnType<typeof makeDoor>>;
let tickets: readonly string[];
beforeAll(async () => {
  server = await startTestServer({ rateLimit: 0 });
  door = await makeDoor(server, 3);
  ({ client } = door);
  tickets = await ticketsOf(server, door.event);
  page = await memberPage(server, { organiser: door.organiser, role: 'viewer' });
});
afterAll(() => server[Symbol.asyncDispose]());

interface Home {
  readonly events: readonly { readonly reference: string; readonly is_today: boolean }[];
  readonly tonight: {
    readonly reference: string;
    readonly sold: number;
    readonly admitted: number;
    readonly inside: number;
    readonly presence: readonly { readonly from: string; readonly inside: number }[];
    readonly sessions: readonly { readonly sold: number; readonly admitted: number }[];
    readonly arrivals: readonly {
      readonly entry_point: string | null;
      readonly admitted: number;
    }[];
    readonly denials: readonly { readonly reason: string; readonly scans: number }[];
  } | null;
  readonly stations: readonly { readonly name: string; readonly queued: number | null }[];
  readonly attention: readonly { readonly kind: string; readonly reference: string | null }[];
}

const home = (input: object = {}) => page.do<Home>('home.show', input);

async function scan(ticket: string | undefined, scanner_location: string | null): Promise<number> {
  const body = { ticket, ...(scanner_location !== null && { scanner_location }) };
  const key = { 'idempotency-key': `${ticket} ${scanner_location} ${Math.random()}` };
  return (await client.post('/integration/scans', body, key)).status;
}

it('an event is on the home page from the day it is on, and before that if it is the next, or none has a date', async () => {
  expect((await home()).events).toMatchObject([{ reference: door.event, is_today: false }]);
  const later = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await server.run(`event update gala --starts-at ${later}`);
  expect((await home()).events).toMatchObject([{ reference: door.event, is_today: false }]);
  await server.run(`event update gala --starts-at ${new Date().toISOString()}`);
  expect((await home()).events).toMatchObject([{ reference: door.event, is_today: true }]);
});

it('tonight counts each admitted ticket once, and what the doors refused', async () => {
  const { out } = await server.run(`location create --event gala --name North --json`);
  const { reference: north }: { readonly reference: string } = JSON.parse(out);
  expect(await scan(tickets[0], north)).toBe(200);
  expect(await scan(tickets[0], north)).toBe(422);
  const counted = await home();
  expect(counted.tonight).toMatchObject({
    sold: 3,
    admitted: 1,
    inside: 1,
    doors: [{ entry_point: 'North', admitted: 1, exits: 0 }],
    arrivals: [{ entry_point: 'North', admitted: 1 }],
    denials: [{ reason: 'scanning.already_scanned', scans: 1 }],
  });
  // What was counted is kept, and what comes later added; PostgreSQL has a clock of its own, which no test moves.
  if (!isOnPostgres) server.clock.advance(120_000);
  expect((await home()).tonight).toEqual(counted.tonight);
  expect(await scan(tickets[1], null)).toBe(200);
  expect((await home()).tonight).toMatchObject({ sold: 3, admitted: 2, inside: 2 });
  const { data } = await page.do<{ readonly data: readonly { readonly reference: string }[] }>(
    'scan.list',
    { ticket: tickets[1], result: 'allowed' },
  );
  await server.run(`scan release ${data[0]?.reference} --kind exit`);
  expect((await home()).tonight).toMatchObject({ sold: 3, admitted: 2, inside: 1 });
});

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

it('of an event with sessions, those of today count', async () => {
  await server.run(`session create --event gala --starts-at ${at(0)} --ends-at ${at(2)}`);
  await server.run(`session create --event gala --starts-at ${at(240)} --ends-at ${at(242)}`);
  expect((await home()).tonight).toMatchObject({
    sold: 0,
    admitted: 0,
    sessions: [{ sold: 0, admitted: 0 }],
  });
});

it.skipIf(isOnPostgres)(
  'a disabled subscription, a station that fell silent and each dispute need attention',
  async () => {
    const made = await server.run(
      `webhook create --organiser ${door.organiser} --url http://127.0.0.1:9/hook --events order.created --webhook-allow 127.0.0.0/8 --json`,
    );
    const { reference }: { readonly reference: string } = JSON.parse(made.out);
    await server.database.write(async (tx) => {
      await tx.db
        .updateTable('webhook_subscriptions')
        .set({ is_active: 0, disabled_reason: 'It answered 410.' })
        .where('reference', '=', reference)
        .execute();
    });
    const heartbeat = {
      event: door.event,
      scanner_location: null,
      version: '1.0.0',
      queued: 7,
      needs_attention: 0,
      oldest_unsent_at: null,
      replica_at: null,
      clock_offset_ms: 0,
      scanner: null,
      warnings: [],
    };
    expect((await client.post('/scanner/heartbeat', heartbeat)).status).toBe(200);
    const before = await home();
    expect(before.stations).toMatchObject([{ name: 'Integration', queued: 7, is_silent: false }]);
    expect(before.attention).toMatchObject([{ kind: 'webhook_disabled', reference }]);
    for (const reason of ['fraudulent', 'duplicate'])
      await server.run(`dispute create --organiser ${door.organiser} --reason ${reason}`);
    server.clock.advance(120_000);
    expect((await home()).attention).toMatchObject([
      { kind: 'station_silent', reference: client.clientId },
      { kind: 'webhook_disabled', reference },
      { kind: 'dispute', name: 'duplicate' },
      { kind: 'dispute', name: 'fraudulent' },
    ]);
  },
);

it('of the events of today the one that is on comes first, and one without a date once it is scanned', async () => {
  const { organiser, client: scanner, event: undated } = await makeDoor(server);
  const [ticket] = await ticketsOf(server, undated);
  const viewer = await memberPage(server, { organiser, role: 'viewer', email: 'bo@example.com' });
  const add = async (slug: string, from: number, until: number) => {
    const times = `--starts-at ${at(from)} --ends-at ${at(until)}`;
    const { out } = await server.run(
      `event create --organiser ${organiser} --name ${slug} --slug ${slug} --timezone UTC --currency EUR --status published ${times} --json`,
    );
    const made: { readonly reference: string } = JSON.parse(out);
    return made.reference;
  };
  const shown = async () => (await viewer.do<Home>('home.show', {})).events;
  await add('matinee', -6, -1);
  const on = await add('ball', -2, 3);
  expect((await shown())[0]).toMatchObject({ reference: on, is_today: true });
  expect(await shown()).not.toContainEqual(expect.objectContaining({ reference: undated }));
  await scanner.post('/integration/scans', { ticket }, { 'idempotency-key': 'first' });
  expect((await shown()).at(-1)).toMatchObject({ reference: undated, is_today: true });
});

const STEP_MS = 5 * 60_000;

/** An admission as a station uploads it; times are milliseconds. */
function scanned(ticket: string | undefined, when: number) {
  return {
    reference: `scn_${ulid().toLowerCase()}`,
    ticket,
    result: 'allowed',
    reason: 'scanning.allowed',
    scanned_at: new Date(when).toISOString(),
    clock_offset_ms: 0,
    sequence: 1,
    snapshot: { watermark: null },
  };
}

/** What ended it. */
function released(scan: ReturnType<typeof scanned>, kind: string, when: number) {
  return {
    reference: `rel_${ulid().toLowerCase()}`,
    ticket: scan.ticket,
    scan: scan.reference,
    kind,
    released_at: new Date(when).toISOString(),
    clock_offset_ms: 0,
    sequence: 1,
  };
}

it('how many were inside is known for every five minutes, whatever arrived in whatever order', async () => {
  const { organiser, client: station, event } = await makeDoor(server, 3);
  const [guest, smoker, twice] = await ticketsOf(server, event);
  const viewer = await memberPage(server, { organiser, role: 'viewer', email: 'cy@example.com' });
  const begun = Math.floor(Date.now() / STEP_MS) * STEP_MS - 12 * STEP_MS;
  const time = (steps: number) => begun + steps * STEP_MS + 1_000;
  const upload = async (path: string, ...items: readonly object[]) => {
    const answer = Object(await (await station.post(`/scanner/${path}`, { items })).json());
    for (const { status } of answer.data) expect(status).toBe('recorded');
  };
  const presence = async () => {
    const { tonight } = await viewer.do<Home>('home.show', {});
    expect(tonight?.presence.at(-1)?.inside).toBe(tonight?.inside);
    return tonight?.presence.map(({ from, inside }) => [
      (Date.parse(from) - begun) / STEP_MS,
      inside,
    ]);
  };
  const [out, again] = [scanned(smoker, time(1)), scanned(smoker, time(5))];
  const [first, second] = [scanned(twice, time(2)), scanned(twice, time(4))];
  await upload('scans', again, scanned(guest, time(0)), out);
  expect(await presence()).toEqual([
    [0, 1],
    [5, 2],
  ]);
  await upload('releases', released(out, 'exit', time(3)));
  await upload('scans', first, second);
  expect(await presence()).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 2],
    [5, 3],
  ]);
  // Two doors had let the same ticket in: it was inside until it had left at both.
  await upload('releases', released(first, 'mistake', time(3)), released(second, 'exit', time(6)));
  expect(await presence()).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 1],
    [4, 2],
    [5, 3],
    [6, 2],
  ]);
});

it('a clock that is years ahead hides nothing of the evening', async () => {
  const { organiser, client: station, event } = await makeDoor(server, 2);
  const [ticket, other] = await ticketsOf(server, event);
  const viewer = await memberPage(server, { organiser, role: 'viewer', email: 'di@example.com' });
  const items = [scanned(ticket, Date.now()), scanned(other, Date.now() + 2_000 * 86_400_000)];
  await station.post('/scanner/scans', { items });
  const { tonight } = await viewer.do<Home>('home.show', {});
  expect(tonight?.arrivals.map(({ admitted }) => admitted)).toEqual([1, 1]);
  expect(tonight?.presence.at(-1)).toMatchObject({ inside: 2 });
});

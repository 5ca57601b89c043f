import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryScan, ScanVerdict } from '../../shared/contract/resources.ts';
import {
  makeClient,
  makeDoor,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../support/test-server.ts';

const Verdict = Compile(ScanVerdict);
const Scans = Compile(
  Type.Object({ data: Type.Object({ data: Type.Array(EntryScan), total: Type.Integer() }) }),
);

let host: TestServer;
beforeAll(async () => {
  host = await startTestServer();
});
afterAll(() => host[Symbol.asyncDispose]());

async function oneTicket() {
  const door = await makeDoor(host);
  const [ticket = ''] = await ticketsOf(host, door.event);
  const scan = (key: string, body: unknown = { ticket }) =>
    door.client.post('/integration/scans', body, { 'idempotency-key': key });
  const scans = async () =>
    Scans.Parse(await (await door.client.get(`/integration/events/${door.event}/scans`)).json())
      .data;
  return { ...door, ticket, scan, scans };
}

describe('POST /integration/scans', () => {
  it('admits a valid ticket once and refuses it afterwards with the first admission', async () => {
    const { scan, scans } = await oneTicket();
    const first = await scan(randomUUID());
    const admitted = Verdict.Parse(await first.json());
    expect(first.status).toBe(200);
    expect(admitted).toMatchObject({ allowed: true, reason: 'scanning.allowed' });
    const second = await scan(randomUUID());
    const refused = Verdict.Parse(await second.json());
    expect(second.status).toBe(422);
    expect(refused).toMatchObject({ allowed: false, reason: 'scanning.already_scanned' });
    expect(refused.details.first_admission?.scanned_at).toBe(admitted.scan.scanned_at);
    const list = await scans();
    expect(list.data.map((row) => row.reference)).toEqual([
      refused.scan.reference,
      admitted.scan.reference,
    ]);
  });

  it('admits exactly one of twenty parallel scans of one ticket, and records all', async () => {
    const { scan, scans } = await oneTicket();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await scan(randomUUID())).status),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 422)).toHaveLength(19);
    expect((await scans()).total).toBe(20);
  });

  it('replays the same bytes for the same key, whatever the spelling of the body', async () => {
    const { client, ticket, scan, scans } = await oneTicket();
    const key = randomUUID();
    const first = await scan(key);
    const again = await client.call('/integration/scans', {
      method: 'POST',
      body: `{ "scanner_location" : null ,\n "ticket": "${ticket}" }`,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
    });
    expect(again.status).toBe(409);
    const replay = await client.call('/integration/scans', {
      method: 'POST',
      body: `\n{ "ticket" :"${ticket}"}`,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
    });
    expect(replay.status).toBe(200);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(await replay.text()).toBe(await first.text());
    expect((await scans()).total).toBe(1);
  });

  it('executes once when one key is sent many times at once', async () => {
    const { scan, scans } = await oneTicket();
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 30 }, () => scan(key)));
    const bodies = new Set<string>();
    for (const response of responses) {
      if (response.status === 200) bodies.add(await response.text());
      else {
        expect(response.status).toBe(409);
        expect(response.headers.get('retry-after')).toBe('1');
        expect(await response.json()).toMatchObject({ code: 'idempotency.in_progress' });
      }
    }
    expect(bodies.size).toBe(1);
    expect((await scans()).total).toBe(1);
    expect((await scan(key)).status).toBe(200);
  });

  it('refuses another body under a used key, also one that would not pass', async () => {
    const { scan, ticket } = await oneTicket();
    const key = randomUUID();
    await scan(key);
    for (const body of [{ ticket, session: null }, { ticket: 7 }, []]) {
      const response = await scan(key, body);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ code: 'idempotency.key_reused' });
    }
  });

  it('does not store what did not run: a corrected body may use the key', async () => {
    const { scan, ticket } = await oneTicket();
    const key = randomUUID();
    expect((await scan(key, { ticket: 'nope' })).status).toBe(422);
    const unknown = { ticket: 'tkt_01kyvbnvq0g7m3x9r2c5t8w4ez' };
    expect((await scan(key, unknown)).status).toBe(404);
    expect((await scan(key, { ticket })).status).toBe(200);
  });

  it('keeps keys of different clients apart, and of different tokens of one client together', async () => {
    const { organiser, ticket, scan } = await oneTicket();
    const key = randomUUID();
    await scan(key);
    const other = await makeClient(host, organiser);
    const own = await other.post('/integration/scans', { ticket }, { 'idempotency-key': key });
    expect(own.status).toBe(422);
    expect(Verdict.Parse(await own.json()).reason).toBe('scanning.already_scanned');
  });

  it.each([
    ['missing', {}, 'idempotency.key_missing'],
    ['empty', { 'idempotency-key': '' }, 'idempotency.key_missing'],
    ['too long', { 'idempotency-key': 'k'.repeat(201) }, 'idempotency.key_invalid'],
  ])('answers 400 when the key is %s', async (_case, headers, code) => {
    const { client, ticket } = await oneTicket();
    const response = await client.post('/integration/scans', { ticket }, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code });
  });

  it('accepts a key of 200 characters', async () => {
    const { scan } = await oneTicket();
    expect((await scan('k'.repeat(200))).status).toBe(200);
  });

  it('answers 404 for tickets of other organisers and outside the events of the client', async () => {
    const mine = await oneTicket();
    const foreign = await oneTicket();
    const limited = await makeClient(host, mine.organiser, { events: [] });
    const answers = [
      await mine.scan(randomUUID(), { ticket: foreign.ticket }),
      await limited.post(
        '/integration/scans',
        { ticket: mine.ticket },
        { 'idempotency-key': randomUUID() },
      ),
    ];
    for (const answer of answers) expect(answer.status).toBe(404);
    expect((await mine.scans()).total).toBe(0);
    expect((await foreign.scans()).total).toBe(0);
  });
});

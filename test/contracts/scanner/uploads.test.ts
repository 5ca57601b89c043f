import { setImmediate as nextTurn } from 'node:timers/promises';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { MAX_UPLOAD_ITEMS, MAX_UPLOADS } from '../../../shared/contract/limits.ts';
import { addMicros } from '../../../shared/instant.ts';
import { ITEMS_PER_TURN } from '../../../src-server/api/scanner/uploads.ts';
import { listConflictsOfTickets } from '../../../src-server/store/conflicts.ts';
import {
  findEntryScan,
  insertEntryScans,
  MAX_ROWS_OF_TICKETS,
} from '../../../src-server/store/entry-scans.ts';
import { findReleases, insertRelease } from '../../../src-server/store/releases.ts';
import { makeDoor, startTestServer, ticketsOf } from '../../support/test-server.ts';

const scanned = (ticket: string | undefined, changes: object = {}) => ({
  reference: `scn_${ulid().toLowerCase()}`,
  ticket,
  result: 'allowed',
  reason: 'scanning.allowed',
  scanned_at: '2026-01-01T00:00:00.000000Z',
  clock_offset_ms: 0,
  sequence: 1,
  snapshot: { watermark: null },
  ...changes,
});

it('an item with a number or a text that cannot be stored does not block the others', async () => {
  await using host = await startTestServer();
  const { client, event } = await makeDoor(host, 2);
  const [one, other] = await ticketsOf(host, event);
  const items = [
    scanned(one),
    scanned(one, { clock_offset_ms: 1e300 }),
    scanned(one, { clock_offset_ms: -1e19 }),
    scanned(one, { sequence: 1e19 }),
    scanned(one, { reference: 'scn_\0' }),
    scanned(one, { session: '\ud800' }),
    scanned(other),
  ];
  const answer = await client.post('/scanner/scans', { items });
  const { data } = Object(await answer.json());
  expect(data.map(({ status }: { status: string }) => status)).toEqual([
    'recorded',
    ...Array.from({ length: 5 }, () => 'rejected'),
    'recorded',
  ]);
});

it('a scan is recorded whatever the scanner sent around its code, because the guest has already entered', async () => {
  await using host = await startTestServer();
  const { client, event } = await makeDoor(host, 1);
  const [ticket] = await ticketsOf(host, event);
  const item = scanned(ticket, { code: `\0${ticket}\ud800` });
  for (const status of ['recorded', 'duplicate']) {
    const answer = await client.post('/scanner/scans', { items: [item] });
    const { data } = Object(await answer.json());
    expect(data).toMatchObject([{ reference: item.reference, status }]);
  }
});

it('a full upload is recorded in parts, so that other requests are answered in between', async () => {
  await using host = await startTestServer();
  const { client, event } = await makeDoor(host, 4);
  const tickets = await ticketsOf(host, event);
  const items = Array.from({ length: 500 }, (_value, index) =>
    scanned(tickets[index % 4], { sequence: index + 1 }),
  );
  const stored = () =>
    host.database.read(async (tx) => {
      const scans = await tx.db.selectFrom('entry_scans').select('id').execute();
      return scans.length;
    });
  const seen = new Set<number>();
  const progress = { isAnswered: false };
  const upload = client
    .post('/scanner/scans', { items })
    .finally(() => (progress.isAnswered = true));
  while (!progress.isAnswered) {
    seen.add(await stored());
    await nextTurn();
  }
  const { data } = Object(await (await upload).json());
  expect(data.map(({ reference }: { reference: string }) => reference)).toEqual(
    items.map(({ reference }) => reference),
  );
  expect(await stored()).toBe(500);
  const between = [...seen].filter((count) => count > 0 && count < 500);
  expect(between.length).toBeGreaterThan(1);
  expect(between.every((count) => count % ITEMS_PER_TURN === 0)).toBe(true);
});

it('an upload takes no longer however often its ticket was scanned, and still names the first admission', async () => {
  await using host = await startTestServer();
  const { client, event } = await makeDoor(host, 1);
  const [ticket = ''] = await ticketsOf(host, event);
  const upload = async (items: readonly object[]) => {
    const answer = await client.post('/scanner/scans', { items });
    return Object(await answer.json()).data;
  };
  const first = scanned(ticket, { scanned_at: '2025-12-31T00:00:00.000000Z' });
  await upload([first]);
  await host.database.write(async (tx) => {
    const stored = await findEntryScan(tx, first.reference);
    if (stored === undefined) throw new Error('expected the first scan');
    const { id: _, created_at: __, updated_at: ___, ...like } = stored;
    const many = Array.from({ length: 1_000 }, (_value, index) => ({
      ...like,
      scanned_at: addMicros(stored.scanned_at, index + 1),
    }));
    for (let part = 0; part < 6; part += 1) {
      const rows = many.map((row) => ({ ...row, reference: tx.newReference('scan') }));
      await insertEntryScans(tx, rows);
    }
  });
  const data = await upload(Array.from({ length: 20 }, () => scanned(ticket)));
  expect(data).toHaveLength(20);
  for (const { status, conflict } of data) {
    expect(status).toBe('recorded');
    expect(conflict).toMatchObject({ kind: 'double_admission', other_scan: first.reference });
  }
  // All 6,000 were compared otherwise, and with every upload again.
  const conflicts = await host.database.read((tx) => listConflictsOfTickets(tx, [ticket]));
  expect(conflicts.length).toBeLessThan(500);
});

it('an upload of releases takes no longer however often its ticket was released', async () => {
  await using host = await startTestServer();
  const { client, event } = await makeDoor(host, 1);
  const [ticket = ''] = await ticketsOf(host, event);
  const admitted = scanned(ticket);
  const released = (changes: object = {}) => ({
    reference: `rel_${ulid().toLowerCase()}`,
    ticket,
    scan: null,
    kind: 'exit',
    released_at: '2026-01-01T01:00:00.000000Z',
    clock_offset_ms: 0,
    sequence: 1,
    ...changes,
  });
  const first = released();
  const upload = async (path: string, items: readonly object[]) =>
    Object(await (await client.post(`/scanner/${path}`, { items })).json()).data;
  await upload('scans', [admitted]);
  await upload('releases', [first]);
  await host.database.write(async (tx) => {
    const [stored] = await findReleases(tx, [first.reference]);
    if (stored === undefined) throw new Error('expected the first release');
    const { id: _, created_at: __, updated_at: ___, ...like } = stored;
    for (let count = 0; count < MAX_ROWS_OF_TICKETS; count += 1)
      await insertRelease(tx, { ...like, reference: tx.newReference('release'), scan: null });
  });
  const [result] = await upload('releases', [released()]);
  expect(result).toMatchObject({ status: 'recorded' });
  await upload(
    'scans',
    Array.from({ length: 150 }, () => scanned(ticket)),
  );
  const bound = await host.database.read((tx) =>
    tx.db.selectFrom('releases').select('id').where('scan', 'is not', null).execute(),
  );
  // One for each admission if all 5,000 were compared, with this upload and with every further one.
  expect(bound).toHaveLength(100);
});

it('a client has few uploads in progress, so that others can write in between; what is refused is recorded when it is sent again', async () => {
  await using host = await startTestServer();
  const { client, event } = await makeDoor(host, 1);
  const [ticket = ''] = await ticketsOf(host, event);
  const uploads = Array.from({ length: 3 * MAX_UPLOADS }, () =>
    Array.from({ length: MAX_UPLOAD_ITEMS }, () => scanned(ticket)),
  );
  const send = (items: readonly object[]) => client.post('/scanner/scans', { items });
  const answers = await Promise.all(uploads.map(send));
  const refused = uploads.filter((_items, index) => answers[index]?.status === 429);
  expect(refused).toHaveLength(uploads.length - MAX_UPLOADS);
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
  const [again = []] = refused;
  expect(Object(await (await send(again)).json()).data).toMatchObject(
    again.map(() => ({ status: 'recorded' })),
  );
});

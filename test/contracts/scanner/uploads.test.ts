import { setImmediate as nextTurn } from 'node:timers/promises';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
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
  expect(between.length).toBeGreaterThan(3);
  expect(between.every((count) => count % 50 === 0)).toBe(true);
});

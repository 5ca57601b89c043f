import { setImmediate as nextTurn } from 'node:timers/promises';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { makeDoor, startTestServer, ticketsOf } from '../support/test-server.ts';

it('a full upload is recorded in parts, so that others are answered in between', async () => {
  await using host = await startTestServer();
  const { client, event } = await makeDoor(host, 4);
  const tickets = await ticketsOf(host, event);
  const items = Array.from({ length: 500 }, (_value, index) => ({
    reference: `scn_${ulid().toLowerCase()}`,
    ticket: tickets[index % 4],
    result: 'allowed',
    reason: 'scanning.allowed',
    scanned_at: '2026-01-01T00:00:00.000000Z',
    clock_offset_ms: 0,
    sequence: index + 1,
    snapshot: { watermark: null },
  }));
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

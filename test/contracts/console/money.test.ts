import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConsolePage } from '../../support/console-page.ts';
import { memberPage } from '../../support/member-page.ts';
import { makeDoor, startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let owner: ConsolePage;
let other: ConsolePage;
beforeAll(async () => {
  server = await startTestServer({ rateLimit: 0 });
  door = await makeDoor(server);
  const { organiser } = door;
  owner = await memberPage(server, { organiser, role: 'owner' });
  other = await memberPage(server, { organiser, role: 'manager' });
});
afterAll(() => server[Symbol.asyncDispose]());

it('of two colleagues who refund a part of what they both saw, one does, and lists say how much', async () => {
  const { order } = door;
  const refund = { order, amount: 150, was: { refunded_total: 0 } };
  const replies = await Promise.all(
    [owner, other].map((page) => page.call('order.refund', refund)),
  );
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused).toMatchObject([
    { status: 409, code: 'record.changed', current: { refunded_total: 150 } },
  ]);
  const list = await owner.do<{ data: readonly object[] }>('order.list');
  expect(list.data).toContainEqual(
    expect.objectContaining({ reference: order, status: 'paid', refunded_total: 150 }),
  );
  const cheaper = { ...refund, was: { total: 1, refunded_total: 150 } };
  expect(await owner.call('order.refund', cheaper)).toMatchObject({ code: 'record.changed' });
  await other.do('order.refund', { ...refund, was: { refunded_total: 150 } });
});

const record = (input: object) =>
  owner.call('dispute.create', { amount: 5_000, charge: 'ch_1', ...input });

it('what is disputed is in the currency that was named, or in that of its order', async () => {
  const { order } = door;
  expect((await record({ currency: 'JPY' })).data).toMatchObject({
    amount: 5_000,
    currency: 'JPY',
  });
  expect((await record({ order })).data).toMatchObject({ currency: 'EUR' });
  expect((await record({})).data).toMatchObject({ currency: null });
  for (const wrong of [{ currency: 'yen' }, { currency: 'JPY', order }])
    expect((await record(wrong)).status).toBe(422);
});

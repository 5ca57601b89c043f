import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MICROS_PER_SECOND, parseInstant } from '../../shared/instant.ts';
import {
  answered,
  openDeliveryFixture,
  type Deliver,
  type DeliveryFixture,
} from '../../test/support/webhooks/delivery-fixture.ts';
import { redeliver } from './management/webhook-deliveries.ts';
import { createClient, revokeClient } from '../domain/access/clients.ts';
import {
  createSubscription,
  enableSubscription,
  rotateSecret,
  updateSubscription,
} from './management/webhook-subscriptions.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import {
  deleteSubscriptionRow,
  findSubscription,
  type SubscriptionRow,
} from './store/subscriptions.ts';
import { sweepCancelled } from './store/prune-deliveries.ts';
import { scheduleA, scheduleB } from './retry-schedule.ts';
import type { DeliveryContent } from './delivery-headers.ts';
import type { AttemptResult } from './attempt.ts';
import type { DeliveryLoop } from './delivery-loop.ts';

let fixture: DeliveryFixture;

beforeEach(async () => {
  fixture = await openDeliveryFixture();
});
afterEach(() => fixture.close());

/** A sender that gives every request the same answer and records the requests. */
function answering(status: number | (() => number)) {
  const sent: (DeliveryContent & { readonly url: string })[] = [];
  const deliver: Deliver = async (url, content, isWanted) => {
    if (!(await isWanted())) return { kind: 'cancelled' };
    sent.push({ ...content, url });
    return answered(typeof status === 'number' ? status : status());
  };
  return { deliver, sent };
}

async function run(loop: DeliveryLoop): Promise<void> {
  loop.wake();
  await loop.settled();
}

/** Moves the clock to the time at which the one pending delivery is due, and delivers it. Returns the gap in seconds, or null if none is pending. */
async function runNext(
  loop: DeliveryLoop,
  subscription: { readonly reference: string },
): Promise<number | null> {
  const pending = (await fixture.log(subscription)).find(({ status }) => status === 'pending');
  const due = parseInstant(pending?.next_attempt_at ?? '');
  if (due === null) return null;
  const gap = due - fixture.now();
  await fixture.advance(gap);
  await run(loop);
  return gap / MICROS_PER_SECOND;
}

describe('the schedule', () => {
  it.each([
    ['A', scheduleA, 8],
    ['B', scheduleB, 9],
    ['of our own', [1, 2, 4], 4],
  ])(
    '%s is followed to its end, then the subscription is disabled',
    async (_name, schedule, attempts) => {
      const hook = await fixture.subscribe('https://dead.example/');
      const { deliver, sent } = answering(500);
      const loop = fixture.deliveryLoop({ deliver, schedule });
      await fixture.happen();
      await run(loop);
      const gaps: number[] = [];
      for (let gap = await runNext(loop, hook); gap !== null; gap = await runNext(loop, hook)) {
        gaps.push(gap);
      }
      expect(gaps).toEqual(schedule);
      expect(sent).toHaveLength(attempts);
      expect(new Set(sent.map(({ reference, body }) => `${reference}${body}`)).size).toBe(1);
      expect(new Set(sent.map(({ timestamp }) => timestamp)).size).toBe(attempts);
      expect(await fixture.subscription(hook)).toMatchObject({
        is_active: false,
        disabled_reason: expect.stringContaining(`all ${attempts} attempts`),
      });
      const [entry] = await fixture.log(hook);
      expect(entry?.status).toBe('failed');
      expect(entry?.attempts.map(({ number, response_code }) => [number, response_code])).toEqual(
        Array.from({ length: attempts }, (_, index) => [index + 1, 500]),
      );
    },
  );

  it('does not start a delivery before it is due', async () => {
    const hook = await fixture.subscribe('https://dead.example/');
    const { deliver, sent } = answering(500);
    const loop = fixture.deliveryLoop({ deliver });
    await fixture.happen();
    await run(loop);
    await fixture.advance(10 * MICROS_PER_SECOND - 1);
    await run(loop);
    expect(sent).toHaveLength(1);
    await fixture.advance(1);
    await run(loop);
    expect(sent).toHaveLength(2);
    expect((await fixture.log(hook))[0]?.attempts).toHaveLength(2);
  });

  it('is lengthened by the Retry-After of a 429 or 503 only, at most to twice the gap', async () => {
    const hook = await fixture.subscribe('https://busy.example/');
    const answers = [answered(503, '15'), answered(429, '86400'), answered(500, '86400')];
    const deliver: Deliver = async () => answers.shift() ?? answered(200);
    const loop = fixture.deliveryLoop({ deliver });
    await fixture.happen();
    await run(loop);
    const gaps = [await runNext(loop, hook), await runNext(loop, hook), await runNext(loop, hook)];
    expect(gaps).toEqual([15, 120, 300]);
    expect((await fixture.log(hook))[0]).toMatchObject({ status: 'delivered' });
  });

  it(
    'reaches its last attempt although new events keep the queue long',
    { tags: ['long'] },
    async () => {
      const hook = await fixture.subscribe('https://dead.example/');
      const { deliver } = answering(500);
      const loop = fixture.deliveryLoop({ deliver, schedule: [10, 20] });
      await fixture.happen(500);
      for (let round = 0; round < 40; round += 1) {
        if ((await fixture.subscription(hook))?.is_active === false) break;
        await fixture.happen(5);
        await run(loop);
        await fixture.advance(5 * MICROS_PER_SECOND);
      }
      expect(await fixture.subscription(hook)).toMatchObject({ is_active: false });
    },
  );
});

async function exhaust() {
  const hook = await fixture.subscribe('https://dead.example/');
  const sender = answering(500);
  const loop = fixture.deliveryLoop({ deliver: sender.deliver, schedule: [10] });
  await fixture.happen(3);
  await run(loop);
  await fixture.advance(10 * MICROS_PER_SECOND);
  await run(loop);
  return { hook, loop, ...sender };
}

describe('deactivating', () => {
  it('cancels every other pending delivery', async () => {
    const { hook, loop, sent } = await exhaust();
    const statuses = async () => (await fixture.log(hook)).map(({ status }) => status).sort();
    const before = await statuses();
    expect(before).toContain('failed');
    expect(before).not.toContain('pending');
    const made = sent.length;
    await fixture.advance(86_400 * MICROS_PER_SECOND);
    await run(loop);
    expect(sent).toHaveLength(made);
    while (await fixture.database.write((tx) => sweepCancelled(tx, 1))) continue;
    expect(await statuses()).toEqual(before);
  });

  it('ends with re-enabling, which resumes for new events and replays nothing', async () => {
    const { hook, loop, sent } = await exhaust();
    await fixture.happen();
    const missed = sent.length;
    await fixture.write((tx) => enableSubscription(tx, hook.reference));
    expect(await fixture.subscription(hook)).toMatchObject({
      is_active: true,
      disabled_reason: null,
    });
    await run(loop);
    expect(sent).toHaveLength(missed);
    await fixture.happen();
    await run(loop);
    expect(sent).toHaveLength(missed + 1);
  });

  it('does not happen when an old delivery fails for the last time after re-enabling', async () => {
    const hook = await fixture.subscribe('https://slow.example/');
    const { promise: late, resolve: answerLate } = Promise.withResolvers<AttemptResult>();
    const answers = [Promise.resolve(answered(200)), late];
    const deliver: Deliver = async () => answers.shift() ?? answered(500);
    const loop = fixture.deliveryLoop({ deliver, schedule: [] });
    // The first success allows two requests at once.
    await fixture.happen();
    await run(loop);
    await fixture.happen(2);
    loop.wake();
    await expect.poll(() => fixture.subscription(hook)).toMatchObject({ is_active: false });
    await fixture.write((tx) => enableSubscription(tx, hook.reference));
    answerLate(answered(500));
    await loop.settled();
    expect(await fixture.subscription(hook)).toMatchObject({ is_active: true });
    expect((await fixture.log(hook)).map(({ status }) => status)).toEqual([
      'failed',
      'cancelled',
      'delivered',
    ]);
  });
});

describe('deleting', () => {
  it('fences: no previously claimed delivery starts after it', async () => {
    const hook = await fixture.subscribe('https://gone.example/');
    const { deliver, sent } = answering(200);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const loop = fixture.deliveryLoop({
      deliver: async (...request) => {
        await held;
        return deliver(...request);
      },
    });
    await fixture.happen();
    loop.wake();
    await expect.poll(() => fixture.log(hook)).toMatchObject([{ next_attempt_at: null }]);
    await fixture.write(async (tx) => {
      const row = await findSubscription(tx, hook.reference);
      await deleteSubscriptionRow(tx, row?.id ?? 0);
    });
    release();
    await loop.settled();
    expect(sent).toEqual([]);
    await fixture.happen();
    await fixture.advance(86_400 * MICROS_PER_SECOND);
    await run(loop);
    expect(sent).toEqual([]);
  });
});

describe('replacing', () => {
  it.each([
    [
      'the url',
      (tx: WriteTransaction, row: SubscriptionRow) =>
        updateSubscription(tx, row, { endpoint: { url: 'https://new.example/' } }),
    ],
    [
      'the secret without an overlap',
      (tx: WriteTransaction, row: SubscriptionRow) => rotateSecret(tx, row, 0),
    ],
  ])('%s fences: a previously claimed delivery is sent with the new one', async (_, replace) => {
    const hook = await fixture.subscribe('https://old.example/');
    const { deliver, sent } = answering(200);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const loop = fixture.deliveryLoop({
      deliver: async (...request) => {
        await held;
        return deliver(...request);
      },
    });
    await fixture.happen();
    loop.wake();
    await expect.poll(() => fixture.log(hook)).toMatchObject([{ next_attempt_at: null }]);
    const row = await fixture.write(async (tx) => {
      const found = await findSubscription(tx, hook.reference);
      if (found !== undefined) await replace(tx, found);
      return findSubscription(tx, hook.reference);
    });
    release();
    await loop.settled();
    expect(sent).toMatchObject([{ url: row?.url, secrets: [row?.secret] }]);
    expect(await fixture.log(hook)).toMatchObject([
      { status: 'delivered', attempts: [{ number: 1 }] },
    ]);
  });
});

describe('several loops', () => {
  it('share the work and never claim the same twice', async () => {
    const hooks = await Promise.all(
      Array.from({ length: 5 }, (_, index) => fixture.subscribe(`https://live.example/${index}`)),
    );
    await fixture.happen(40);
    const senders = Array.from({ length: 4 }, () => answering(200));
    const loops = senders.map(({ deliver }) => fixture.deliveryLoop({ deliver }));
    for (const loop of loops) loop.wake();
    for (const loop of loops) await loop.settled();
    const references = senders.flatMap(({ sent }) => sent.map(({ reference }) => reference));
    expect(references).toHaveLength(200);
    expect(new Set(references).size).toBe(200);
    expect(senders.filter(({ sent }) => sent.length > 0).length).toBeGreaterThan(1);
    const logs = await Promise.all(hooks.map((hook) => fixture.log(hook)));
    expect(
      logs.flat().every(({ status, attempts }) => status === 'delivered' && attempts.length === 1),
    ).toBe(true);
  });

  it('take over the claims of a dead loop when its lease ends, not before, and record them once', async () => {
    const hook = await fixture.subscribe('https://live.example/');
    const { promise: late, resolve: answerLate } = Promise.withResolvers<AttemptResult>();
    const stuck = fixture.deliveryLoop({ deliver: () => late });
    await fixture.happen();
    stuck.wake();
    await expect.poll(() => fixture.log(hook)).toMatchObject([{ next_attempt_at: null }]);
    const { deliver, sent } = answering(200);
    const other = fixture.deliveryLoop({ deliver });
    await fixture.advance(20 * MICROS_PER_SECOND - 1);
    await run(other);
    expect(sent).toHaveLength(0);
    await fixture.advance(1);
    await run(other);
    expect(sent).toHaveLength(1);
    answerLate(answered(500));
    await stuck.settled();
    const [entry] = await fixture.log(hook);
    expect(entry).toMatchObject({ status: 'delivered', attempts: [{ status: 'delivered' }] });
  });
});

describe('fairness', () => {
  it('an endpoint has no more requests at once than its limit', async () => {
    await fixture.subscribe('https://live.example/');
    await fixture.happen(100);
    let now = 0;
    let most = 0;
    const loop = fixture.deliveryLoop({
      limits: { perEndpoint: 4 },
      deliver: async () => {
        most = Math.max(most, (now += 1));
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return answered(200);
      },
    });
    await run(loop);
    expect(most).toBe(4);
  });

  it("a long backlog does not delay another endpoint's first delivery", async () => {
    await fixture.subscribe('https://backlog.example/');
    await fixture.happen(300);
    const { deliver, sent } = answering(200);
    const loop = fixture.deliveryLoop({ deliver, limits: { healthy: 2 } });
    await fixture.advance(MICROS_PER_SECOND);
    await fixture.subscribe('https://fresh.example/');
    await fixture.happen();
    await run(loop);
    const place = sent.findIndex(({ url }) => url.includes('fresh'));
    expect(sent).toHaveLength(302);
    expect(place).toBeLessThan(10);
  });

  it('endpoints that hang do not slow down one that works', async () => {
    for (let index = 0; index < 100; index += 1)
      await fixture.subscribe(`https://dead.example/${index}`);
    const live = await fixture.subscribe('https://live.example/');
    const hanging: (() => void)[] = [];
    const loop = fixture.deliveryLoop({
      limits: { healthy: 16 },
      deliver: (url) =>
        url.includes('live')
          ? Promise.resolve(answered(200))
          : new Promise((resolve) => hanging.push(() => resolve(answered(500)))),
    });
    await fixture.happen(3);
    loop.wake();
    const delivered = async () =>
      (await fixture.log(live)).filter(({ status }) => status === 'delivered').length;
    await expect.poll(delivered, { timeout: 20_000 }).toBe(3);
    expect(hanging.length).toBeGreaterThan(0);
    const letGo = setInterval(() => hanging.splice(0).forEach((end) => end()), 1);
    await loop.settled();
    clearInterval(letGo);
  });

  it('claims no more deliveries than there are permits, however long the queue', async () => {
    await fixture.subscribe('https://live.example/');
    await fixture.happen(5_000);
    let held = 0;
    let most = 0;
    const loop = fixture.deliveryLoop({
      deliver: async () => {
        most = Math.max(most, (held += 1));
        await new Promise((resolve) => setImmediate(resolve));
        held -= 1;
        return answered(200);
      },
    });
    await run(loop);
    expect(most).toBeLessThanOrEqual(16);
  });
});

describe('delivering on demand', () => {
  it('sends the same reference and bytes once, even while inactive, and does not affect health', async () => {
    const hook = await fixture.subscribe('https://dead.example/');
    let status = 500;
    const { deliver, sent } = answering(() => status);
    const loop = fixture.deliveryLoop({ deliver, schedule: [] });
    await fixture.happen();
    await run(loop);
    expect(await fixture.subscription(hook)).toMatchObject({ is_active: false });
    const reference = sent[0]?.reference ?? '';
    const again = async () => {
      await fixture.write((tx) => redeliver(tx, reference));
      await run(loop);
      return (await fixture.log(hook))[0];
    };
    expect(await again()).toMatchObject({
      status: 'failed',
      attempts: [{ number: 1 }, { number: 2 }],
    });
    status = 200;
    expect(await again()).toMatchObject({
      status: 'delivered',
      attempts: [{}, {}, { status: 'delivered' }],
    });
    expect(new Set(sent.map((request) => request.reference + request.body)).size).toBe(1);
    expect(sent).toHaveLength(3);
    expect(await fixture.subscription(hook)).toMatchObject({ is_active: false });
  });

  it('sends a client nothing that was asked for before it was revoked', async () => {
    const client = await fixture.write((tx) =>
      createClient(tx, {
        organiser: fixture.organiser,
        name: 'CRM',
        scopes: ['webhooks:write'],
        events: 'all',
      }),
    );
    const scope = {
      organiserId: fixture.organiserId,
      clientRowId: client.client.id,
      allEvents: true,
    };
    const input = {
      endpoint: { url: 'https://live.example/' },
      events: ['charge.disputed'],
      event: null,
    };
    await fixture.write((tx) => createSubscription(tx, scope, input));
    const { deliver, sent } = answering(200);
    const loop = fixture.deliveryLoop({ deliver });
    await fixture.happen();
    await run(loop);
    await fixture.write((tx) => redeliver(tx, sent[0]?.reference ?? ''));
    await fixture.write((tx) => revokeClient(tx, client.client.client_id));
    await run(loop);
    expect(sent).toHaveLength(1);
  });

  it('does not disturb the schedule of a pending delivery when it fails', async () => {
    const hook = await fixture.subscribe('https://dead.example/');
    const { deliver } = answering(500);
    const loop = fixture.deliveryLoop({ deliver });
    await fixture.happen();
    await run(loop);
    const [before] = await fixture.log(hook);
    await fixture.write((tx) => redeliver(tx, before?.reference ?? ''));
    await run(loop);
    const [after] = await fixture.log(hook);
    expect(after).toMatchObject({ status: 'pending', next_attempt_at: before?.next_attempt_at });
    expect(after?.attempts).toHaveLength(2);
    expect(await runNext(loop, hook)).toBe(10);
    expect(await runNext(loop, hook)).toBe(60);
  });
});

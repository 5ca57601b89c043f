import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { listOrderLines, type OrderLineRow } from '../../store/orders.ts';
import { createAddOn } from '../events/add-ons.ts';
import { cancelOrder } from '../sales/cancel-order.ts';
import { remainingOf } from '../../store/orders.ts';
import { redeemAddOn, type RedemptionInput } from './redeem-add-on.ts';

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

async function addLine(quantity: number): Promise<OrderLineRow> {
  const addOn = await fixture.write((tx) =>
    createAddOn(tx, fixture.event.reference, { name: 'Drink', price: 900, total: null }),
  );
  const { order } = await fixture.addOrder(addOn.reference, { quantity });
  const [line] = await fixture.database.read((tx) => listOrderLines(tx, order.id));
  if (line === undefined) throw new Error('expected a line');
  fixture.told.length = 0;
  return line;
}

function redeem(line: OrderLineRow, input: Partial<RedemptionInput> = {}) {
  return fixture.write((tx) =>
    redeemAddOn(tx, {
      order_line: line.reference,
      quantity: 1,
      client_reference: null,
      location: null,
      redeemed_at: fixture.now(),
      client_id: null,
      happened: false,
      ...input,
    }),
  );
}

describe('redeeming an add-on', () => {
  it('counts down, emits an event, and stops at what was bought', async () => {
    const line = await addLine(3);
    const first = await redeem(line, { quantity: 2 });
    expect(first.line).toMatchObject({ redeemed: 2 });
    expect(first.line.updated_at).toBeGreaterThan(line.updated_at);
    expect(fixture.told).toMatchObject([
      { name: 'add_on.redeemed', data: { order_line: line.reference, quantity: 2, remaining: 1 } },
    ]);
    await expect(redeem(line, { quantity: 2 })).rejects.toThrow('Only 1 of 3 are left');
    await expect(redeem(line, { quantity: -3 })).rejects.toThrow('Only 2 were redeemed');
    await expect(redeem(line, { quantity: 0 })).rejects.toMatchObject({
      code: 'validation.failed',
    });
  });

  it('applies a retried action once and emits one event', async () => {
    const line = await addLine(3);
    const results = await Promise.all(
      Array.from({ length: 10 }, () => redeem(line, { client_reference: 'r1' })),
    );
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(results.at(-1)?.line.redeemed).toBe(1);
    expect(fixture.told).toHaveLength(1);
    await expect(redeem(line, { client_reference: 'r1', quantity: 2 })).rejects.toMatchObject({
      code: 'validation.failed',
    });
  });

  it('records what has happened even beyond what was bought, and flags it', async () => {
    const line = await addLine(1);
    await redeem(line, { happened: true });
    const over = await redeem(line, { happened: true });
    expect(over.redemption.over_redeemed).toBe(1);
    expect(remainingOf(over.line)).toBe(0);
  });

  it('hands out nothing of a cancelled, refunded or unpaid order', async () => {
    const line = await addLine(1);
    const order = await fixture.database.read((tx) =>
      tx.db
        .selectFrom('orders')
        .select('reference')
        .where('id', '=', line.order_id)
        .executeTakeFirstOrThrow(),
    );
    await fixture.write((tx) => cancelOrder(tx, order.reference, null));
    await expect(redeem(line)).rejects.toThrow('is cancelled');
  });

  it('never goes below zero, and its count is the sum of all actions', async () => {
    const action = fc.record({
      quantity: fc.integer({ min: -3, max: 3 }),
      client_reference: fc.option(fc.constantFrom('a', 'b', 'c')),
      happened: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
        const line = await addLine(3);
        let count = 0;
        for (const one of actions) {
          const done = await redeem(line, one).catch(() => null);
          if (done !== null && !done.replayed) count += one.quantity;
          expect(done?.line.redeemed ?? count).toBe(count);
          expect(count).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 25 },
    );
  });
});

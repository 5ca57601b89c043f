import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { addOnOf, namesOf, soldOf, statusesOf } from '../../../test/support/organiser-reads.ts';
import { createAddOn } from '../events/add-ons.ts';
import { updateTicketType } from '../events/ticket-types.ts';
import { cancelOrder } from './cancel-order.ts';
import { confirmOrder } from './confirm-order.ts';
import { refundOrder } from './refund-order.ts';

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

const console = { amount: null, via: 'console' } as const;

describe('placing an order', () => {
  it('issues its tickets, counts them as sold and emits events once it is confirmed', async () => {
    const type = await fixture.addTicketType({ total: 5 });
    const { order, tickets } = await fixture.addOrder(type.reference, {
      quantity: 2,
      contact: { email: 'Ada@Example.org', first_name: 'Ada' },
    });
    expect(order).toMatchObject({ status: 'paid', subtotal: 9000, total: 9000, currency: 'NOK' });
    expect(order.confirmed_at).not.toBeNull();
    expect(tickets).toHaveLength(2);
    expect(tickets).toMatchObject([
      { status: 'valid', revision: 1, deleted_at: null },
      { status: 'valid', revision: 1, deleted_at: null },
    ]);
    expect(await soldOf(fixture, type)).toBe(2);
    expect(fixture.told).toMatchObject([
      {
        name: 'order.created',
        data: {
          order: order.reference,
          status: 'paid',
          total: 9000,
          application_fee: 180,
          contact_email: 'Ada@Example.org',
          event: fixture.event.reference,
          tickets: 2,
        },
      },
    ]);
  });

  it('is free_confirmed when there is nothing to pay', async () => {
    const type = await fixture.addTicketType({ price: 0 });
    const { order } = await fixture.addOrder(type.reference);
    expect(order.status).toBe('free_confirmed');
  });

  it.each(['draft', 'pending_payment', 'awaiting_approval'] as const)(
    'waits as %s without tickets until it is confirmed',
    async (status) => {
      const type = await fixture.addTicketType({ total: 1 });
      const { order, tickets } = await fixture.addOrder(type.reference, { status });
      expect(order).toMatchObject({ status, confirmed_at: null });
      expect(tickets).toEqual([]);
      expect(fixture.told).toEqual([]);
      expect(await soldOf(fixture, type)).toBe(0);
      const confirmed = await fixture.write((tx) => confirmOrder(tx, order.reference));
      expect(confirmed.status).toBe('paid');
      expect(await statusesOf(fixture, order)).toEqual(['valid']);
      expect(namesOf(fixture)).toEqual(['order.created']);
    },
  );

  it.each(['draft', 'pending_payment', 'awaiting_approval'] as const)(
    'that waits as %s holds no places: who confirms first has them',
    async (status) => {
      const type = await fixture.addTicketType({ total: 1 });
      const addOn = await fixture.write((tx) =>
        createAddOn(tx, fixture.event.reference, { name: 'Cup', price: 0, total: 1 }),
      );
      const lines = [type, addOn].map(({ reference }) => ({ sellable: reference, quantity: 1 }));
      const { order } = await fixture.addOrder('', { lines, status });
      await fixture.addOrder('', { lines, status });
      await fixture.addOrder('', { lines });
      expect([await soldOf(fixture, type), (await addOnOf(fixture, addOn)).sold]).toEqual([1, 1]);
      const late = fixture.write((tx) => confirmOrder(tx, order.reference));
      await expect(late).rejects.toMatchObject({ code: 'capacity.exceeded' });
      expect(await statusesOf(fixture, order)).toEqual([]);
    },
  );

  it('cannot sell more than the capacity, and then leaves nothing behind', async () => {
    const type = await fixture.addTicketType({ total: 3 });
    await fixture.addOrder(type.reference, { quantity: 2 });
    await expect(fixture.addOrder(type.reference, { quantity: 2 })).rejects.toMatchObject({
      code: 'capacity.exceeded',
    });
    expect(await soldOf(fixture, type)).toBe(2);
    expect(namesOf(fixture)).toEqual(['order.created']);
  });

  it('sells the last place once to any number of buyers at once', async () => {
    const type = await fixture.addTicketType({ total: 1 });
    const buyers = Array.from({ length: 10 }, () => fixture.addOrder(type.reference));
    const results = await Promise.allSettled(buyers);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await soldOf(fixture, type)).toBe(1);
  });

  it('gives each ticket its seat', async () => {
    const type = await fixture.addTicketType();
    const { tickets } = await fixture.addOrder('', {
      lines: [{ sellable: type.reference, quantity: 2, seat_labels: ['A1', 'A2'] }],
    });
    expect(tickets.map((ticket) => ticket.seat_label)).toEqual(['A1', 'A2']);
    await expect(
      fixture.addOrder('', {
        lines: [{ sellable: type.reference, quantity: 2, seat_labels: ['A1'] }],
      }),
    ).rejects.toThrow('Expected 2 seat labels');
  });

  it('refuses what is not on sale, belongs to another event, or is not a valid quantity', async () => {
    const type = await fixture.addTicketType();
    await fixture.write((tx) => updateTicketType(tx, type.reference, { is_active: false }));
    await expect(fixture.addOrder(type.reference)).rejects.toThrow('not on sale');
    await expect(fixture.addOrder('tt_01kyvbnvq0g7m3x9r2c5t8w4ez')).rejects.toMatchObject({
      code: 'resource.not_found',
    });
    const other = await fixture.addTicketType();
    for (const quantity of [0, -1, 1.5, Number.NaN, 1e9]) {
      await expect(fixture.addOrder(other.reference, { quantity })).rejects.toMatchObject({
        code: 'validation.failed',
      });
    }
  });
});

describe('cancelling an order', () => {
  it('voids its tickets, returns its places and moves no money', async () => {
    const type = await fixture.addTicketType({ total: 3 });
    const parking = await fixture.write((tx) =>
      createAddOn(tx, fixture.event.reference, { name: 'Parking', price: 500, total: 2 }),
    );
    const { order } = await fixture.addOrder('', {
      lines: [
        { sellable: type.reference, quantity: 3 },
        { sellable: parking.reference, quantity: 2 },
      ],
    });
    fixture.told.length = 0;
    const cancelled = await fixture.write((tx) => cancelOrder(tx, order.reference, 'weather'));
    expect(cancelled).toMatchObject({ status: 'cancelled', total: 14_500, refunded_total: 0 });
    expect(cancelled.updated_at).toBeGreaterThan(order.updated_at);
    expect(await statusesOf(fixture, order)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await soldOf(fixture, type)).toBe(0);
    expect((await addOnOf(fixture, parking)).sold).toBe(0);
    expect(namesOf(fixture)).toEqual([
      'order.cancelled',
      'ticket.updated',
      'ticket.updated',
      'ticket.updated',
    ]);
    expect(fixture.told[0]?.data).toEqual({ order: order.reference, reason: 'weather' });
    expect(fixture.told[1]?.data).toMatchObject({ status: 'cancelled', revision: 2 });
  });

  it('takes a reason of at most 255 characters', async () => {
    const type = await fixture.addTicketType();
    const { order } = await fixture.addOrder(type.reference);
    await expect(
      fixture.write((tx) => cancelOrder(tx, order.reference, 'x'.repeat(256))),
    ).rejects.toThrow('Expected reason to have at most 255 characters.');
    const reason = 'x'.repeat(255);
    await fixture.write((tx) => cancelOrder(tx, order.reference, reason));
    expect(fixture.told.find(({ name }) => name === 'order.cancelled')?.data).toMatchObject({
      reason,
    });
  });

  it('is impossible for an order that is not confirmed, or no longer', async () => {
    const type = await fixture.addTicketType();
    const { order: draft } = await fixture.addOrder(type.reference, { status: 'draft' });
    await expect(
      fixture.write((tx) => cancelOrder(tx, draft.reference, null)),
    ).rejects.toMatchObject({ code: 'transition.impossible' });
    const { order } = await fixture.addOrder(type.reference);
    await fixture.write((tx) => cancelOrder(tx, order.reference, null));
    await expect(fixture.write((tx) => cancelOrder(tx, order.reference, null))).rejects.toThrow(
      'is cancelled',
    );
    await expect(fixture.write((tx) => confirmOrder(tx, order.reference))).rejects.toMatchObject({
      code: 'transition.impossible',
    });
  });
});

describe('refunding an order', () => {
  it('in part leaves its status, updates it and reverses a share of the fee', async () => {
    const type = await fixture.addTicketType({ price: 1001 });
    const { order } = await fixture.addOrder(type.reference, { quantity: 3 });
    fixture.told.length = 0;
    const partly = await fixture.write((tx) =>
      refundOrder(tx, order.reference, { amount: 1000, via: 'console' }),
    );
    expect(partly).toMatchObject({ status: 'paid', refunded_total: 1000 });
    expect(partly.updated_at).toBeGreaterThan(order.updated_at);
    expect(await statusesOf(fixture, order)).toEqual(['valid', 'valid', 'valid']);
    const [told] = fixture.told;
    expect(told).toMatchObject({
      name: 'order.refunded',
      data: { order: order.reference, amount: 1000, fee_reversed: 19, fully_refunded: false },
    });
    const rest = await fixture.write((tx) => refundOrder(tx, order.reference, console));
    expect(rest).toMatchObject({ status: 'refunded', refunded_total: 3003 });
    expect(rest.fee_reversed_total).toBe(order.application_fee);
  });

  it('in full makes its tickets refunded and returns their places', async () => {
    const type = await fixture.addTicketType({ total: 2 });
    const { order } = await fixture.addOrder(type.reference, { quantity: 2 });
    await fixture.write((tx) => refundOrder(tx, order.reference, console));
    expect(await statusesOf(fixture, order)).toEqual(['refunded', 'refunded']);
    expect(await soldOf(fixture, type)).toBe(0);
    await expect(fixture.write((tx) => refundOrder(tx, order.reference, console))).rejects.toThrow(
      'nothing left to refund',
    );
  });

  it("in the processor's dashboard emits an event without refund and fee_reversed", async () => {
    const type = await fixture.addTicketType();
    const { order } = await fixture.addOrder(type.reference);
    fixture.told.length = 0;
    await fixture.write((tx) =>
      refundOrder(tx, order.reference, { amount: 100, via: 'processor' }),
    );
    expect(fixture.told[0]?.data).toEqual({
      order: order.reference,
      amount: 100,
      fully_refunded: false,
    });
  });

  it('after a cancellation returns the money, and the places only once', async () => {
    const type = await fixture.addTicketType({ total: 2 });
    const { order } = await fixture.addOrder(type.reference, { quantity: 1 });
    await fixture.addOrder(type.reference, { quantity: 1 });
    await fixture.write((tx) => cancelOrder(tx, order.reference, null));
    const refunded = await fixture.write((tx) => refundOrder(tx, order.reference, console));
    expect(refunded.status).toBe('refunded');
    expect(await statusesOf(fixture, order)).toEqual(['refunded']);
    expect(await soldOf(fixture, type)).toBe(1);
  });

  it('refuses more than is left, nothing, a free order and one that was never confirmed', async () => {
    const type = await fixture.addTicketType();
    const { order } = await fixture.addOrder(type.reference);
    for (const amount of [4501, 0, -1, 0.5]) {
      await expect(
        fixture.write((tx) => refundOrder(tx, order.reference, { amount, via: 'console' })),
      ).rejects.toMatchObject({ code: 'validation.failed' });
    }
    const free = await fixture.addTicketType({ price: 0 });
    const { order: freeOrder } = await fixture.addOrder(free.reference);
    const { order: draft } = await fixture.addOrder(type.reference, { status: 'draft' });
    for (const { reference } of [freeOrder, draft]) {
      await expect(
        fixture.write((tx) => refundOrder(tx, reference, console)),
      ).rejects.toMatchObject({
        code: 'transition.impossible',
      });
    }
  });
});

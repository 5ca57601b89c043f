import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Placed } from '../../support/v1/shapes.ts';
import { dataOf, namesOf, openSubscribedOrganiser } from '../../support/v1/subscribed-organiser.ts';
import type { SubscribedOrganiser } from '../../support/v1/subscribed-organiser.ts';

/** Section 3.1 through the command line, checked with webhooks and the API. */
let told: SubscribedOrganiser;
beforeAll(async () => {
  told = await openSubscribedOrganiser();
});
afterAll(() => told.close());

describe('3.1: an order', () => {
  it('confirms as paid or free_confirmed, issues its tickets then, and emits each event once', async () => {
    const { gatehouse, event, hear, readOrder, soldOf, refused, addType, order } = told;
    const [paid, free] = [await addType('--price 1000 --total 5'), await addType('--price 0')];
    const draft = await order(`--ticket-type ${paid} --quantity 2 --status pending_payment`);
    expect(draft).toMatchObject({ status: 'pending_payment', confirmed_at: null, tickets: [] });
    expect(draft.lines).toMatchObject([{ kind: 'ticket', sellable: paid, quantity: 2 }]);
    expect(await soldOf(paid)).toBe(0);
    const confirmed = await gatehouse.make(Placed, `order confirm ${draft.reference}`);
    expect(confirmed).toMatchObject({ status: 'paid', total: 2000 });
    expect(confirmed.tickets).toHaveLength(2);
    expect(confirmed.updated_at > draft.updated_at).toBe(true);
    expect(await readOrder(draft.reference)).toMatchObject({
      status: 'paid',
      confirmed_at: confirmed.confirmed_at,
    });
    expect(await soldOf(paid)).toBe(2);
    const gift = await order(`--ticket-type ${free} --email gift@example.org`);
    expect(gift.status).toBe('free_confirmed');
    const heard = await hear(2);
    expect(dataOf(heard, 'order.created')).toMatchObject([
      {
        order: draft.reference,
        status: 'paid',
        total: 2000,
        currency: 'NOK',
        event,
        contact_email: null,
        tickets: 2,
      },
      {
        order: gift.reference,
        status: 'free_confirmed',
        total: 0,
        application_fee: 0,
        contact_email: 'gift@example.org',
        tickets: 1,
      },
    ]);
    await refused(`order confirm ${draft.reference}`, /paid/);
  });

  it('cancelled voids its tickets, returns capacity and moves no money', async () => {
    const { gatehouse, event, hear, readTicket, soldOf, refused, addType, order } = told;
    const type = await addType('--price 1000 --total 2');
    const placed = await order(`--ticket-type ${type} --quantity 2`);
    await refused(`order create --event ${event} --ticket-type ${type}`, /sold out|left|free/i);
    const line = `order cancel ${placed.reference}`;
    const cancelled = await gatehouse.make(Placed, line, '--reason', 'No show');
    expect(cancelled).toMatchObject({ status: 'cancelled', total: 2000 });
    expect(cancelled.updated_at > placed.updated_at).toBe(true);
    expect(await soldOf(type)).toBe(0);
    const heard = await hear(4);
    expect(namesOf(heard)).toEqual([
      'order.cancelled',
      'order.created',
      'ticket.updated',
      'ticket.updated',
    ]);
    expect(dataOf(heard, 'order.cancelled')).toEqual([
      { order: placed.reference, reason: 'No show' },
    ]);
    for (const { reference, updated_at: before } of placed.tickets) {
      const ticket = await readTicket(reference);
      expect(ticket).toMatchObject({ status: 'cancelled', deleted_at: null });
      expect(ticket.updated_at > before).toBe(true);
      const [edit] = dataOf(heard, 'ticket.updated').filter((data) => data['ticket'] === reference);
      expect(edit).toMatchObject({ status: 'cancelled', ticket_type: type, event });
    }
    await refused(line, /cancelled/);
    await refused(`order confirm ${placed.reference}`, /cancelled/);
    expect((await order(`--ticket-type ${type} --quantity 2`)).status).toBe('paid');
    await hear(1);
  });

  it('refunded in part stays, refunded in full is refunded with its tickets', async () => {
    const { gatehouse, hear, readOrder, readTicket, soldOf, refused, addType, order } = told;
    const type = await addType('--price 1000');
    const placed = await order(`--ticket-type ${type} --quantity 2`);
    const part = `order refund ${placed.reference} --amount`;
    await refused(`${part} 2001`, /at most 2000/);
    await refused(`${part} 0`, /at least 1/);
    const partly = await gatehouse.make(Placed, `${part} 500`);
    expect(partly).toMatchObject({ status: 'paid', total: 2000 });
    expect(partly.updated_at > placed.updated_at).toBe(true);
    expect((await readTicket(placed.tickets[0]?.reference)).status).toBe('valid');
    await gatehouse.make(Placed, `${part} 300 --via processor`);
    const whole = await gatehouse.make(Placed, `order refund ${placed.reference}`);
    expect(whole.status).toBe('refunded');
    expect(await readOrder(placed.reference)).toMatchObject({ status: 'refunded', total: 2000 });
    expect((await readTicket(placed.tickets[1]?.reference)).status).toBe('refunded');
    expect(await soldOf(type)).toBe(0);
    const heard = await hear(6);
    const refunds = dataOf(heard, 'order.refunded');
    const byAmount = (amount: number) => refunds.find((data) => data['amount'] === amount) ?? {};
    expect(byAmount(500)).toMatchObject({ fully_refunded: false, order: placed.reference });
    expect(byAmount(500)).toHaveProperty('refund', expect.stringMatching(/^ref_/));
    expect(byAmount(500)).toHaveProperty('fee_reversed');
    expect(Object.keys(byAmount(300)).toSorted()).toEqual(['amount', 'fully_refunded', 'order']);
    expect(byAmount(1200)).toMatchObject({ fully_refunded: true });
    const created = dataOf(heard, 'order.created')[0]?.['application_fee'];
    const reversed = refunds.map((data) => Number(data['fee_reversed'] ?? 0));
    expect(reversed.every((fee) => fee >= 0)).toBe(true);
    expect(reversed.reduce((sum, fee) => sum + fee, 0)).toBeLessThanOrEqual(Number(created));
    expect(dataOf(heard, 'ticket.updated')).toHaveLength(2);
    await refused(`order refund ${placed.reference}`, /left to refund|refunded/);
    await refused(`order cancel ${placed.reference}`, /refunded/);
  });

  it('that was never confirmed is neither cancelled nor refunded', async () => {
    const { readOrder, refused, addType, order } = told;
    const type = await addType('--price 1000');
    const draft = await order(`--ticket-type ${type} --status draft`);
    await refused(`order cancel ${draft.reference}`, /draft/);
    await refused(`order refund ${draft.reference}`, /draft/);
    expect(await readOrder(draft.reference)).toEqual({
      ...(await readOrder(draft.reference)),
      status: 'draft',
      updated_at: draft.updated_at,
    });
  });
});

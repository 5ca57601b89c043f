import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MICROS_PER_HOUR } from '../../../shared/instant.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { namesOf, soldOf } from '../../../test/support/organiser-reads.ts';
import { createAddOn } from '../events/add-ons.ts';
import { eraseContact, saveContact } from '../contacts/contacts.ts';
import { updateTicketType } from '../events/ticket-types.ts';
import { cancelOrder } from './cancel-order.ts';
import { lapseOffers, OFFER_HOURS } from '../places/offer-places.ts';
import {
  convertWaitlistEntry,
  joinWaitlist,
  offerWaitlistEntry,
  removeWaitlistEntry,
} from './waitlist.ts';

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

function join(sellable: string, email: string, quantity = 1) {
  return fixture.write((tx) =>
    joinWaitlist(tx, { event: fixture.event.reference, sellable, email, quantity }),
  );
}

async function statuses(): Promise<Record<string, string>> {
  const rows = await fixture.database.read((tx) =>
    tx.db.selectFrom('waitlist_entries').select(['email', 'status']).orderBy('id').execute(),
  );
  return Object.fromEntries(rows.map(({ email, status }) => [email, status]));
}

async function soldOut(total = 1) {
  const type = await fixture.addTicketType({ total });
  const { order } = await fixture.addOrder(type.reference, { quantity: total });
  fixture.told.length = 0;
  return { type, order };
}

describe('a waiting list', () => {
  it('accepts requests for sold-out items only', async () => {
    const { type } = await soldOut();
    const entry = await join(type.reference, 'a@b.no', 2);
    expect(entry).toMatchObject({ status: 'waiting', quantity: 2, order_id: null });
    expect(fixture.told).toMatchObject([
      {
        name: 'waitlist.joined',
        data: {
          waitlist_entry: entry.reference,
          status: 'waiting',
          email: 'a@b.no',
          quantity: 2,
          event: fixture.event.reference,
          sellable: type.reference,
          order: null,
        },
      },
    ]);
    const free = await fixture.addTicketType({ total: 5 });
    const unlimited = await fixture.addTicketType();
    for (const { reference } of [free, unlimited]) {
      await expect(join(reference, 'a@b.no')).rejects.toMatchObject({
        code: 'transition.impossible',
      });
    }
    await expect(join(type.reference, 'nobody')).rejects.toMatchObject({
      code: 'validation.failed',
    });
  });

  it('offers what a removed entry held, and what it was too large for, to the next', async () => {
    const { type, order } = await soldOut(1);
    const pair = await join(type.reference, 'pair@b.no', 2);
    const first = await join(type.reference, 'first@b.no');
    await join(type.reference, 'next@b.no');
    await fixture.write((tx) => cancelOrder(tx, order.reference, null));
    await fixture.write((tx) => removeWaitlistEntry(tx, pair.reference));
    expect(await statuses()).toEqual({
      'pair@b.no': 'expired',
      'first@b.no': 'offered',
      'next@b.no': 'waiting',
    });
    await fixture.write((tx) => removeWaitlistEntry(tx, first.reference));
    expect(await statuses()).toMatchObject({ 'first@b.no': 'expired', 'next@b.no': 'offered' });
    await expect(
      fixture.write((tx) => removeWaitlistEntry(tx, first.reference)),
    ).rejects.toMatchObject({ code: 'transition.impossible' });
  });

  it('offers freed places in the order of joining, and a small request does not overtake', async () => {
    const { type, order } = await soldOut(2);
    await join(type.reference, 'one@b.no');
    await join(type.reference, 'three@b.no', 3);
    await join(type.reference, 'last@b.no');
    await fixture.write((tx) => cancelOrder(tx, order.reference, null));
    expect(await statuses()).toEqual({
      'one@b.no': 'offered',
      'three@b.no': 'waiting',
      'last@b.no': 'waiting',
    });
    expect(namesOf(fixture).at(-1)).toBe('waitlist.offered');
  });

  it('holds an offered place for its buyer until the offer lapses', async () => {
    const { type, order } = await soldOut();
    const entry = await join(type.reference, 'a@b.no');
    await join(type.reference, 'b@b.no');
    await fixture.write((tx) => cancelOrder(tx, order.reference, null));
    await expect(fixture.addOrder(type.reference)).rejects.toMatchObject({
      code: 'capacity.exceeded',
    });
    await expect(fixture.write((tx) => offerWaitlistEntry(tx, entry.reference))).rejects.toThrow(
      'is offered, not waiting',
    );
    await fixture.advance(OFFER_HOURS * MICROS_PER_HOUR);
    expect(await fixture.write(lapseOffers)).toBe(1);
    expect(await statuses()).toEqual({ 'a@b.no': 'expired', 'b@b.no': 'offered' });
    await expect(fixture.write((tx) => convertWaitlistEntry(tx, entry.reference))).rejects.toThrow(
      'is expired, not offered',
    );
  });

  it('converts an offer into a confirmed order on the held place', async () => {
    const { type, order } = await soldOut();
    const entry = await join(type.reference, 'a@b.no');
    await expect(fixture.write((tx) => convertWaitlistEntry(tx, entry.reference))).rejects.toThrow(
      'is waiting, not offered',
    );
    await fixture.write((tx) => cancelOrder(tx, order.reference, null));
    fixture.told.length = 0;
    const converted = await fixture.write((tx) => convertWaitlistEntry(tx, entry.reference));
    expect(converted.status).toBe('converted');
    expect(namesOf(fixture)).toEqual(['order.created', 'waitlist.converted']);
    const [created, told] = fixture.told;
    expect(told?.data).toMatchObject({ status: 'converted', email: 'a@b.no' });
    expect(told?.data).toHaveProperty(
      'order',
      created?.name === 'order.created' ? created.data.order : '',
    );
    expect(await soldOf(fixture, type)).toBe(1);
  });

  it('continues after an erased person, whose held place is offered to the next', async () => {
    const { type, order } = await soldOut();
    const { contact } = await fixture.write((tx) =>
      saveContact(tx, fixture.event.organiser_id, { email: 'a@b.no' }),
    );
    await join(type.reference, 'A@b.no');
    await join(type.reference, 'b@b.no');
    await fixture.write((tx) => cancelOrder(tx, order.reference, null));
    await fixture.write((tx) => eraseContact(tx, contact.reference));
    expect(await statuses()).toEqual({ '': 'expired', 'b@b.no': 'offered' });
    await expect(join(type.reference, 'a@B.no')).rejects.toMatchObject({ code: 'contacts.erased' });
  });

  it('offers places that a greater total adds', async () => {
    const { type } = await soldOut();
    await join(type.reference, 'a@b.no');
    await fixture.write((tx) => updateTicketType(tx, type.reference, { name: 'Renamed' }));
    expect(await statuses()).toEqual({ 'a@b.no': 'waiting' });
    await fixture.write((tx) => updateTicketType(tx, type.reference, { total: null }));
    expect(await statuses()).toEqual({ 'a@b.no': 'offered' });
  });

  it('offers places that became free meanwhile, when asked to', async () => {
    const parking = await fixture.write((tx) =>
      createAddOn(tx, fixture.event.reference, { name: 'Parking', price: 1, total: 0 }),
    );
    const entry = await join(parking.reference, 'a@b.no');
    await expect(fixture.write((tx) => offerWaitlistEntry(tx, entry.reference))).rejects.toThrow(
      'has 0 free',
    );
    await fixture.write((tx) =>
      tx.db.updateTable('add_ons').set({ total: 1 }).where('id', '=', parking.id).execute(),
    );
    const offered = await fixture.write((tx) => offerWaitlistEntry(tx, entry.reference));
    expect(offered.status).toBe('offered');
  });
});

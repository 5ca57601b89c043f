import { Type } from 'typebox';
import { describeOrderLine } from '../api/resources/orders.ts';
import { createAddOn, removeAddOn, updateAddOn } from '../domain/events/add-ons.ts';
import { redeemAddOn } from '../domain/scans/redeem-add-on.ts';
import { listAddOns } from '../store/add-ons.ts';
import { assertSameOwner } from './definition/assert-same-owner.ts';
import { archivingOf, archivingStatus } from './definition/archiving.ts';
import { event, fixed, money, optional, orNull, text, whole } from './definition/inputs.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { describeAddOn } from './definition/describe.ts';
import { inOrder } from './definition/reading.ts';
import { requireAddOn, requireEvent } from '../rules/require-row.ts';

const itsEvent = event('the event it belongs to');
const addOn = text('ADN', 'which add-on');
const name = text('NAME', 'what people call it');
const price = money("in the event's currency");
const total = whole('N', 'how many there are');

export const addOnCreate = defineOperation({
  name: 'add-on.create',
  summary: 'Create an add-on',
  role: 'manager',
  input: Type.Object({ event: itsEvent, name, price, total: optional(total, 'no limit') }),
  run: async (tx, { event: of, ...input }) =>
    describeAddOn(tx, await createAddOn(tx, of, { total: null, ...input })),
});

export const addOnUpdate = defineOperation({
  name: 'add-on.update',
  summary: 'Change an add-on; orders keep their price',
  role: 'manager',
  input: Type.Object({
    add_on: addOn,
    event: fixed(itsEvent),
    name: optional(name),
    price: optional(price),
    total: optional(orNull(total, 'none', 'no limit')),
    status: archivingStatus,
  }),
  current: async (tx, input) => describeAddOn(tx, await requireAddOn(tx, input.add_on)),
  run: async (tx, { add_on, event: of, status, ...changes }) => {
    const updated = await updateAddOn(tx, add_on, { ...changes, ...archivingOf(status) });
    const described = await describeAddOn(tx, updated);
    assertSameOwner(described.event, of);
    return described;
  },
});

export const addOnArchive = defineOperation({
  name: 'add-on.archive',
  summary: 'Stop selling an add-on; units already sold can still be handed out',
  role: 'manager',
  input: Type.Object({ add_on: addOn }),
  run: async (tx, { add_on }) =>
    describeAddOn(tx, await updateAddOn(tx, add_on, { is_archived: true })),
});

export const addOnRemove = defineOperation({
  name: 'add-on.remove',
  summary: 'Remove an add-on that was never ordered and never on a waiting list',
  role: 'manager',
  input: Type.Object({ add_on: addOn }),
  run: async (tx, { add_on }) => {
    const described = await describeAddOn(tx, await requireAddOn(tx, add_on));
    await removeAddOn(tx, add_on);
    return described;
  },
});

export const addOnRedeem = defineOperation({
  name: 'add-on.redeem',
  summary: 'Hand out units of an order line, or take them back',
  role: 'box_office',
  input: Type.Object({
    order_line: text('OLN', 'which order line'),
    quantity: optional(whole('N', 'how many; a negative number takes units back'), '1'),
    client_reference: optional(
      text('R', 'your id for this action; a retry with the same id does nothing more'),
    ),
    location: optional(text('LOC', 'entry point where they are handed out')),
  }),
  run: async (tx, input) => {
    const { line, replayed } = await redeemAddOn(tx, {
      quantity: 1,
      client_reference: null,
      location: null,
      ...input,
      redeemed_at: tx.now,
      client_id: null,
      happened: false,
    });
    return { ...(await describeOrderLine(tx, line)), replayed };
  },
});

export const addOnList = defineView({
  name: 'add-on.list',
  summary: 'The add-ons of an event, oldest first',
  role: 'viewer',
  input: Type.Object({ event: event('whose add-ons') }),
  run: async (tx, input) => {
    const { id } = await requireEvent(tx, input.event);
    return inOrder(await listAddOns(tx, id), (row) => describeAddOn(tx, row));
  },
});

export const addOnShow = defineView({
  name: 'add-on.show',
  summary: 'One add-on',
  role: 'viewer',
  input: Type.Object({ add_on: addOn }),
  run: async (tx, { add_on }) => describeAddOn(tx, await requireAddOn(tx, add_on)),
});

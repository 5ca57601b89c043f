import { Type } from 'typebox';
import { newDisputeId, recordDispute } from '../domain/sales/disputes.ts';
import { findDispute, listDisputes } from '../store/disputes.ts';
import { walkDisputes } from '../store/lists/walk-small.ts';
import { money, optional, personal, text } from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { idOf, inOrder } from './definition/reading.ts';
import { describeDispute } from './definition/describe.ts';
import { requireFound } from '../rules/domain-error.ts';
import { requireOrder, requireOrganiser } from '../rules/require-row.ts';

export const disputeCreate = defineOperation({
  name: 'dispute.create',
  summary: 'Record a dispute that the processor reported',
  role: 'manager',
  input: Type.Object({
    organiser: text('ORG', 'whose charge it was'),
    dispute: optional(text('DP', "the processor's dispute id, dp_…"), 'a new one'),
    charge: optional(text('CH', "the processor's charge id, ch_…")),
    amount: optional(money('what is disputed')),
    currency: optional(text('CURRENCY', 'ISO 4217, such as EUR'), 'that of the order'),
    reason: optional(personal(text('REASON', "the processor's reason"))),
    order: optional(text('ORD', 'the order that was paid')),
  }),
  run: async (tx, { dispute = newDisputeId(), ...input }) => {
    const unknown = { charge: null, amount: null, reason: null };
    return describeDispute(tx, await recordDispute(tx, { ...unknown, ...input, dispute }));
  },
});

export const disputeList = defineList({
  name: 'dispute.list',
  summary: 'Disputes of an organiser, newest first',
  role: 'viewer',
  filters: {
    organiser: text('ORG', 'whose charges'),
    order: optional(text('ORD', 'those of one order')),
  },
  search: "words of the processor's reason, or its ids",
  sorts: {
    newest: { by: 'k.created_at', tie: 'k.id', direction: 'desc' },
    oldest: { by: 'k.created_at', tie: 'k.id', direction: 'asc' },
  },
  choose: async (tx, { organiser, order, search }, sort) => {
    const { id: organiserId } = await requireOrganiser(tx, organiser);
    const orderId = await idOf(tx, requireOrder, order);
    return walkDisputes(tx, { organiserId, orderId, search }, sort);
  },
  describe: async (tx, ids) =>
    inOrder(await listDisputes(tx, ids), (row) => describeDispute(tx, row)),
});

export const disputeShow = defineView({
  name: 'dispute.show',
  summary: 'One dispute',
  role: 'viewer',
  input: Type.Object({
    dispute: text('DP', 'which dispute'),
    organiser: optional(text('ORG', 'whose charge it was')),
  }),
  run: async (tx, { dispute, organiser }) => {
    const organiserId = await idOf(tx, requireOrganiser, organiser);
    const found = await findDispute(tx, dispute, organiserId);
    return describeDispute(tx, requireFound(found, 'dispute', dispute));
  },
});

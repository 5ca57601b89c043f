import { Type } from 'typebox';
import { newDisputeId, recordDispute } from '../domain/sales/disputes.ts';
import { listChosenDisputes } from '../store/disputes.ts';
import { count, money, optional, personal, text } from './definition/inputs.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { describeDispute } from './describe.ts';
import { requireDispute, requireOrganiser } from '../rules/require-row.ts';

export const disputeCreate = defineOperation({
  name: 'dispute.create',
  summary: 'Record a dispute that the processor reported',
  role: 'manager',
  input: Type.Object({
    organiser: text('ORG', 'whose charge it was'),
    dispute: optional(text('DP', "the processor's dispute id, dp_…"), 'a new one'),
    charge: optional(text('CH', "the processor's charge id, ch_…")),
    amount: optional(money('what is disputed')),
    reason: optional(personal(text('REASON', "the processor's reason"))),
  }),
  run: async (tx, { dispute = newDisputeId(), ...input }) => {
    const unknown = { charge: null, amount: null, reason: null };
    return describeDispute(await recordDispute(tx, { ...unknown, ...input, dispute }));
  },
});

export const disputeList = defineView({
  name: 'dispute.list',
  summary: 'Disputes of an organiser, newest first',
  role: 'viewer',
  input: Type.Object({
    organiser: text('ORG', 'whose charges'),
    limit: optional(count('N', 'how many'), '50'),
  }),
  run: async (tx, { organiser, limit = 50 }) => {
    const { id } = await requireOrganiser(tx, organiser);
    return (await listChosenDisputes(tx, { organiserId: id, limit })).map(describeDispute);
  },
});

export const disputeShow = defineView({
  name: 'dispute.show',
  summary: 'One dispute',
  role: 'viewer',
  input: Type.Object({ dispute: text('DP', 'which dispute') }),
  run: async (tx, input) => describeDispute(await requireDispute(tx, input.dispute)),
});

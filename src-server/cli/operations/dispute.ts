import { findOrganiser } from '../../store/organisers.ts';
import { findDispute, listChosenDisputes } from '../../store/disputes.ts';
import { listing, showing, toSecond } from './reading.ts';
import { requireFound } from '../../domain/domain-error.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { newDisputeId, recordDispute } from '../../domain/disputes.ts';
import type { disputeCreateFlags, disputeListFlags } from '../commands/dispute.ts';
import type { Given, FlagValues } from '../define-command.ts';
import { describeDispute } from '../../operations/describe.ts';

export async function disputeCreate(
  tx: WriteTransaction,
  { values }: Given<typeof disputeCreateFlags>,
) {
  const { organiser, charge = null, amount = null, reason = null } = values;
  const dispute = values.dispute ?? newDisputeId();
  return describeDispute(await recordDispute(tx, { organiser, dispute, charge, amount, reason }));
}

export const disputeList = listing(
  async (tx, { organiser, limit }: FlagValues<typeof disputeListFlags>) => {
    const { id } = requireFound(await findOrganiser(tx, organiser), 'organiser', organiser);
    return (await listChosenDisputes(tx, { organiserId: id, limit })).map(describeDispute);
  },
  {
    heading: ['dispute', 'charge', 'amount', 'reason', 'recorded'],
    row: ({ dispute, charge, amount, reason, created_at }) => [
      dispute,
      charge,
      amount,
      reason,
      toSecond(created_at),
    ],
    none: 'No disputes.',
  },
);

export const disputeShow = showing(async (tx, reference) =>
  describeDispute(requireFound(await findDispute(tx, reference), 'dispute', reference)),
);

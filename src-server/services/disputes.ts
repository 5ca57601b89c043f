import { randomBytes } from 'node:crypto';
import type { WriteTransaction } from '../database/transaction.ts';
import { insertDispute, type DisputeRow } from '../repositories/disputes.ts';
import { findOrganiser } from '../repositories/organisers.ts';
import { checkWhole } from './checks.ts';
import { found, invalid } from './domain-error.ts';

/** Records that the payment processor reported a dispute (§6.4 `charge.disputed`). Every field may be unknown. */
export async function recordDispute(
  tx: WriteTransaction,
  input: {
    readonly organiser: string;
    readonly dispute: string | null;
    readonly charge: string | null;
    readonly amount: number | null;
    readonly reason: string | null;
  },
): Promise<DisputeRow> {
  const { id } = found(await findOrganiser(tx, input.organiser), 'organiser', input.organiser);
  const data = {
    dispute: checkPrefix('dispute', 'dp_', input.dispute),
    charge: checkPrefix('charge', 'ch_', input.charge),
    amount: input.amount === null ? null : checkWhole('amount', input.amount, 0),
    reason: input.reason,
  };
  const row = await insertDispute(tx, { ...data, organiser_id: id });
  tx.emit({ organiser_id: id, event_id: null, name: 'charge.disputed', data });
  return row;
}

/** A dispute id as the processor would give one, for a dispute that is recorded without it. */
export function mintDisputeId(): string {
  return `dp_${randomBytes(12).toString('hex')}`;
}

/** The identifiers are the processor's. */
function checkPrefix(field: string, prefix: string, value: string | null): string | null {
  if (value === null || value.startsWith(prefix)) return value;
  throw invalid(field, `Expected a ${field} that begins with ${prefix}.`);
}

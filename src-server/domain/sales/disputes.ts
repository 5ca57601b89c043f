import { problem } from '../../../shared/console/problems.ts';
import { randomBytes } from 'node:crypto';
import type { WriteTransaction } from '../../database/transaction.ts';
import { insertDispute, type DisputeRow } from '../../store/disputes.ts';
import { checkLine, checkOptionalLine, checkWhole } from '../../rules/checks.ts';
import { invalid, requireFound } from '../../rules/domain-error.ts';
import { requireOrder, requireOrganiser } from '../../rules/require-row.ts';

/** Records that the payment processor reported a dispute (§6.4 `charge.disputed`). Every field may be unknown. */
export async function recordDispute(
  tx: WriteTransaction,
  input: {
    readonly organiser: string;
    readonly dispute: string | null;
    readonly charge: string | null;
    readonly amount: number | null;
    readonly reason: string | null;
    /** What was paid for. */
    readonly order?: string;
  },
): Promise<DisputeRow> {
  const { id } = await requireOrganiser(tx, input.organiser);
  const data = {
    dispute: checkPrefix('dispute', 'dp_', input.dispute),
    charge: checkPrefix('charge', 'ch_', input.charge),
    amount: input.amount === null ? null : checkWhole('amount', input.amount, 0),
    reason: input.reason === null ? null : checkOptionalLine('reason', input.reason),
  };
  const order_id = input.order === undefined ? null : await orderOf(tx, id, input.order);
  const row = await insertDispute(tx, { ...data, organiser_id: id, order_id });
  tx.emit({ organiser_id: id, event_id: null, name: 'charge.disputed', data });
  return row;
}

/** An order of another organiser is none. */
async function orderOf(
  tx: WriteTransaction,
  organiserId: number,
  reference: string,
): Promise<number> {
  const order = await requireOrder(tx, reference);
  const own = order.organiser_id === organiserId ? order : undefined;
  return requireFound(own, 'order', reference).id;
}

/** Generates a dispute id in the processor's format, for a dispute that is recorded without one. */
export function newDisputeId(): string {
  return `dp_${randomBytes(12).toString('hex')}`;
}

/** Checks the prefix of a processor's identifier. */
function checkPrefix(field: string, prefix: string, value: string | null): string | null {
  if (value === null) return null;
  if (value.startsWith(prefix)) return checkLine(field, value);
  throw invalid(field, problem('begins', { field, prefix }));
}

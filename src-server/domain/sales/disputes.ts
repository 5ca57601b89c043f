import { problem } from '../../../shared/console/problems.ts';
import { randomBytes } from 'node:crypto';
import type { WriteTransaction } from '../../database/transaction.ts';
import { insertDispute, type DisputeRow } from '../../store/disputes.ts';
import type { OrderRow } from '../../store/orders.ts';
import { checkCurrency, checkLine, checkOptionalLine, checkWhole } from '../../rules/checks.ts';
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
    /** Of the amount; that of the order, if that is known. */
    readonly currency?: string;
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
  const order = input.order === undefined ? null : await orderOf(tx, id, input.order);
  const row = await insertDispute(tx, {
    ...data,
    currency: currencyOf(input.currency, order),
    organiser_id: id,
    order_id: order?.id ?? null,
  });
  tx.emit({ organiser_id: id, event_id: null, name: 'charge.disputed', data });
  return row;
}

/** An order of another organiser is none. */
async function orderOf(
  tx: WriteTransaction,
  organiserId: number,
  reference: string,
): Promise<OrderRow> {
  const order = await requireOrder(tx, reference);
  const own = order.organiser_id === organiserId ? order : undefined;
  return requireFound(own, 'order', reference);
}

function currencyOf(given: string | undefined, order: OrderRow | null): string | null {
  const currency = given === undefined ? null : checkCurrency(given);
  if (order === null) return currency;
  if (currency === null || currency === order.currency) return order.currency;
  throw invalid('currency', problem('order_currency', { currency: order.currency }));
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

import type { Instant } from '../../../shared/instant.ts';
import { problem } from '../../../shared/console/problems.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { getAddOn } from '../../store/add-ons.ts';
import { getEvent } from '../../store/events.ts';
import {
  getOrder,
  lockOrderLine,
  remainingOf,
  updateOrderLine,
  type OrderLineRow,
} from '../../store/orders.ts';
import { findRedemption, insertRedemption, type RedemptionRow } from '../../store/redemptions.ts';
import { requireFound, invalidTransition, wrongState, invalid } from '../../rules/domain-error.ts';
import { locationOf } from '../events/locations.ts';

export interface RedemptionInput {
  readonly order_line: string;
  /** Negative takes units back. */
  readonly quantity: number;
  /** Identifies the action: retries with the same reference are applied and reported once. */
  readonly client_reference: string | null;
  readonly location: string | null;
  readonly redeemed_at: Instant;
  readonly client_id: number | null;
  /** Whether it has already happened at an offline station, and so is recorded even beyond the purchase. */
  readonly happened: boolean;
}

export interface Redeemed {
  readonly line: OrderLineRow;
  readonly redemption: RedemptionRow;
  /** Whether the same `client_reference` was recorded before. */
  readonly replayed: boolean;
}

/** Hands out units of a purchased add-on (§6.4 `add_on.redeemed`). */
export async function redeemAddOn(tx: WriteTransaction, input: RedemptionInput): Promise<Redeemed> {
  const line = requireFound(
    await lockOrderLine(tx, input.order_line),
    'order line',
    input.order_line,
  );
  const replayed = await findReplay(tx, line, input);
  if (replayed !== undefined) return { line, redemption: replayed, replayed: true };
  const redeemed = await checkRedemption(tx, line, input);
  const location =
    input.location === null ? null : await locationOf(tx, line.event_id, input.location);
  const redemption = await insertRedemption(tx, {
    order_line_id: line.id,
    client_reference: input.client_reference,
    quantity: input.quantity,
    location_id: location?.id ?? null,
    client_id: input.client_id,
    redeemed_at: input.redeemed_at,
    over_redeemed: redeemed > line.quantity ? 1 : 0,
  });
  const updated = await updateOrderLine(tx, line.id, { redeemed });
  await emitRedeemed(tx, updated, redemption, location?.reference ?? null);
  return { line: updated, redemption, replayed: false };
}

async function findReplay(tx: WriteTransaction, line: OrderLineRow, input: RedemptionInput) {
  if (input.client_reference === null) return undefined;
  const earlier = await findRedemption(tx, line.id, input.client_reference);
  if (earlier !== undefined && earlier.quantity !== input.quantity) {
    throw invalid(
      'client_reference',
      'This client reference was already used with another quantity.',
    );
  }
  return earlier;
}

/** Returns the line's new count. */
async function checkRedemption(
  tx: WriteTransaction,
  line: OrderLineRow,
  input: RedemptionInput,
): Promise<number> {
  if (line.kind !== 'add_on')
    throw invalidTransition(`The order line ${line.reference} is no add-on.`);
  if (!Number.isSafeInteger(input.quantity) || input.quantity === 0) {
    throw invalid('quantity', problem('not_quantity', {}));
  }
  const order = await getOrder(tx, line.order_id);
  const stands = order.status === 'paid' || order.status === 'free_confirmed';
  if (!stands && !input.happened && input.quantity > 0) {
    throw wrongState(`order ${order.reference}`, order.status);
  }
  const redeemed = line.redeemed + input.quantity;
  if (redeemed < 0) throw invalid('quantity', `Only ${line.redeemed} were redeemed.`);
  if (redeemed > line.quantity && !input.happened) {
    throw invalidTransition(`Only ${remainingOf(line)} of ${line.quantity} are left to redeem.`);
  }
  return redeemed;
}

async function emitRedeemed(
  tx: WriteTransaction,
  line: OrderLineRow,
  redemption: RedemptionRow,
  location: string | null,
): Promise<void> {
  const event = await getEvent(tx, line.event_id);
  const addOn = line.add_on_id === null ? null : await getAddOn(tx, line.add_on_id);
  tx.emit({
    organiser_id: event.organiser_id,
    event_id: event.id,
    name: 'add_on.redeemed',
    data: {
      order_line: line.reference,
      add_on: addOn?.reference ?? null,
      event: event.reference,
      quantity: redemption.quantity,
      remaining: remainingOf(line),
      scanner_location: location,
      redeemed_at: redemption.redeemed_at,
    },
  });
}

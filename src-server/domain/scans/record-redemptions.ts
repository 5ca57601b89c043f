import { Compile } from 'typebox/compile';
import {
  RedemptionUpload,
  type RedemptionUploadResult,
} from '../../../shared/resources/uploads.ts';
import { formatInstant, parseInstant } from '../../../shared/instant.ts';
import { isStorable } from '../../rules/checks.ts';
import { inLockOrder } from '../../database/lock-order.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { isGranted } from '../../store/admission-facts.ts';
import { getEvent } from '../../store/events.ts';
import { lockOrderLine, remainingOf } from '../../store/orders.ts';
import { findRedemption } from '../../store/redemptions.ts';
import { describeItem } from '../../rules/describe-mismatch.ts';
import { DomainError } from '../../rules/domain-error.ts';
import { redeemAddOn } from './redeem-add-on.ts';
import type { ScanningClient } from './scanning-client.ts';

const Item = Compile(RedemptionUpload);

/**
 * Records add-ons that stations handed out (scanner surface, "Redemptions"). Returns one result per item, in order; an invalid item
 * never blocks the others. Units handed out beyond the purchase are recorded and flagged. Repeating an item changes nothing.
 */
export async function recordRedemptions(
  tx: WriteTransaction,
  client: ScanningClient,
  items: readonly unknown[],
): Promise<readonly RedemptionUploadResult[]> {
  return inLockOrder(items, lineOf, (item) => uploadRedemption(tx, client, item));
}

function lineOf(item: unknown): string {
  const isNamed = typeof item === 'object' && item !== null && 'order_line' in item;
  return isNamed && typeof item.order_line === 'string' ? item.order_line : '';
}

async function uploadRedemption(
  tx: WriteTransaction,
  client: ScanningClient,
  item: unknown,
): Promise<RedemptionUploadResult> {
  if (!Item.Check(item)) {
    const message = describeItem(Item.Errors(item));
    return refused('rejected', readReference(item), 'validation.failed', message);
  }
  const { client_reference, quantity } = item;
  if (!isStorable(client_reference)) {
    const message = "The item's client_reference contains invalid characters.";
    return refused('rejected', client_reference, 'validation.failed', message);
  }
  const redeemedAt = parseInstant(item.redeemed_at);
  if (redeemedAt === null) {
    return refused(
      'rejected',
      client_reference,
      'validation.failed',
      'redeemed_at is not a valid timestamp.',
    );
  }
  const line = await lockOrderLine(tx, item.order_line);
  if (line === undefined || !(await mayScan(tx, client, line.event_id))) {
    const message = 'The server has no such order line for this client.';
    return refused('rejected', client_reference, 'order_line.unknown', message);
  }
  const earlier = await findRedemption(tx, line.id, client_reference);
  if (earlier !== undefined && earlier.quantity !== quantity) {
    const message = 'Another redemption is stored under this reference.';
    return refused('mismatch', client_reference, 'redemption.mismatch', message);
  }
  try {
    const {
      line: current,
      redemption,
      replayed,
    } = await redeemAddOn(tx, {
      order_line: item.order_line,
      quantity,
      client_reference,
      location: item.scanner_location ?? null,
      redeemed_at: redeemedAt,
      client_id: client.clientRowId,
      happened: true,
    });
    return {
      client_reference,
      status: replayed ? 'duplicate' : 'recorded',
      remaining: remainingOf(current),
      updated_at: formatInstant(current.updated_at),
      over_redeemed: redemption.over_redeemed === 1,
      code: null,
      message: null,
    };
  } catch (error) {
    // All checks precede the first write, so nothing of the item was written.
    if (!(error instanceof DomainError)) throw error;
    const code = error.code === 'resource.not_found' ? 'location.unknown' : 'validation.failed';
    return refused('rejected', client_reference, code, error.message);
  }
}

async function mayScan(
  tx: WriteTransaction,
  client: ScanningClient,
  eventId: number,
): Promise<boolean> {
  const event = await getEvent(tx, eventId);
  if (event.organiser_id !== client.organiserId) return false;
  return client.allEvents || isGranted(tx, client.clientRowId, eventId);
}

function refused(
  status: 'rejected' | 'mismatch',
  client_reference: string | null,
  code: string,
  message: string,
): RedemptionUploadResult {
  return {
    client_reference,
    status,
    remaining: null,
    updated_at: null,
    over_redeemed: false,
    code,
    message,
  };
}

/** The `client_reference` to return with the result; null if the item has none that is valid. */
function readReference(item: unknown): string | null {
  if (typeof item !== 'object' || item === null || !('client_reference' in item)) return null;
  const { client_reference } = item;
  return typeof client_reference === 'string' && client_reference.length <= 200
    ? client_reference
    : null;
}

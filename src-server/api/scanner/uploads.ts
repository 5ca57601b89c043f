import type { uploadRoutes } from '../../../shared/resources/uploads.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from 'typebox';
import { MAX_UPLOADS, MAX_UPLOAD_ITEMS } from '../../../shared/contract/limits.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { recordRedemptions } from '../../domain/scans/record-redemptions.ts';
import { recordScans } from '../../domain/scans/record-scans.ts';
import type { ScanningClient } from '../../domain/scans/scanning-client.ts';
import { ApiError } from '../../http/errors/api-error.ts';
import type {
  Handler,
  HandlersOf,
  HandlerResult,
  RequestContext,
} from '../../http/request-context.ts';
import { compileBody } from '../../http/bodies/validate-body.ts';

/**
 * Uploads from stations: scans and redemptions that happened offline. The station chose the references, so a retry needs no
 * idempotency key. Items are independent, so part of an upload may be recorded before a failure; the retry brings the rest.
 */
const validate = compileBody(
  Type.Object({ items: Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_UPLOAD_ITEMS }) }),
);

/** Items recorded in one turn of the event loop, so that a full upload does not hold up other requests. */
export const ITEMS_PER_TURN = 100;

/** The handler of an upload whose items `record` records. */
export function uploadOf<Result>(
  record: (
    tx: WriteTransaction,
    client: ScanningClient,
    items: readonly unknown[],
  ) => Promise<readonly Result[]>,
): Handler {
  return (context) =>
    recordItems(context, validate(context.json).items, (tx, items) =>
      record(tx, context.caller, items),
    );
}

export const uploadHandlers: HandlersOf<typeof uploadRoutes> = {
  uploadScans: uploadOf(recordScans),
  uploadRedemptions: uploadOf(recordRedemptions),
};

type RecordPart<Result> = (
  tx: WriteTransaction,
  items: readonly unknown[],
) => Promise<readonly Result[]>;

/**
 * Of all clients that write at the same time each has to wait for the others' parts, so a client has few uploads in progress. It is refused before
 * anything is recorded.
 */
async function recordItems<Result>(
  { database, caller: { clientId }, runningUploads }: RequestContext,
  items: readonly unknown[],
  record: RecordPart<Result>,
): Promise<HandlerResult> {
  const running = runningUploads.get(clientId) ?? 0;
  if (running >= MAX_UPLOADS) {
    throw new ApiError('rate.limited', { headers: { 'retry-after': '1' } });
  }
  runningUploads.set(clientId, running + 1);
  try {
    return await recordParts(database, items, record);
  } finally {
    const left = (runningUploads.get(clientId) ?? 1) - 1;
    if (left === 0) runningUploads.delete(clientId);
    else runningUploads.set(clientId, left);
  }
}

async function recordParts<Result>(
  database: RequestContext['database'],
  items: readonly unknown[],
  record: RecordPart<Result>,
): Promise<HandlerResult> {
  const data: Result[] = [];
  for (let from = 0; from < items.length; from += ITEMS_PER_TURN) {
    if (from > 0) await nextTurn();
    const part = items.slice(from, from + ITEMS_PER_TURN);
    const recorded = await database.write((tx) => record(tx, part), {
      isolation: 'read committed',
    });
    data.push(...recorded);
  }
  return { status: 200, body: { data } };
}

// Why: docs/decisions/0012-deletion-fence.md
import { setTimeout as sleep } from 'node:timers/promises';
import { DELIVERY_TIMEOUT_MS } from '../../shared/contract/limits.ts';
import { addMicros, MICROS_PER_MILLI, type Instant } from '../../shared/instant.ts';
import type { Database, WriteOptions } from '../database/database.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { isAnyClaimed } from './store/claims.ts';

/**
 * The deletion fence: once a deletion, a deactivation, a narrower grant, another url or secret, or an erasure has been answered, no request
 * that it forbids begins, in any process. Both sides rely on durations; no two clocks are compared.
 *
 * Sender, for each request:
 * 1. claims the delivery and notes the version of `deliveries` in its transaction's snapshot;
 * 2. checks whether the committed version is still that one, and if not, whether the rows still want this delivery;
 * 3. writes the request at most `MAX_ANSWER_AGE_MS` after the check, and otherwise goes back to 2.
 *
 * The side that ends deliveries, with `writeFenced`:
 * 1. commits the change, which increments the version, so that every later check fails;
 * 2. if anything is claimed, waits `FENCE_MS`: by then senders that checked before the commit have written their requests or check again;
 * 3. answers.
 *
 * A delivery claimed after the commit was claimed at the new version, or fails the check. A lease is longer than an attempt, so an expired
 * lease has no request in progress.
 */
export const MAX_ANSWER_AGE_MS = 100;
const FENCE_MS = 150;

/** How long a claim is exclusive: longer than an attempt may take and recording it should. */
export const LEASE_MS = DELIVERY_TIMEOUT_MS + 5_000;

/** Whether a claimed delivery is wanted at this moment. */
export type IsWanted = () => Promise<boolean>;

/** `database.write` for a change that may end deliveries: resolves when no delivery that it ended can begin any more. */
export async function writeFenced<T>(
  database: Pick<Database, 'read' | 'write'>,
  callback: (tx: WriteTransaction) => Promise<T>,
  options: WriteOptions = {},
): Promise<T> {
  const { value, endedAt } = await database.write(async (tx) => {
    const result = await callback(tx);
    const isChanged = (await tx.version('deliveries')) === null;
    return { value: result, endedAt: isChanged ? tx.now : null };
  }, options);
  if (endedAt !== null && (await isUnderWay(database, endedAt))) await sleep(FENCE_MS);
  return value;
}

/** Widens the time range by a lease on both sides, because the clocks of two processes may differ. */
function isUnderWay(database: Pick<Database, 'read'>, now: Instant): Promise<boolean> {
  const lease = LEASE_MS * MICROS_PER_MILLI;
  const range = { from: addMicros(now, -lease), to: addMicros(now, 2 * lease) };
  return database.read((tx) => isAnyClaimed(tx, range));
}

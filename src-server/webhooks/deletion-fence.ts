import { setTimeout as sleep } from 'node:timers/promises';
import { DELIVERY_TIMEOUT_MS } from '../../shared/contract/webhooks.ts';
import { addMicros, MICROS_PER_MILLI, type Instant } from '../../shared/instant.ts';
import type { Database } from '../database/database.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { isAnyClaimed } from './store/claims.ts';

/**
 * The deletion fence: once a deletion, a deactivation, a narrower grant or an erasure has been answered, no request begins that it
 * forbids, whichever process delivers. Both sides keep to a time; no clock is compared with another.
 *
 * Sender, for each request:
 *   1. claims the delivery and notes the version of `deliveries` that its transaction saw;
 *   2. asks: is the committed version still that one? If not, do the rows still want this delivery?
 *   3. writes the request, at most `MAX_ANSWER_AGE_MS` after it asked, and otherwise goes back to 2.
 *
 * Whoever ends deliveries, with `writeFenced`:
 *   1. commits the change, which moves the version, so that whoever asks from now on is told no;
 *   2. if anything is claimed, waits `FENCE_MS`: by then those who asked before the commit have written their requests or ask again;
 *   3. answers.
 *
 * What is claimed after the commit was claimed at the new version, or asks in vain. A lease is longer than an attempt, so a claim
 * whose lease is over has no request before it.
 */
export const MAX_ANSWER_AGE_MS = 100;
const FENCE_MS = 150;

/** How long a claim keeps others away: longer than an attempt may take and than recording it should. */
export const LEASE_MS = DELIVERY_TIMEOUT_MS + 5_000;

/** Whether a claimed delivery is wanted at this moment. */
export type IsWanted = () => Promise<boolean>;

/** `database.write` for a change that may end deliveries: resolves when none that it ended can begin any more. */
export async function writeFenced<T>(
  database: Database,
  callback: (tx: WriteTransaction) => Promise<T>,
): Promise<T> {
  const { value, endedAt } = await database.write(async (tx) => {
    const result = await callback(tx);
    const isChanged = (await tx.version('deliveries')) === null;
    return { value: result, endedAt: isChanged ? tx.now : null };
  });
  if (endedAt !== null && (await isUnderWay(database, endedAt))) await sleep(FENCE_MS);
  return value;
}

/** Looks a lease further to both sides, because the clocks of two processes may differ. */
function isUnderWay(database: Database, now: Instant): Promise<boolean> {
  const lease = LEASE_MS * MICROS_PER_MILLI;
  const range = { from: addMicros(now, -lease), to: addMicros(now, 2 * lease) };
  return database.read((tx) => isAnyClaimed(tx, range));
}

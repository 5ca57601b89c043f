import type { EntryScan } from '../../../shared/contract/resources.ts';
import { instantFromMicros, type Instant } from '../../../shared/instant.ts';
import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { findEvent, type EventRow } from '../../repositories/events.ts';
import { readChangedKeys, type ChangedPlace } from '../../repositories/lists/read-changed-keys.ts';
import { readResources } from '../../repositories/lists/read-rows.ts';
import { found } from '../domain-error.ts';
import { selectScans } from './select-lists.ts';

const PAGE_ROWS = 500;
const beginning = instantFromMicros(Number.MIN_SAFE_INTEGER);

interface Walk {
  readonly event: EventRow;
  readonly upperBound: Instant;
  readonly from: ChangedPlace | null;
}

/**
 * Every scan of an event that had landed when the walk began, oldest first, in pages. Each page is a read of its own, so that an
 * export of any length holds no snapshot open; scans never change, so the pages fit together all the same.
 * Throws `resource.not_found`.
 */
export async function* walkEventScans(
  database: Pick<Database, 'read'>,
  reference: string,
): AsyncGenerator<readonly EntryScan[]> {
  let walk: Walk | null = await database.read((tx) => beginWalk(tx, reference));
  while (walk !== null) {
    const current: Walk = walk;
    const page = await database.read((tx) => readPage(tx, current));
    if (page.scans.length > 0) yield page.scans;
    walk = page.next;
  }
}

async function beginWalk(tx: ReadTransaction, reference: string): Promise<Walk> {
  const event = found(await findEvent(tx, reference), 'event', reference);
  return { event, upperBound: await tx.latestStamp(), from: null };
}

async function readPage(
  tx: ReadTransaction,
  walk: Walk,
): Promise<{ readonly scans: readonly EntryScan[]; readonly next: Walk | null }> {
  const { event, upperBound, from } = walk;
  const selection = selectScans(event);
  const range = { since: beginning, upperBound, perPage: PAGE_ROWS, from };
  const { keys, hasMore } = await readChangedKeys(tx, selection, range);
  const scans = await readResources(tx, selection.source, keys);
  const last = keys.at(-1);
  if (!hasMore || last === undefined) return { scans, next: null };
  const { updated_at: updatedAt, reference } = last;
  return { scans, next: { ...walk, from: { direction: 'next', updatedAt, reference } } };
}

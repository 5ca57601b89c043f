// Why: docs/decisions/0010-orders-and-places.md
import type { Instant } from '../../shared/instant.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import type { Uses } from '../store/rows.ts';
import { invalidTransition } from './domain-error.ts';

export interface ArchivingChange {
  readonly is_archived?: boolean;
}

/** When something was archived; null if it is not, or no longer. */
export function archivedAt(
  tx: WriteTransaction,
  current: { readonly archived_at: Instant | null },
  { is_archived }: ArchivingChange,
): Instant | null {
  if (is_archived === undefined) return current.archived_at;
  return is_archived ? (current.archived_at ?? tx.now) : null;
}

/** Throws `transition.impossible` if anything uses what is to be removed. */
export function refuseUsed({ count, last }: Uses, describe: (count: number) => string): void {
  if (last === null) return;
  throw invalidTransition(
    `${describe(count)}, last ${last}. Archive it instead: then no new order can name it.`,
  );
}

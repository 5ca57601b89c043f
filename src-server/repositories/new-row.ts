import type { Reference, ReferenceKind } from '../../shared/references.ts';
import type { Instant } from '../../shared/instant.ts';
import type { WriteTransaction } from '../db/transaction.ts';

/** Reference and stamps of a row that is about to be inserted. */
export function newRow<Kind extends ReferenceKind>(
  tx: WriteTransaction,
  kind: Kind,
): { reference: Reference<Kind>; created_at: Instant; updated_at: Instant } {
  const stamp = tx.stamp();
  return { reference: tx.mint(kind), created_at: stamp, updated_at: stamp };
}

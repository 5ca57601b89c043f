import type { Reference, ReferenceKind } from '../../shared/references.ts';
import type { Instant } from '../../shared/instant.ts';
import type { Tables } from '../database/schema.ts';
import type { WriteTransaction } from '../database/transaction.ts';

/** Reference and stamps of a row that is about to be inserted. */
export function newRow<Kind extends ReferenceKind>(
  tx: WriteTransaction,
  kind: Kind,
): { reference: Reference<Kind>; created_at: Instant; updated_at: Instant } {
  const stamp = tx.stamp();
  return { reference: tx.newReference(kind), created_at: stamp, updated_at: stamp };
}

/** A row that a foreign key promises. */
export function expectRow<T>(row: T | undefined, table: keyof Tables, id: number): T {
  if (row === undefined) throw new Error(`expected row ${id} of ${table}`);
  return row;
}

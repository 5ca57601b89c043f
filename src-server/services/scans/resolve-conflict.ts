import type { WriteTransaction } from '../../database/transaction.ts';
import { findConflict, updateConflict } from '../../repositories/conflicts.ts';

/** Closes an open conflict. One that is closed stays as it was decided first, so that a repeated request changes nothing. */
export async function resolveConflict(
  tx: WriteTransaction,
  reference: string,
  decision: { readonly note: string; readonly resolved_by: string },
): Promise<void> {
  const conflict = await findConflict(tx, reference);
  if (conflict?.state !== 'open') return;
  await updateConflict(tx, conflict.id, { ...decision, state: 'resolved', resolved_at: tx.now });
}

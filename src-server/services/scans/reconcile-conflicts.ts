import type { WriteTransaction } from '../../db/transaction.ts';
import { readEntryPoints, type AdmissionRow } from '../../repositories/admission-facts.ts';
import {
  insertConflict,
  listTicketConflicts,
  updateConflict,
  type ConflictRow,
} from '../../repositories/conflicts.ts';
import { listTicketScans } from '../../repositories/entry-scans.ts';
import { expectedConflicts, type ExpectedConflict } from './expected-conflicts.ts';

/**
 * Makes the stored conflicts of a ticket those that its scans call for: new ones open, ones that no longer hold are withdrawn (their
 * rows stay, with `deleted_at`), and a decision that somebody took stays taken. Gives the ones that hold.
 */
export async function reconcileConflicts(
  tx: WriteTransaction,
  row: AdmissionRow,
): Promise<readonly ConflictRow[]> {
  const scans = await listTicketScans(tx, row.ticket_id);
  const entryPoints = await readEntryPoints(tx, row.event_id, row.entry_points);
  const expected = expectedConflicts(row, entryPoints, scans);
  // A first scan that raises nothing cannot have raised anything before.
  if (scans.length === 1 && expected.length === 0) return [];
  const stored = await listTicketConflicts(tx, row.ticket_id);
  await withdrawMissing(tx, stored, expected);
  const holding: ConflictRow[] = [];
  for (const conflict of expected) holding.push(await keep(tx, row, stored, conflict));
  return holding;
}

async function withdrawMissing(
  tx: WriteTransaction,
  stored: readonly ConflictRow[],
  expected: readonly ExpectedConflict[],
): Promise<void> {
  for (const conflict of stored) {
    const holds = expected.some((wanted) => isSame(conflict, wanted));
    if (!holds && conflict.deleted_at === null) {
      await updateConflict(tx, conflict.id, { deleted_at: tx.now });
    }
  }
}

async function keep(
  tx: WriteTransaction,
  row: AdmissionRow,
  stored: readonly ConflictRow[],
  expected: ExpectedConflict,
): Promise<ConflictRow> {
  const { other_scan_id, expected_reason } = expected;
  const existing = stored.find((conflict) => isSame(conflict, expected));
  if (existing === undefined) {
    return insertConflict(tx, { event_id: row.event_id, ticket_id: row.ticket_id, ...expected });
  }
  const unchanged =
    existing.deleted_at === null &&
    existing.other_scan_id === other_scan_id &&
    existing.expected_reason === expected_reason;
  if (unchanged) return existing;
  return updateConflict(tx, existing.id, { other_scan_id, expected_reason, deleted_at: null });
}

function isSame(conflict: ConflictRow, expected: ExpectedConflict): boolean {
  return conflict.scan_id === expected.scan_id && conflict.kind === expected.kind;
}

import type { WriteTransaction } from '../../database/transaction.ts';
import type { AdmissionRow } from '../../repositories/admission-facts.ts';
import {
  insertConflict,
  listTicketConflicts,
  updateConflict,
  type ConflictRow,
} from '../../repositories/conflicts.ts';
import { listTicketScans, type TicketScan } from '../../repositories/entry-scans.ts';
import { listLocations, type LocationRow } from '../../repositories/locations.ts';
import { expectedConflicts, type ExpectedConflict } from './expected-conflicts.ts';

/**
 * Makes the stored conflicts of a ticket those that its scans call for: new ones open, ones that no longer hold are withdrawn (their
 * rows stay, with `deleted_at`), and a decision that somebody took stays taken. Gives the ones that hold.
 */
export async function reconcileConflicts(
  tx: WriteTransaction,
  row: AdmissionRow,
): Promise<readonly ConflictRow[]> {
  const scans = await listTicketScans(tx, row.ticket.id);
  const locations = await locationsOf(tx, row, scans);
  const expected = expectedConflicts(row, locations, scans);
  // A first scan that raises nothing cannot have raised anything before.
  if (scans.length === 1 && expected.length === 0) return [];
  const stored = await listTicketConflicts(tx, row.ticket.id);
  await withdrawMissing(tx, stored, expected);
  const holding: ConflictRow[] = [];
  for (const conflict of expected) holding.push(await keep(tx, row, stored, conflict));
  return holding;
}

/** Where the scans were made; nothing is read when none has a place. */
async function locationsOf(
  tx: WriteTransaction,
  row: AdmissionRow,
  scans: readonly TicketScan[],
): Promise<readonly LocationRow[]> {
  return scans.some((scan) => scan.location_id !== null) ? listLocations(tx, row.event.id) : [];
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
    return insertConflict(tx, { event_id: row.event.id, ticket_id: row.ticket.id, ...expected });
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

// Why: docs/decisions/0011-conflicts.md
import { MAX_NOTE_LENGTH } from '../../../shared/contract/limits.ts';
import { checkLines, checkName } from '../../rules/checks.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { AdmissionRow } from '../../store/admission-facts.ts';
import {
  findConflict,
  insertConflict,
  updateConflict,
  type ConflictRow,
} from '../../store/conflicts.ts';
import type { TicketScan } from '../../store/entry-scans.ts';
import type { ReleaseRow } from '../../store/releases.ts';
import { eventLocations, type LocationRow } from '../../store/locations.ts';
import { expectedConflicts, type ExpectedConflict } from './expected-conflicts.ts';

/** The scans of a ticket that are compared, and their stored conflicts, including withdrawn ones. */
export interface ScannedTicket {
  readonly row: AdmissionRow;
  readonly scans: readonly TicketScan[];
  readonly releases: readonly ReleaseRow[];
  readonly conflicts: readonly ConflictRow[];
}

/**
 * Brings the stored conflicts of a ticket in line with its scans: opens new ones and withdraws those that no longer apply (their
 * rows stay, with `deleted_at`). Decisions made by people stay. Returns the ticket with the conflicts that apply.
 */
export async function reconcileConflicts(
  tx: WriteTransaction,
  { row, scans, releases, conflicts: stored }: ScannedTicket,
): Promise<ScannedTicket> {
  const locations = await locationsOf(tx, row, scans);
  const expected = expectedConflicts(row, locations, { scans, releases });
  await withdrawMissing(tx, stored, new Set(expected.map(keyOf)));
  const known = new Map(stored.map((conflict) => [keyOf(conflict), conflict]));
  const conflicts: ConflictRow[] = [];
  for (const conflict of expected) {
    conflicts.push(await keep(tx, row, known.get(keyOf(conflict)), conflict));
  }
  return { row, scans, releases, conflicts };
}

/** The entry points of the event; nothing is read if no scan names one. */
async function locationsOf(
  tx: WriteTransaction,
  row: AdmissionRow,
  scans: readonly TicketScan[],
): Promise<readonly LocationRow[]> {
  return scans.some((scan) => scan.location_id !== null) ? eventLocations(tx, row.event.id) : [];
}

async function withdrawMissing(
  tx: WriteTransaction,
  stored: readonly ConflictRow[],
  expected: ReadonlySet<string>,
): Promise<void> {
  for (const conflict of stored) {
    if (!expected.has(keyOf(conflict)) && conflict.deleted_at === null) {
      await updateConflict(tx, conflict.id, { deleted_at: tx.now });
    }
  }
}

async function keep(
  tx: WriteTransaction,
  row: AdmissionRow,
  existing: ConflictRow | undefined,
  expected: ExpectedConflict,
): Promise<ConflictRow> {
  const { other_scan_id, expected_reason } = expected;
  if (existing === undefined) {
    const ids = { event_id: row.event.id, ticket_id: row.ticket.id };
    return emitOpened(tx, row, await insertConflict(tx, { ...ids, ...expected }));
  }
  const unchanged =
    existing.deleted_at === null &&
    existing.other_scan_id === other_scan_id &&
    existing.expected_reason === expected_reason;
  if (unchanged) return existing;
  const updated = await updateConflict(tx, existing.id, {
    other_scan_id,
    expected_reason,
    deleted_at: null,
  });
  const isOpenAgain = existing.deleted_at !== null && updated.state === 'open';
  return isOpenAgain ? emitOpened(tx, row, updated) : updated;
}

/** Emits `conflict.opened`, which is additive to §6.4. */
function emitOpened(
  tx: WriteTransaction,
  { event, ticket }: AdmissionRow,
  conflict: ConflictRow,
): ConflictRow {
  tx.emit({
    organiser_id: event.organiser_id,
    event_id: event.id,
    name: 'conflict.opened',
    data: {
      conflict: conflict.reference,
      ticket: ticket.reference,
      event: event.reference,
      kind: conflict.kind,
      expected_reason: conflict.expected_reason,
      opened_at: conflict.updated_at,
    },
  });
  return conflict;
}

/** A scan has one conflict of each kind. */
function keyOf({ scan_id, kind }: Pick<ExpectedConflict, 'scan_id' | 'kind'>): string {
  return `${scan_id} ${kind}`;
}

/** Closes an open conflict. One that is closed stays as it was decided first, so that a repeated request changes nothing. */
export async function closeConflict(
  tx: WriteTransaction,
  reference: string,
  decision: { readonly note: string; readonly resolved_by: string },
): Promise<void> {
  const conflict = await findConflict(tx, reference);
  if (conflict?.state !== 'open') return;
  const note = checkLines('note', decision.note, MAX_NOTE_LENGTH);
  const resolved_by = checkName('resolved_by', decision.resolved_by);
  const resolved = { note, resolved_by, state: 'resolved', resolved_at: tx.now } as const;
  await updateConflict(tx, conflict.id, resolved);
}

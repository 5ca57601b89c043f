import type { ConflictKind } from '../../../shared/contract/scanner.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { evaluate } from '../../../shared/verdict/evaluate.ts';
import type { AdmissionFact, EntryPoint } from '../../../shared/verdict/facts.ts';
import type { Reason } from '../../../shared/verdict/reason.ts';
import { placeOf, type AdmissionRow } from '../../repositories/admission-facts.ts';
import type { TicketScan } from '../../repositories/entry-scans.ts';
import { factsOf, rowAt } from './admission-facts.ts';

/** A disagreement between what a door did and what the server would have said then, knowing what it knows now. */
export interface ExpectedConflict {
  readonly kind: ConflictKind;
  readonly scan_id: number;
  readonly other_scan_id: number | null;
  readonly expected_reason: Reason;
}

/**
 * The conflicts among all scans of one ticket. A function of the set of scans and the ticket's facts, so the outcome depends neither
 * on the order in which stations upload nor on how often.
 *
 * The earliest admission stands; every later one is a `double_admission` paired with it. Uploaded scans are evaluated again at their
 * own time: admissions without regard to other admissions, denials with regard to those made before them.
 */
export function expectedConflicts(
  row: AdmissionRow,
  entryPoints: readonly EntryPoint[] | null,
  scans: readonly TicketScan[],
): readonly ExpectedConflict[] {
  const ordered = scans.toSorted(byTimeThenReference);
  const first = ordered.find((scan) => scan.result === 'allowed');
  return ordered.flatMap((scan) => {
    const conflicts: ExpectedConflict[] = [];
    if (scan.result === 'allowed' && first !== undefined && scan !== first) {
      conflicts.push(doubleAdmission(scan, first));
    }
    const disagreement = scan.source === 'upload' && disagreementOf(row, entryPoints, scan, first);
    if (disagreement) conflicts.push(disagreement);
    return conflicts;
  });
}

function doubleAdmission(scan: TicketScan, first: TicketScan): ExpectedConflict {
  return {
    kind: 'double_admission',
    scan_id: scan.id,
    other_scan_id: first.id,
    expected_reason: 'scanning.already_scanned',
  };
}

function disagreementOf(
  row: AdmissionRow,
  entryPoints: readonly EntryPoint[] | null,
  scan: TicketScan,
  first: TicketScan | undefined,
): ExpectedConflict | null {
  const earlier = first !== undefined && byTimeThenReference(first, scan) < 0 ? first : null;
  const facts = factsOf(rowAt(row, scan.scanned_at), {
    entryPoints,
    admission: scan.result === 'denied' && earlier !== null ? admissionOf(earlier) : null,
    location: placeOf(scan.location_reference, scan.location_name),
    locale: 'en',
  });
  const expected = evaluate(facts, scan.scanned_at).reason;
  const kind = scan.result === 'denied' ? denialConflict(expected) : admissionConflict(expected);
  if (kind === null) return null;
  return { kind, scan_id: scan.id, other_scan_id: null, expected_reason: expected };
}

function denialConflict(expected: Reason): ConflictKind | null {
  return expected === 'scanning.allowed' ? 'false_denial' : null;
}

function admissionConflict(expected: Reason): ConflictKind | null {
  switch (expected) {
    case 'scanning.ticket_refunded':
    case 'scanning.ticket_cancelled':
    case 'scanning.session_cancelled':
      return 'stale_admission';
    case 'scanning.wrong_entry_point':
    case 'scanning.outside_session_window':
    case 'scanning.outside_validity_window':
      return 'rule_admission';
    case 'scanning.already_scanned':
    case 'scanning.allowed':
      return null;
    default:
      return assertNever(expected);
  }
}

function admissionOf(scan: TicketScan): AdmissionFact {
  return {
    scanned_at: scan.scanned_at,
    location: placeOf(scan.location_reference, scan.location_name),
  };
}

/** References break ties, so that two scans of one instant have one order everywhere. */
function byTimeThenReference(one: TicketScan, other: TicketScan): number {
  if (one.scanned_at !== other.scanned_at) return one.scanned_at - other.scanned_at;
  if (one.reference === other.reference) return 0;
  return one.reference < other.reference ? -1 : 1;
}

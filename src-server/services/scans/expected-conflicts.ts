import { FUTURE_TOLERANCE_MINUTES, type ConflictKind } from '../../../shared/contract/scanner.ts';
import { MICROS_PER_MINUTE, MICROS_PER_SECOND } from '../../../shared/instant.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { reasonOf } from '../../../shared/verdict/evaluate.ts';
import type { EntryPoint } from '../../../shared/verdict/facts.ts';
import type { Reason } from '../../../shared/verdict/reason.ts';
import {
  byTimeThenReference,
  entryPoint,
  type AdmissionRow,
} from '../../repositories/admission-facts.ts';
import type { TicketScan } from '../../repositories/entry-scans.ts';
import type { LocationRow } from '../../repositories/locations.ts';
import { factsOf, rowAt } from './admission-facts.ts';

/** As far as the corrected clocks of two stations may be apart that the server told of each other. */
const CLOCKS_APART = 2 * MICROS_PER_SECOND;

/** Stations that heard each other without the server may have clocks as far apart as this. */
const PEER_CLOCKS_APART = FUTURE_TOLERANCE_MINUTES * MICROS_PER_MINUTE;

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
  locations: readonly LocationRow[],
  scans: readonly TicketScan[],
): readonly ExpectedConflict[] {
  const ordered = scans.toSorted(byTimeThenReference);
  const first = ordered.find((scan) => scan.result === 'allowed');
  return ordered.flatMap((scan) => {
    const conflicts: ExpectedConflict[] = [];
    if (scan.result === 'allowed' && first !== undefined && scan !== first) {
      conflicts.push(doubleAdmission(scan, first));
    }
    const disagreement =
      scan.source === 'upload' && disagreementOf(row, placeOf(scan, locations), scan, first);
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
  location: EntryPoint | null,
  scan: TicketScan,
  first: TicketScan | undefined,
): ExpectedConflict | null {
  const earlier = first !== undefined && isKnownTo(scan, first) ? first : null;
  const facts = factsOf(rowAt(row, scan.scanned_at), {
    // Only that there is one decides; where it was, only its message would tell.
    admission:
      scan.result === 'denied' && earlier !== null
        ? { scanned_at: earlier.scanned_at, location: null }
        : null,
    location,
    code_issue: scan.code_issue,
    locale: 'en',
  });
  const expected = reasonOf(facts, scan.scanned_at);
  const kind = scan.result === 'denied' ? denialConflict(expected) : admissionConflict(expected);
  if (kind === null) return null;
  return { kind, scan_id: scan.id, other_scan_id: null, expected_reason: expected };
}

/**
 * Whether the admission counted when the scan was made. A door that refused a ticket as admitted had heard of an admission, whatever
 * the two clocks say: one of about that time is taken for it.
 */
function isKnownTo(scan: TicketScan, first: TicketScan): boolean {
  if (scan.reason !== 'scanning.already_scanned') return byTimeThenReference(first, scan) < 0;
  const apart = scan.admission_source === 'peer' ? PEER_CLOCKS_APART : CLOCKS_APART;
  return first.scanned_at <= scan.scanned_at + apart;
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

function placeOf(scan: TicketScan, locations: readonly LocationRow[]): EntryPoint | null {
  const location = locations.find(({ id }) => id === scan.location_id);
  return location === undefined ? null : entryPoint(location);
}

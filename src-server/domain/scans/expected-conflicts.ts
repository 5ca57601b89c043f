// Why: docs/decisions/0011-conflicts.md
import { FUTURE_TOLERANCE_MINUTES } from '../../../shared/contract/limits.ts';
import type { ConflictKind } from '../../../shared/resources/conflicts.ts';
import { MICROS_PER_MINUTE, MICROS_PER_SECOND } from '../../../shared/instant.ts';
import { reasonOf, rules } from '../../../shared/verdict/evaluate.ts';
import {
  admissionHistory,
  type AdmissionHistory,
  type Released,
} from '../../../shared/verdict/releases.ts';
import type { EntryPoint } from '../../../shared/verdict/terms/facts.ts';
import type { Reason } from '../../../shared/verdict/terms/reason.ts';
import { byTimeThenReference, entryPoint, type AdmissionRow } from '../../store/admission-facts.ts';
import type { TicketScan } from '../../store/entry-scans.ts';
import type { LocationRow } from '../../store/locations.ts';
import { admissionFacts, admissionRowAt } from './admission-facts.ts';

/** Largest difference between the corrected clocks of two stations that know of each other through the server. */
const CLOCKS_APART = 2 * MICROS_PER_SECOND;

/** Largest difference between the clocks of stations that exchanged admissions without the server. */
const PEER_CLOCKS_APART = FUTURE_TOLERANCE_MINUTES * MICROS_PER_MINUTE;

/**
 * A conflict that should exist: a door's decision differs from the one that the server, with what it knows now, would have made
 * then.
 */
export interface ExpectedConflict {
  readonly kind: ConflictKind;
  readonly scan_id: number;
  readonly other_scan_id: number | null;
  readonly expected_reason: Reason;
}

/**
 * The conflicts that should exist among all scans and releases of one ticket. A pure function of the two sets and the ticket's facts, so
 * the result does not depend on the order or number of uploads.
 *
 * An admission is a `double_admission` if an earlier one kept others out at its time, with which it is paired. Uploaded scans are evaluated
 * again at their own time: admissions without regard to other admissions, denials with regard to those made before them. What a
 * supervisor overruled is no conflict.
 */
export function expectedConflicts(
  row: AdmissionRow,
  locations: readonly LocationRow[],
  {
    scans,
    releases,
  }: { readonly scans: readonly TicketScan[]; readonly releases: readonly Released[] },
): readonly ExpectedConflict[] {
  const admitted = scans.filter(({ result }) => result === 'allowed');
  const history = admissionHistory(admitted, releases, row.ticketType.re_entry);
  return scans.toSorted(byTimeThenReference).flatMap((scan) => {
    const expected = [
      scan.result === 'allowed' ? doubleAdmission(scan, history) : null,
      scan.source === 'upload'
        ? disagreementOf(row, placeOf(scan, locations), scan, history)
        : null,
    ];
    return expected
      .filter((conflict) => conflict !== null)
      .filter(({ expected_reason }) => expected_reason !== scan.overruled_reason);
  });
}

type History = readonly AdmissionHistory<TicketScan>[];

/** A door that admitted again knew of the release, whatever the two clocks say. */
function doubleAdmission(scan: TicketScan, history: History): ExpectedConflict | null {
  const earlier = history.find(
    ({ admitted, given_back_at }) =>
      byTimeThenReference(admitted, scan) < 0 &&
      (given_back_at === null || given_back_at > scan.scanned_at + CLOCKS_APART),
  );
  if (earlier === undefined) return null;
  return {
    kind: 'double_admission',
    scan_id: scan.id,
    other_scan_id: earlier.admitted.id,
    expected_reason: 'scanning.already_scanned',
  };
}

function disagreementOf(
  row: AdmissionRow,
  location: EntryPoint | null,
  scan: TicketScan,
  history: History,
): ExpectedConflict | null {
  const earlier = history.find((one) => isKnownTo(scan, one))?.admitted ?? null;
  const facts = admissionFacts(admissionRowAt(row, scan.scanned_at), {
    // Only its existence matters here; its place would only show in a message.
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
 * Whether the door knew of the admission when it made the scan, and nothing had given the ticket back. A door that refused a ticket as
 * already admitted knew of an admission, whatever the two clocks say, so one from about that time counts as known.
 */
function isKnownTo(
  scan: TicketScan,
  { admitted, given_back_at }: AdmissionHistory<TicketScan>,
): boolean {
  const isRefusedAsUsed = scan.reason === 'scanning.already_scanned';
  const apart = scan.admission_source === 'peer' ? PEER_CLOCKS_APART : CLOCKS_APART;
  if (given_back_at !== null && given_back_at < scan.scanned_at - (isRefusedAsUsed ? apart : 0))
    return false;
  if (!isRefusedAsUsed) return byTimeThenReference(admitted, scan) < 0;
  return admitted.scanned_at <= scan.scanned_at + apart;
}

function denialConflict(expected: Reason): ConflictKind | null {
  return expected === 'scanning.allowed' ? 'false_denial' : null;
}

function admissionConflict(expected: Reason): ConflictKind | null {
  const rule = rules.find(({ reason }) => reason === expected);
  return rule === undefined ? null : conflictWith[rule.about];
}

/** What an admission against a rule is; the earlier admission has its own conflict. */
const conflictWith = { state: 'stale_admission', right: 'rule_admission', use: null } as const;

function placeOf(scan: TicketScan, locations: readonly LocationRow[]): EntryPoint | null {
  const location = locations.find(({ id }) => id === scan.location_id);
  return location === undefined ? null : entryPoint(location);
}

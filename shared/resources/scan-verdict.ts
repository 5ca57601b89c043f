import { formatInstant, type Instant } from '../instant.ts';
import type { EntryPoint } from '../verdict/terms/facts.ts';
import type { Verdict, VerdictDetails } from '../verdict/verdict.ts';
import type { ScanVerdict } from './scans.ts';

interface RecordedScan {
  readonly reference: string;
  readonly result: ScanVerdict['scan']['result'];
  readonly scanned_at: Instant;
}

/** The body of `POST /integration/scans` (§4.4); `origin` is where the caller reaches the server. */
export function renderScanVerdict(
  verdict: Verdict,
  scan: RecordedScan,
  origin: string,
): ScanVerdict {
  const { session } = verdict;
  return {
    allowed: verdict.allowed,
    reason: verdict.reason,
    message: verdict.message,
    session: session === null ? null : { ...session, starts_at: formatInstant(session.starts_at) },
    seat_label: verdict.seat_label,
    scan: {
      reference: scan.reference,
      result: scan.result,
      scanned_at: formatInstant(scan.scanned_at),
    },
    details: renderDetails(verdict.details),
    reason_url: `${origin}/docs/reasons#reason-${verdict.reason}`,
  };
}

function renderDetails(details: VerdictDetails): ScanVerdict['details'] {
  const { first_admission: first, window, entry_points } = details;
  return {
    first_admission:
      first === null
        ? null
        : {
            scanned_at: formatInstant(first.scanned_at),
            scanner_location: placeOf(first.location),
          },
    window:
      window === null ? null : { from: writeBound(window.from), until: writeBound(window.until) },
    entry_points:
      entry_points === null
        ? null
        : entry_points.map(({ reference, name }) => ({ reference, name })),
  };
}

function placeOf(place: EntryPoint | null) {
  return place === null ? null : { reference: place.reference, name: place.name };
}

function writeBound(bound: Instant | null): string | null {
  return bound === null ? null : formatInstant(bound);
}

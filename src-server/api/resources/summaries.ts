import type { EntryScan } from '../../../shared/resources/scans.ts';
import { formatInstant, type Instant } from '../../../shared/instant.ts';

/** Summaries that several resources embed. */

export function formatOrNull(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant);
}

export function sessionSummary(row: {
  readonly session_reference: string | null;
  readonly session_name: string | null;
  readonly session_starts_at: Instant | null;
}): EntryScan['session'] {
  if (row.session_reference === null || row.session_starts_at === null) return null;
  return {
    reference: row.session_reference,
    name: row.session_name,
    starts_at: formatInstant(row.session_starts_at),
  };
}

export function locationSummary(row: {
  readonly location_reference: string | null;
  readonly location_name: string | null;
}): EntryScan['scanner_location'] {
  if (row.location_reference === null || row.location_name === null) return null;
  return { reference: row.location_reference, name: row.location_name };
}

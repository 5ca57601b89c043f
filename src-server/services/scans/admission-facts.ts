import type { Instant } from '../../../shared/instant.ts';
import type {
  AdmissionFact,
  AdmissionFacts,
  EntryPoint,
  SessionFacts,
} from '../../../shared/verdict/facts.ts';
import type { Locale } from '../../../shared/verdict/locale.ts';
import { sessionWindow } from '../../../shared/verdict/session-window.ts';
import type { AdmissionRow } from '../../repositories/admission-facts.ts';

interface Circumstances {
  readonly entryPoints: readonly EntryPoint[] | null;
  readonly admission: AdmissionFact | null;
  readonly location: EntryPoint | null;
  readonly locale: Locale;
}

/** The facts as they are now. */
export function factsOf(row: AdmissionRow, circumstances: Circumstances): AdmissionFacts {
  return {
    ticket: {
      reference: row.ticket_reference,
      status: row.status,
      deleted_at: row.deleted_at,
      valid_from: row.valid_from,
      valid_until: row.valid_until,
      entry_points: circumstances.entryPoints,
      seat_label: row.seat_label,
    },
    session: sessionFacts(row),
    admission: circumstances.admission,
    location: circumstances.location,
    timezone: row.timezone,
    locale: circumstances.locale,
  };
}

/**
 * The row as it was at `at`, for a scan that was made then: what happened to the ticket or its session later does not count.
 * A status of `checked_in` has no time of its own, and is left to the admissions to tell.
 */
export function rowAt(row: AdmissionRow, at: Instant): AdmissionRow {
  const voided = row.voided_at !== null && row.voided_at <= at;
  return {
    ...row,
    status: voided ? row.status : 'valid',
    deleted_at: before(row.deleted_at, at),
    session_cancelled_at: before(row.session_cancelled_at, at),
  };
}

function before(instant: Instant | null, at: Instant): Instant | null {
  return instant !== null && instant <= at ? instant : null;
}

function sessionFacts(row: AdmissionRow): SessionFacts | null {
  if (row.session_reference === null || row.session_starts_at === null) return null;
  const times = { starts_at: row.session_starts_at, ends_at: row.session_ends_at };
  return {
    reference: row.session_reference,
    name: row.session_name,
    starts_at: row.session_starts_at,
    cancelled_at: row.session_cancelled_at,
    ...sessionWindow(times, row),
  };
}

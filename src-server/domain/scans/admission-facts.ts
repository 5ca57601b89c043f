import { FIRST_ISSUE } from '../../../shared/ticket-code/code-payload.ts';
import type { Instant } from '../../../shared/instant.ts';
import type {
  AdmissionFact,
  AdmissionFacts,
  EntryPoint,
  SessionFacts,
} from '../../../shared/verdict/terms/facts.ts';
import type { Locale } from '../../../shared/languages.ts';
import { sessionWindow } from '../../../shared/verdict/session-window.ts';
import type { AdmissionRow } from '../../store/admission-facts.ts';

interface ScanFacts {
  readonly admission: AdmissionFact | null;
  readonly location: EntryPoint | null;
  /** Which of the ticket's codes was read; null if none was. */
  readonly code_issue: number | null;
  readonly locale: Locale;
}

/** The current facts about a ticket. */
export function admissionFacts(row: AdmissionRow, scan: ScanFacts): AdmissionFacts {
  const { ticket, ticketType, event, entryPoints } = row;
  return {
    ticket: {
      reference: ticket.reference,
      status: ticket.status,
      deleted_at: ticket.deleted_at,
      valid_from: ticket.valid_from ?? ticketType.valid_from,
      valid_until: ticket.valid_until ?? ticketType.valid_until,
      entry_points: entryPoints,
      seat_label: ticket.seat_label,
      code_issue: ticket.code_issue,
    },
    session: sessionFacts(row),
    timezone: event.timezone,
    ...scan,
  };
}

/**
 * The row as it was at `at`, for a scan made then: later changes of the ticket or its session do not count. `checked_in` has no
 * timestamp of its own, so admissions decide about it.
 */
export function admissionRowAt(row: AdmissionRow, at: Instant): AdmissionRow {
  const { ticket, session } = row;
  const voided = ticket.voided_at !== null && ticket.voided_at <= at;
  return {
    ...row,
    ticket: {
      ...ticket,
      status: voided ? ticket.status : 'valid',
      deleted_at: before(ticket.deleted_at, at),
      code_issue: FIRST_ISSUE + row.reissuedAt.filter((reissued) => reissued <= at).length,
    },
    session: session && { ...session, cancelled_at: before(session.cancelled_at, at) },
  };
}

function before(instant: Instant | null, at: Instant): Instant | null {
  return instant !== null && instant <= at ? instant : null;
}

function sessionFacts({ session, event }: AdmissionRow): SessionFacts | null {
  if (session === null) return null;
  const { reference, name, starts_at, cancelled_at } = session;
  return { reference, name, starts_at, cancelled_at, ...sessionWindow(session, event) };
}

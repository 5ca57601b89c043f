import type { Instant } from '../instant.ts';
import type { AdmissionFacts } from './terms/facts.ts';
import type { DenialReason, Reason } from './terms/reason.ts';
import { verdictMessage } from './verdict-message.ts';
import type { Verdict, VerdictDetails } from './verdict.ts';

/**
 * Decides whether the holder may enter, and why (specification §4.4, §6.4). Pure, synchronous and total: it never throws, reads no clock
 * and does not modify the facts. The online check-in, the door and the re-check of an offline upload all call this function.
 */
export function evaluate(facts: AdmissionFacts, now: Instant): Verdict {
  const reason = reasonOf(facts, now);
  return {
    allowed: reason === 'scanning.allowed',
    reason,
    message: verdictMessage(reason, facts, now),
    session: sessionOf(facts),
    seat_label: facts.ticket.seat_label,
    details: detailsOf(reason, facts),
  };
}

/** The verdict key alone, for re-checks that need no sentence. */
export function reasonOf(facts: AdmissionFacts, now: Instant): Reason {
  for (const rule of rules) if (rule.applies(facts, now)) return rule.reason;
  return 'scanning.allowed';
}

/** A reason to refuse, and when it applies. Rules are independent; their order decides. */
interface Rule {
  readonly reason: DenialReason;
  readonly applies: (facts: AdmissionFacts, now: Instant) => boolean;
  /** The state of ticket or session, where and when it is valid, or that it was used. */
  readonly about: 'state' | 'right' | 'use';
}

/** In order: the status of ticket and session, the place, the time, an earlier admission. The first rule that applies decides. */
export const rules: readonly Rule[] = [
  { reason: 'scanning.ticket_refunded', about: 'state', applies: isRefunded },
  { reason: 'scanning.ticket_cancelled', about: 'state', applies: isCancelledOrReplaced },
  { reason: 'scanning.session_cancelled', about: 'state', applies: isSessionCancelled },
  { reason: 'scanning.wrong_entry_point', about: 'right', applies: isAtWrongEntryPoint },
  { reason: 'scanning.outside_session_window', about: 'right', applies: isOutsideSessionWindow },
  { reason: 'scanning.outside_validity_window', about: 'right', applies: isOutsideValidityWindow },
  { reason: 'scanning.already_scanned', about: 'use', applies: isAlreadyAdmitted },
];

function isRefunded({ ticket }: AdmissionFacts): boolean {
  return ticket.status === 'refunded';
}

function isCancelledOrReplaced(facts: AdmissionFacts): boolean {
  const { ticket } = facts;
  return ticket.status === 'cancelled' || ticket.deleted_at !== null || isCodeReplaced(facts);
}

/** Whether a newer code was issued than the one that was read. */
function isCodeReplaced({ ticket, code_issue: issue }: AdmissionFacts): boolean {
  return issue !== null && !(issue >= ticket.code_issue);
}

function isSessionCancelled({ session }: AdmissionFacts): boolean {
  return session !== null && session.cancelled_at !== null;
}

function isAtWrongEntryPoint({ ticket, location }: AdmissionFacts): boolean {
  if (location === null || ticket.entry_points === null) return false;
  return !ticket.entry_points.some((right) => right.reference === location.reference);
}

function isOutsideSessionWindow({ session }: AdmissionFacts, now: Instant): boolean {
  return session !== null && !isInside(session.entry_from, session.entry_until, now);
}

function isOutsideValidityWindow({ ticket }: AdmissionFacts, now: Instant): boolean {
  return !isInside(ticket.valid_from, ticket.valid_until, now);
}

function isAlreadyAdmitted({ ticket, admission }: AdmissionFacts): boolean {
  return admission !== null || ticket.status === 'checked_in';
}

/** Half-open: exactly `from` is inside, exactly `until` is outside. Phrased so that NaN is outside. */
function isInside(from: Instant | null, until: Instant | null, now: Instant): boolean {
  return (from === null || now >= from) && (until === null || now < until);
}

function sessionOf({ session }: AdmissionFacts): Verdict['session'] {
  if (session === null) return null;
  return { reference: session.reference, name: session.name, starts_at: session.starts_at };
}

function detailsOf(reason: Reason, facts: AdmissionFacts): VerdictDetails {
  return {
    first_admission: reason === 'scanning.already_scanned' ? facts.admission : null,
    window: missedWindow(reason, facts),
    entry_points: reason === 'scanning.wrong_entry_point' ? facts.ticket.entry_points : null,
  };
}

function missedWindow(
  reason: Reason,
  { ticket, session }: AdmissionFacts,
): VerdictDetails['window'] {
  if (reason === 'scanning.outside_validity_window') {
    return { from: ticket.valid_from, until: ticket.valid_until };
  }
  if (reason === 'scanning.outside_session_window' && session !== null) {
    return { from: session.entry_from, until: session.entry_until };
  }
  return null;
}

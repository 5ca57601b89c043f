import type { Instant } from '../instant.ts';
import type { AdmissionFacts } from './facts.ts';
import { verdictMessage } from './messages/verdict-message.ts';
import type { Reason } from './reason.ts';
import { rules } from './rules.ts';
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
  return rules.find((rule) => rule.applies(facts, now))?.reason ?? 'scanning.allowed';
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

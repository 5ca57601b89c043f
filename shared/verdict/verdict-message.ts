import { assertNever } from '../assert-never.ts';
import type { Instant } from '../instant.ts';
import type { AdmissionFacts, SessionFacts, TicketFacts } from './facts.ts';
import type { Reason } from './reason.ts';
import type {
  CancelledTicket,
  WallClockTime,
  VerdictPhrases,
  WindowSide,
} from './messages/catalogue.ts';
import { catalogues } from './messages/catalogues.ts';
import { momentOf } from './messages/moment-of.ts';
import { rightEntryPoints, spokenName } from './messages/names.ts';

/**
 * The sentence of a verdict, in the locale and time zone of the facts. The same facts, reason and `now` produce the same words everywhere;
 * only what the reason needs is computed. Never throws.
 */
export function verdictMessage(reason: Reason, facts: AdmissionFacts, now: Instant): string {
  const catalogue = catalogues[facts.locale];
  const moment: FormatMoment = (instant) => momentOf(instant, facts.timezone, catalogue, now);
  const { ticket, session, admission } = facts;
  switch (reason) {
    case 'scanning.ticket_refunded':
      return catalogue.verdict[reason](null);
    case 'scanning.ticket_cancelled':
      return catalogue.verdict[reason](cancelledTicket(ticket));
    case 'scanning.session_cancelled':
      return catalogue.verdict[reason](sessionPhrase(session, now, moment));
    case 'scanning.wrong_entry_point':
      return catalogue.verdict[reason](rightEntryPoints(ticket.entry_points, catalogue));
    case 'scanning.outside_session_window':
      return catalogue.verdict[reason](sessionWindowPhrase(session, now, moment));
    case 'scanning.outside_validity_window':
      return catalogue.verdict[reason](validityPhrase(facts, now, moment));
    case 'scanning.already_scanned':
      return catalogue.verdict[reason]({
        at: admission === null ? null : moment(admission.scanned_at),
        place: spokenName(admission?.location?.name ?? null),
        isFromPeer: admission?.source === 'peer',
      });
    case 'scanning.allowed':
      return catalogue.verdict[reason](null);
    default:
      return assertNever(reason);
  }
}

function cancelledTicket({ status, deleted_at }: TicketFacts): CancelledTicket {
  if (deleted_at !== null) return 'removed';
  return status === 'cancelled' ? 'cancelled' : 'code_replaced';
}

type FormatMoment = (instant: Instant) => WallClockTime;

function sessionPhrase(session: SessionFacts | null, now: Instant, moment: FormatMoment) {
  return {
    starts: moment(session?.starts_at ?? now),
    name: spokenName(session?.name ?? null),
  };
}

function sessionWindowPhrase(
  session: SessionFacts | null,
  now: Instant,
  moment: FormatMoment,
): VerdictPhrases['scanning.outside_session_window'] {
  const from = session?.entry_from ?? null;
  const until = session?.entry_until ?? null;
  const { side, bound } = missedBound(from, until, now);
  const time = bound === null ? null : moment(bound);
  return {
    ...sessionPhrase(session, now, moment),
    side,
    bound: time === null || time.otherDay ? null : time,
  };
}

function validityPhrase(
  { ticket }: AdmissionFacts,
  now: Instant,
  moment: FormatMoment,
): VerdictPhrases['scanning.outside_validity_window'] {
  const { side, bound } = missedBound(ticket.valid_from, ticket.valid_until, now);
  return { side, bound: moment(bound ?? now) };
}

function missedBound(
  from: Instant | null,
  until: Instant | null,
  now: Instant,
): { side: WindowSide; bound: Instant | null } {
  return from !== null && !(now >= from)
    ? { side: 'before', bound: from }
    : { side: 'after', bound: until };
}

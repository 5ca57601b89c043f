import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { formatDayTime } from '../i18n/format.ts';
import type { Place } from '../i18n/format.ts';

/** A ticket's facts in the order in which door staff ask for them: type, seat, date. */
export function ticketLine(
  outcome: Pick<ScanOutcome, 'ticket_type' | 'seat_label' | 'session'>,
  place: Place,
): readonly string[] {
  const { ticket_type, seat_label, session } = outcome;
  const facts = [
    ticket_type,
    seat_label,
    session?.name ?? null,
    session === null ? null : formatDayTime(session.starts_at, place),
  ];
  return [...new Set(facts.filter((fact) => fact !== null && fact !== ''))].filter(
    (fact) => fact !== null,
  );
}

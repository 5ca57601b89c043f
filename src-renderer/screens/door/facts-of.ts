import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { formatDayTime } from '../../state/words/format.ts';
import type { Place } from '../../state/words/format.ts';

/** What the ticket is, in the order in which a person at the door asks: type, seat, date. */
export function factsOf(
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

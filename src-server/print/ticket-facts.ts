import type { Ticket } from '../../shared/resources/tickets.ts';
import { millisOf, parseInstant, type Instant } from '../../shared/instant.ts';

/** What stands on every ticket of an event. */
export interface TicketEvent {
  readonly name: string;
  readonly starts_at: Instant | null;
  /** An IANA name: times are shown in this zone. */
  readonly timezone: string;
  /** The organiser's name. */
  readonly organiser: string;
  /** Names by reference. */
  readonly entryPoints: ReadonlyMap<string, string>;
}

/** Below the code of every printed ticket. */
export const KEEP_CODE = 'Admits once. Keep the code to yourself.';

export interface TicketFact {
  readonly label: string;
  readonly value: string;
  /** To write where no typeface has letters for the value. */
  readonly otherwise?: string;
  /** Whether it takes a line of its own. */
  readonly isWide?: boolean;
}

/** What a printed ticket says besides its event, in the order of its lines. */
export function ticketFacts(event: TicketEvent, ticket: Ticket): readonly TicketFact[] {
  const { contact, session, seat_label } = ticket;
  const holder = [contact?.first_name, contact?.last_name].filter(Boolean).join(' ');
  const from = timeOf(event, ticket.valid_from, 'medium');
  const until = timeOf(event, ticket.valid_until, 'medium');
  const email = contact?.email ?? '';
  const name = holder === '' ? email : holder;
  return [
    ...(name === '' ? [] : [{ label: 'Holder', value: name, otherwise: email, isWide: true }]),
    { label: 'Ticket', value: ticket.ticket_type?.name ?? 'Ticket' },
    ...(seat_label === null ? [] : [{ label: 'Seat', value: seat_label }]),
    ...(session === null || session.name === null
      ? []
      : [{ label: 'Session', value: session.name }]),
    entrances(event, ticket),
    ...(from === null ? [] : [{ label: 'Valid from', value: from }]),
    ...(until === null ? [] : [{ label: 'Valid until', value: until }]),
    ...(ticket.order_external_id === undefined
      ? []
      : [{ label: 'Order', value: ticket.order_external_id }]),
    ...(ticket.external_id === null ? [] : [{ label: 'Number', value: ticket.external_id }]),
  ];
}

function entrances({ entryPoints }: TicketEvent, { entry_points: admits }: Ticket): TicketFact {
  if (admits === null) return { label: 'Entrance', value: 'Any' };
  const names = admits.map((reference) => entryPoints.get(reference) ?? reference);
  return { label: 'Entrance', value: names.join(', '), isWide: names.length > 1 };
}

/** When the doors of the ticket's session, or of the event, begin; null where neither says it. */
export function ticketTime(event: TicketEvent, { session }: Ticket): string | null {
  if (session !== null) return timeOf(event, session.starts_at);
  return event.starts_at === null ? null : timeIn(event.timezone, event.starts_at);
}

type DateStyle = 'full' | 'medium';

function timeOf(
  { timezone }: TicketEvent,
  time: string | null,
  dateStyle: DateStyle = 'full',
): string | null {
  const instant = time === null ? null : parseInstant(time);
  return instant === null ? null : timeIn(timezone, instant, dateStyle);
}

/** In the zone of the event, as its guests' clocks show it. */
function timeIn(timeZone: string, instant: Instant, dateStyle: DateStyle = 'full'): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle, timeStyle: 'short', timeZone }).format(
    millisOf(instant),
  );
}

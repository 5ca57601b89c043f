import { useEvents } from './use-events.ts';
import { useView } from './use-view.ts';

/** The time zone of a ticket's event; undefined until it is known, and for no ticket. */
export function useTicketZone(ticket: string | null): string | undefined {
  const { data } = useView('ticket.show', { ticket }, { isNeeded: ticket !== null });
  return useEvents().find(data?.event ?? null)?.timezone;
}

import type { ReadTransaction } from '../../database/transaction.ts';
import type { TicketEvent } from '../../print/ticket-facts.ts';
import { getOrganiser } from '../../store/access/organisers.ts';
import type { EventRow } from '../../store/events.ts';
import { listLocations } from '../../store/locations.ts';

/** What tickets of the event say of it. */
export async function describeTicketEvent(
  tx: ReadTransaction,
  { id, organiser_id, name, starts_at, timezone }: EventRow,
): Promise<TicketEvent> {
  const { display_name: organiser } = await getOrganiser(tx, organiser_id);
  const locations = await listLocations(tx, id);
  const entryPoints = new Map(locations.map((point) => [point.reference, point.name]));
  return { name, starts_at, timezone, organiser, entryPoints };
}

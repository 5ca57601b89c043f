import type { Row } from '../database/schema.ts';
import type { ReadTransaction } from '../database/transaction.ts';

/** Rows after the one with the number `after`, in the order of their numbers. */
interface Part {
  readonly after: number;
  readonly limit: number;
}

/** Orders with their event and buyer: of an event, or of an organiser. */
export function listOrderPart(
  tx: ReadTransaction,
  of: { readonly eventId: number } | { readonly organiserId: number },
  { after, limit }: Part,
) {
  return tx.db
    .selectFrom('orders as o')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .leftJoin('contacts as c', 'c.id', 'o.contact_id')
    .selectAll('o')
    .select(['e.reference as event', 'c.email', 'c.first_name', 'c.last_name'])
    .$if('eventId' in of, (query) =>
      query.where('o.event_id', '=', 'eventId' in of ? of.eventId : 0),
    )
    .$if('organiserId' in of, (query) =>
      query.where('o.organiser_id', '=', 'organiserId' in of ? of.organiserId : 0),
    )
    .where('o.id', '>', after)
    .orderBy('o.id')
    .limit(limit)
    .execute();
}

/** Without people who were erased. */
export function listContactPart(
  tx: ReadTransaction,
  organiserId: number,
  { after, limit }: Part,
): Promise<readonly Row<'contacts'>[]> {
  return tx.db
    .selectFrom('contacts')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .where('erased_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function listAuditPart(
  tx: ReadTransaction,
  organiserId: number,
  { after, limit }: Part,
): Promise<readonly Row<'audit_log'>[]> {
  return tx.db
    .selectFrom('audit_log')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The admissions of these tickets, by their numbers, earliest first. */
export async function listAdmissions(tx: ReadTransaction, ticketIds: readonly number[]) {
  if (ticketIds.length === 0) return [];
  return tx.db
    .selectFrom('entry_scans as s')
    .leftJoin('locations as l', 'l.id', 's.location_id')
    .select(['s.ticket_id', 's.scanned_at', 'l.name as entry_point'])
    .where('s.ticket_id', 'in', ticketIds)
    .where('s.result', '=', 'allowed')
    .orderBy('s.scanned_at')
    .orderBy('s.id')
    .execute();
}

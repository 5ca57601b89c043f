import type { TicketType } from '../../../shared/contract/resources.ts';
import { compileStatement } from '../../database/query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { EventRow } from './events-list.ts';

const selectTicketTypes = compileStatement((db) =>
  db
    .selectFrom('ticket_types')
    .selectAll()
    .where('event_id', '=', 0)
    .orderBy('created_at')
    .orderBy('reference'),
);

/** An event's ticket types (§2.4), in the order in which they were made. */
export async function readTicketTypes(tx: ReadTransaction, event: EventRow): Promise<TicketType[]> {
  const rows = await tx.all(selectTicketTypes, [event.id]);
  return rows.map((row) => ({
    reference: row.reference,
    name: row.name,
    price: row.price,
    currency: event.currency,
    is_active: row.is_active === 1,
    total: row.total,
    sold: row.sold,
  }));
}

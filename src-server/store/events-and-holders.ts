import type { ReadTransaction } from '../database/transaction.ts';

type OfTickets = 'conflicts' | 'entry_scans' | 'releases';

/** The event that each of these rows belongs to, and who holds its ticket, by the row's own reference. */
export async function readEventsAndHolders(
  tx: ReadTransaction,
  table: OfTickets,
  ids: readonly number[],
) {
  const rows =
    ids.length === 0
      ? []
      : await tx.db
          .selectFrom(tx.db.dynamic.table<OfTickets>(table).as('t'))
          .innerJoin('events as e', 'e.id', 't.event_id')
          .leftJoin('tickets as k', 'k.id', 't.ticket_id')
          .leftJoin('contacts as c', 'c.id', 'k.contact_id')
          .select(['t.reference as row', 'e.reference as event', 'c.reference'])
          .select(['c.email', 'c.first_name', 'c.last_name'])
          .where('t.id', 'in', ids)
          .execute();
  return new Map(
    rows.map(({ row, event, reference, email, first_name, last_name }) => {
      const holder = reference === null ? null : { reference, email, first_name, last_name };
      return [row, { event, holder }] as const;
    }),
  );
}

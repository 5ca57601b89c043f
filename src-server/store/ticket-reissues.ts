import type { Instant } from '../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../database/prepared-query.ts';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';

export async function insertReissue(
  tx: WriteTransaction,
  { ticket_id, issue }: Pick<Row<'ticket_reissues'>, 'ticket_id' | 'issue'>,
): Promise<void> {
  const row = { ticket_id, issue, reissued_at: tx.now };
  await tx.db.insertInto('ticket_reissues').values(row).execute();
}

const byTicket = prepareQuery((db, $: Parameter<{ ticketId: number }>) =>
  db
    .selectFrom('ticket_reissues')
    .select('reissued_at')
    .where('ticket_id', '=', $('ticketId'))
    .orderBy('issue'),
);

/** When each code of the ticket, except the first, was issued. */
export async function listReissueTimes(
  tx: ReadTransaction,
  ticketId: number,
): Promise<readonly Instant[]> {
  return (await tx.all(byTicket, { ticketId })).map(({ reissued_at }) => reissued_at);
}

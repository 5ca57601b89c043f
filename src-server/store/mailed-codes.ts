import type { Instant } from '../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';

export interface MailableTicket {
  readonly id: number;
  readonly reference: string;
  readonly updated_at: Instant;
  readonly order_id: number | null;
  /** The holder, who has an email. */
  readonly contact_id: number;
  readonly contact: string;
  readonly code_issue: number;
}

/** Whose tickets: of an event, or of one order. */
export type TicketScope = { readonly eventId: number } | { readonly orderId: number };

/**
 * Valid tickets whose holder has an email and was not sent the current code (with `again`, also if it was), by order and holder. Of an event, those
 * that admit by the code of the shop that sold them are left out likewise: their guests have tickets.
 */
export function listMailable(
  tx: ReadTransaction,
  scope: TicketScope,
  again: boolean,
): Promise<readonly MailableTicket[]> {
  const all = valid(tx, scope)
    .innerJoin('contacts as c', 'c.id', 't.contact_id')
    .where('c.email', 'is not', null)
    .select(['t.id', 't.reference', 't.updated_at', 't.order_id', 't.code_issue'])
    .select(['c.id as contact_id', 'c.reference as contact'])
    .orderBy('t.order_id')
    .orderBy('c.id')
    .orderBy('t.id');
  if (again) return all.execute();
  const due = 'eventId' in scope ? all.where('t.code', 'is', null) : all;
  return due
    .leftJoin('mailed_codes as m', (join) =>
      join
        .onRef('m.ticket_id', '=', 't.id')
        .onRef('m.issue', '=', 't.code_issue')
        .onRef('m.contact_id', '=', 't.contact_id'),
    )
    .where('m.ticket_id', 'is', null)
    .execute();
}

/** How many valid tickets have no holder with an email. */
export async function countUnaddressed(tx: ReadTransaction, scope: TicketScope): Promise<number> {
  const row = await valid(tx, scope)
    .leftJoin('contacts as c', 'c.id', 't.contact_id')
    .where('c.email', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** How many valid tickets of holders with an email are left out of an event's emails, because they admit by the code of the shop. */
export async function countSoldElsewhere(tx: ReadTransaction, scope: TicketScope): Promise<number> {
  if ('orderId' in scope) return 0;
  const row = await valid(tx, scope)
    .innerJoin('contacts as c', 'c.id', 't.contact_id')
    .where('c.email', 'is not', null)
    .where('t.code', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function rememberMailed(
  tx: WriteTransaction,
  { id, code_issue, contact_id }: Pick<MailableTicket, 'id' | 'code_issue' | 'contact_id'>,
): Promise<void> {
  const mailed = { issue: code_issue, contact_id, mailed_at: tx.now };
  await tx.db
    .insertInto('mailed_codes')
    .values({ ticket_id: id, ...mailed })
    .onConflict((conflict) => conflict.column('ticket_id').doUpdateSet(mailed))
    .execute();
}

/** Deletes the record that these codes were mailed. */
export async function forgetMailed(
  tx: WriteTransaction,
  { id }: Pick<MailableTicket, 'id'>,
): Promise<void> {
  await tx.db.deleteFrom('mailed_codes').where('ticket_id', '=', id).execute();
}

function valid(tx: ReadTransaction, scope: TicketScope) {
  const tickets = tx.db
    .selectFrom('tickets as t')
    .where('t.status', '=', 'valid')
    .where('t.deleted_at', 'is', null);
  return 'eventId' in scope
    ? tickets.where('t.event_id', '=', scope.eventId)
    : tickets.where('t.order_id', '=', scope.orderId);
}

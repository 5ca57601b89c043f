import { sql } from 'kysely';
import type { TicketStatus } from '../../../shared/verdict/terms/facts.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import {
  fewWhere,
  isAmong,
  rowsWhere,
  type Condition,
  type SortOrder,
  type Walk,
} from './read-list.ts';
import { isOfPerson, type OfPerson } from './of-person.ts';
import { seekTickets } from './seek.ts';
import { within, type Owner } from './within.ts';

/** A filter that is undefined leaves nothing out. */
export interface TicketChoice extends Owner, OfPerson {
  readonly orderId: number | undefined;
  readonly sessionId: number | undefined;
  readonly ticketTypeId: number | undefined;
  readonly status: TicketStatus | undefined;
  readonly isCheckedIn: boolean | undefined;
  readonly search: string | undefined;
}

export const byHolder = 'c.name_words';
export const bySeat = 'k.seat_key';

/** Without superseded tickets. By holder or seat, those without one come last. */
export async function walkTickets(
  tx: ReadTransaction,
  choice: TicketChoice,
  order: SortOrder,
): Promise<readonly Walk[]> {
  const { status, isCheckedIn, search } = choice;
  const all = await within(tx, choice);
  const sought = search === undefined ? { where: [] } : await seekTickets(tx, all, search);
  const where: Condition[] = [sql`k.deleted_at is null`, ...sought.where];
  let { few } = sought;
  for (const condition of conditionsOf(choice)) {
    few ??= await fewWhere(tx, 'tickets', condition);
    where.push(condition);
  }
  if (isCheckedIn !== undefined) {
    if (isCheckedIn) few ??= await fewAdmitted(tx, all.events);
    where.push(isAdmitted(isCheckedIn));
  }
  const events = { column: 'k.event_id', ids: all.events };
  const from = sql`tickets as k`;
  const newest: SortOrder = { by: 'k.created_at', direction: 'desc' };
  const ofStatus = status === undefined ? [] : [sql<boolean>`k.status = ${status}`];
  if (order.by === bySeat) {
    const seated = sql<boolean>`k.seat_key is not null`;
    const standing = sql<boolean>`k.seat_key is null`;
    return [
      { from, of: events, fixed: [seated], order, where: [...where, ...ofStatus], few },
      { from, of: events, fixed: ofStatus, order: newest, where: [...where, standing], few },
    ];
  }
  if (order.by !== byHolder) return [{ from, of: events, fixed: ofStatus, order, where, few }];
  few ??= await fewWhere(
    tx,
    'tickets',
    sql`${isAmong('k.event_id', all.events)} and k.deleted_at is null and ${ofStatus[0] ?? sql`true`}`,
  );
  const named = sql<boolean>`c.name_words is not null`;
  const held = sql<boolean>`k.contact_id = c.id`;
  const nameless = sql<boolean>`not exists (select 1 from contacts as h where h.id = k.contact_id and h.name_words is not null)`;
  return [
    {
      // What SQLite joins crosswise it reads in that order.
      from:
        few === undefined
          ? sql`contacts as c cross join tickets as k`
          : sql`tickets as k cross join contacts as c`,
      of: { column: 'c.organiser_id', ids: all.organisers },
      fixed: [named, held],
      order,
      where: [...where, ...ofStatus, isAmong('k.event_id', all.events)],
      few,
    },
    { from, of: events, fixed: ofStatus, order: newest, where: [...where, nameless], few },
  ];
}

function conditionsOf({
  orderId,
  sessionId,
  ticketTypeId,
  ...person
}: TicketChoice): readonly Condition[] {
  const conditions = [...isOfPerson(person)];
  if (orderId !== undefined) conditions.push(sql`k.order_id = ${orderId}`);
  if (sessionId !== undefined) conditions.push(sql`k.session_id = ${sessionId}`);
  if (ticketTypeId !== undefined) conditions.push(sql`k.ticket_type_id = ${ticketTypeId}`);
  return conditions;
}

export function isAdmitted(isCheckedIn: boolean): Condition {
  const not = sql.raw(isCheckedIn ? '' : 'not');
  return sql`${not} exists (select 1 from entry_scans as s where s.ticket_id = k.id and s.result = 'allowed')`;
}

export async function fewAdmitted(tx: ReadTransaction, events: readonly number[]) {
  const scans = await rowsWhere(tx, 'entry_scans', isAmong('k.event_id', events), 'k.ticket_id');
  return scans.isCut ? undefined : { ids: [...new Set(scans.ids)], isCut: false };
}

import { sql } from 'kysely';
import type { OrderStatus } from '../../../shared/resources/orders.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { isOfPerson, type OfPerson } from './of-person.ts';
import { fewWhere, type Condition, type SortOrder, type Walk } from './read-list.ts';
import { seekOrders } from './seek.ts';
import { within, type Owner } from './within.ts';

/** A filter that is undefined leaves nothing out. */
export interface OrderFilter extends Owner, OfPerson {
  readonly status: OrderStatus | undefined;
  readonly search: string | undefined;
}

export async function walkOrders(
  tx: ReadTransaction,
  { status, emailKey, contactId, search, ...owner }: OrderFilter,
  order: SortOrder,
): Promise<readonly Walk[]> {
  const all = await within(tx, owner);
  const { event } = owner;
  const sought = search === undefined ? { where: [] } : await seekOrders(tx, all, search);
  const where: Condition[] = [...sought.where];
  let { few } = sought;
  for (const theirs of isOfPerson({ emailKey, contactId })) {
    few ??= await fewWhere(tx, 'orders', theirs);
    where.push(theirs);
  }
  const from = sql`orders as k`;
  if (order.by === 'k.total') {
    if (event !== undefined) {
      few ??= await fewWhere(tx, 'orders', sql`k.event_id = ${event.id}`);
      where.push(sql`k.event_id = ${event.id}`);
    }
    if (status !== undefined) {
      few ??= await fewWithStatus(tx, all.events, status);
      where.push(sql`k.status = ${status}`);
    }
    return [{ from, of: { column: 'k.organiser_id', ids: all.organisers }, order, where, few }];
  }
  if (status === undefined && event === undefined)
    return [{ from, of: { column: 'k.organiser_id', ids: all.organisers }, order, where, few }];
  const fixed = status === undefined ? [] : [sql<boolean>`k.status = ${status}`];
  return [{ from, of: { column: 'k.event_id', ids: all.events }, fixed, order, where, few }];
}

function fewWithStatus(tx: ReadTransaction, events: readonly number[], status: OrderStatus) {
  const isOne = sql<boolean>`k.event_id in (${sql.join(events)}) and k.status = ${status}`;
  return events.length === 0 ? undefined : fewWhere(tx, 'orders', isOne);
}

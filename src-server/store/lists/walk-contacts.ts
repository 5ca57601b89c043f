import { sql } from 'kysely';
import type { ReadTransaction } from '../../database/transaction.ts';
import { findPeople } from './find-people.ts';
import { rowsWhere, type Condition, type SortOrder, type Walk } from './read-list.ts';

/** A filter that is undefined leaves nothing out. */
export interface ContactChoice {
  readonly organiserId: number;
  readonly emailKey: string | undefined;
  readonly search: string | undefined;
}

export const byName = 'k.name_words';

/** Without erased people. By name, those without one come last. */
export async function walkContacts(
  tx: ReadTransaction,
  { organiserId, emailKey, search }: ContactChoice,
  order: SortOrder,
): Promise<readonly Walk[]> {
  const where: Condition[] = [sql`k.erased_at is null`];
  const people = search === undefined ? null : await findPeople(tx, [organiserId], search);
  let few = people?.few;
  if (people !== null && few === undefined) where.push(people.has('k.id'));
  if (emailKey !== undefined) {
    const isOne = sql<boolean>`k.organiser_id = ${organiserId} and k.email_key = ${emailKey}`;
    few ??= await rowsWhere(tx, 'contacts', isOne);
    where.push(sql`k.email_key = ${emailKey}`);
  }
  const of = { column: 'k.organiser_id', ids: [organiserId] };
  const walk: Walk = { from: sql`contacts as k`, of, order, where, few };
  if (order.by !== byName) return [walk];
  return [
    { ...walk, fixed: [sql`k.name_words is not null`] },
    { ...walk, fixed: [sql`k.name_words is null`], order: { by: 'k.reference', direction: 'asc' } },
  ];
}

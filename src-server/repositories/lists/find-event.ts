import type { CompiledStatement } from '../../database/query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { EventRow } from './events-list.ts';
import { notDeleted, visibleTo, type Visibility } from './conditions.ts';
import { joinConditions } from './list-source.ts';

/**
 * The event that `key` names, by reference or slug, if this client may see it. Unknown, another organiser's and out of scope are
 * the same null; so is an archived one unless asked for.
 */
export async function findVisibleEvent(
  tx: ReadTransaction,
  visibility: Visibility,
  { key, includeDeleted }: { readonly key: string; readonly includeDeleted: boolean },
): Promise<EventRow | null> {
  const where = joinConditions([
    { sql: 't.reference = ? or t.slug = ?', params: [key, key] },
    ...visibleTo(visibility, 't.id'),
    ...(includeDeleted ? [] : [notDeleted]),
  ]);
  const select: CompiledStatement<EventRow> = {
    sql: `select t.* from events t where ${where.sql}`,
  };
  return (await tx.first(select, where.params)) ?? null;
}

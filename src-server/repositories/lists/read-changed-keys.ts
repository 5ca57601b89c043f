import type { Instant } from '../../../shared/instant.ts';
import type { CompiledStatement } from '../../database/query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import {
  changeColumn,
  joinConditions,
  type Condition,
  type ListRow,
  type ListSelection,
} from './list-source.ts';

/** A stretch of an incremental walk: rows changed within `[since, upperBound]`, ascending by (`updated_at`, reference). */
export interface ChangedRange {
  readonly since: Instant;
  readonly upperBound: Instant;
  readonly perPage: number;
  /** Null starts at `since`. */
  readonly from: ChangedPlace | null;
}

/** The row that a page starts after (`next`) or ends before (`prev`). */
export interface ChangedPlace {
  readonly direction: 'next' | 'prev';
  readonly updatedAt: Instant;
  readonly reference: string;
}

export interface ChangedKeys {
  readonly keys: readonly ListRow[];
  /** Whether rows lie beyond the page in the direction it was read. */
  readonly hasMore: boolean;
}

/** Which rows a page of the walk has, ascending. */
export async function readChangedKeys<Row extends ListRow, Resource>(
  tx: ReadTransaction,
  { source, conditions }: ListSelection<Row, Resource>,
  range: ChangedRange,
): Promise<ChangedKeys> {
  const changed = changeColumn(source);
  const backwards = range.from?.direction === 'prev';
  const where = joinConditions([...conditions, ...rangeConditions(changed, range)]);
  const order = backwards ? `${changed} desc, t.reference desc` : `${changed}, t.reference`;
  const select: CompiledStatement<ListRow> = {
    sql: `select t.id, t.reference, t.updated_at from ${source.table} t
      where ${where.sql} order by ${order} limit ?`,
  };
  const found = await tx.all(select, [...where.params, range.perPage + 1]);
  const page = found.slice(0, range.perPage);
  return { keys: backwards ? page.toReversed() : page, hasMore: found.length > range.perPage };
}

/**
 * A place takes the place of the bound on its side, behind which it lies: beside a weaker bound on the same column SQLite would go by that
 * one, and read every page from the beginning of the list.
 */
function rangeConditions(changed: string, { since, upperBound, from }: ChangedRange): Condition[] {
  const atLeast = { sql: `${changed} >= ?`, params: [since] };
  const atMost = { sql: `${changed} <= ?`, params: [upperBound] };
  if (from === null) return [atLeast, atMost];
  const isNext = from.direction === 'next';
  const place = {
    sql: `(${changed}, t.reference) ${isNext ? '>' : '<'} (?, ?)`,
    params: [from.updatedAt, from.reference],
  };
  return isNext ? [place, atMost] : [atLeast, place];
}

import type { Instant } from '../../../shared/instant.ts';
import type { SqlValue } from '../../database/query.ts';
import type { Tables } from '../../database/schema.ts';
import type { ReadTransaction } from '../../database/transaction.ts';

/** What every list row has: its place in both orders of §4.1. */
export interface ListRow {
  readonly id: number;
  readonly reference: string;
  readonly updated_at: Instant;
}

/**
 * A list of the surface as SQL. The listed table is aliased `t`; joins give what a row shows of its neighbours and never change
 * how many rows there are.
 */
export interface ListSource<Row extends ListRow, Resource> {
  readonly table: keyof Tables;
  readonly columns: string;
  readonly joins: string;
  /** The indexed column that orders its changes: for rows that never change, `created_at` is the same and saves an index. */
  readonly changedAt?: 'created_at' | 'updated_at';
  /** Resources in the order of the rows, each with all its fields in the contract's order. */
  readonly toResources: (tx: ReadTransaction, rows: readonly Row[]) => Promise<readonly Resource[]>;
  /**
   * Set where a row shows nothing that changes without its `updated_at`: then its JSON may be kept, under this name. (What a
   * ticket shows of its holder, type and session moves the ticket, or pollers would never learn of it.)
   */
  readonly keptAs?: string;
  /** Never present: keeps the row's type. */
  readonly row?: Row;
}

/** The column that orders the changes of a source. */
export function changeColumn({
  changedAt = 'updated_at',
}: Pick<ListSource<never, never>, 'changedAt'>) {
  return `t.${changedAt}`;
}

/** A condition on `t`, its values by position. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Which rows of a source may be seen and were asked for. */
export interface ListSelection<Row extends ListRow, Resource> {
  readonly source: ListSource<Row, Resource>;
  readonly conditions: readonly Condition[];
  /**
   * Condition of the rows whose newest change tells whether a count still holds. Left out where the conditions also look at
   * something else, such as the events of a client.
   */
  readonly partition?: Condition;
}

export function joinConditions(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' and ') || '1',
    params: conditions.flatMap(({ params }) => params),
  };
}

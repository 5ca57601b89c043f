// Why: docs/decisions/0008-exact-lists.md
import type pg from 'pg';
import { instantFromMicros, type Instant } from '../../../shared/instant.ts';

/**
 * The upper bound of an incremental read: no transaction that is open now, or begins later, will commit a row with a timestamp at or below
 * it.
 *
 * The order matters. First the clock is read; then the oldest writing transaction is looked up; only after this statement is the page's
 * snapshot taken. A writing transaction has its number (`backend_xid`) from its first statement on, before it reads the clock for its
 * timestamps (`beginWrite`). So a transaction without a number at that moment gets timestamps later than the clock read here, one with a
 * number gets timestamps after its start, and one that had ended is in the snapshot. Queried inside the snapshot, or with the clock alone,
 * rows are missed (test: "pollers with watermarks at three processes miss no row of transactions that stay open for seconds").
 */
const SELECT_BOUND = `
  with clock as materialized (select clock_timestamp() as now),
    oldest as materialized (
      select min(xact_start) as started from pg_stat_activity
      where datname = current_database() and backend_xid is not null and (select now from clock) is not null)
  select (extract(epoch from least((select now from clock), (select started from oldest))) * 1000000)::bigint - 1 as bound`;

/** To be called outside a transaction, on the connection that takes the snapshot next. */
export async function readBound(client: pg.ClientBase): Promise<Instant> {
  const { rows } = await client.query<{ bound: number }>(SELECT_BOUND);
  return instantFromMicros(rows[0]?.bound ?? 0);
}

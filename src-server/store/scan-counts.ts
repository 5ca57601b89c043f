import { sql } from 'kysely';
import { MICROS_PER_MINUTE, type Instant } from '../../shared/instant.ts';
import type { Reason } from '../../shared/verdict/terms/reason.ts';
import type { ReadTransaction } from '../database/transaction.ts';

/** Scans are counted in steps of five minutes. */
const STEP_MICROS = 5 * MICROS_PER_MINUTE;

/** Scans of one step, place, session and reason. A ticket's admissions count once, with the one that was recorded first. */
export interface ScanCount {
  /** Where the step of `scanned_at` begins. */
  readonly step: Instant;
  readonly location_id: number | null;
  readonly session_id: number | null;
  readonly reason: Reason;
  readonly scans: number;
}

/** Those of the event that were recorded after `from`, up to and including `to`, if that is given. */
export async function countScans(
  tx: ReadTransaction,
  {
    eventId,
    from,
    to,
  }: {
    readonly eventId: number;
    readonly from: Instant;
    readonly to?: Instant;
  },
): Promise<readonly ScanCount[]> {
  const step = sql<Instant>`s.scanned_at - s.scanned_at % ${sql.lit(STEP_MICROS)}`;
  const rows = await tx.db
    .selectFrom('entry_scans as s')
    .select(['s.location_id', 's.session_id', 's.reason'])
    .select(step.as('step'))
    .select((eb) => eb.fn.countAll<number | string>().as('scans'))
    .where('s.event_id', '=', eventId)
    .where('s.created_at', '>', from)
    .$if(to !== undefined, (query) => query.where('s.created_at', '<=', to ?? from))
    .where((eb) =>
      eb.or([
        eb('s.result', '=', 'denied'),
        eb.not(
          eb.exists(
            eb
              .selectFrom('entry_scans as e')
              .select('e.id')
              .whereRef('e.ticket_id', '=', 's.ticket_id')
              .where('e.result', '=', 'allowed')
              .whereRef('e.id', '<', 's.id'),
          ),
        ),
      ]),
    )
    .groupBy([step, 's.location_id', 's.session_id', 's.reason'])
    .execute();
  return rows.map((row) => ({ ...row, scans: Number(row.scans) }));
}

/** Up to when `count` scans after `from` were recorded; undefined if there are fewer until `to`. */
export async function findScanBound(
  tx: ReadTransaction,
  { eventId, from, to }: { readonly eventId: number; readonly from: Instant; readonly to: Instant },
  count: number,
): Promise<Instant | undefined> {
  const row = await tx.db
    .selectFrom('entry_scans')
    .select('created_at')
    .where('event_id', '=', eventId)
    .where('created_at', '>', from)
    .where('created_at', '<=', to)
    .orderBy('created_at')
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  return row?.created_at;
}

import { sql } from 'kysely';
import { addMicros, MICROS_PER_MINUTE, type Instant } from '../../shared/instant.ts';
import type { Reason } from '../../shared/verdict/terms/reason.ts';
import type { ReadTransaction } from '../database/transaction.ts';

/** Scans are counted in steps of five minutes. */
const STEP_MICROS = 5 * MICROS_PER_MINUTE;

/** Where the step of a moment begins. */
export function stepOf(at: Instant): Instant {
  return addMicros(at, -(at % STEP_MICROS));
}

/** Scans of one step, place, session and reason. A ticket's admissions count once, with the one that was recorded first. */
export interface ScanCount {
  /** Where the step of `scanned_at` begins. */
  readonly step: Instant;
  readonly location_id: number | null;
  readonly session_id: number | null;
  readonly reason: Reason;
  readonly scans: number;
}

/** The same for one ticket type, with those that admitted a ticket again. */
export interface ScanPageCount extends ScanCount {
  readonly ticket_type_id: number;
  readonly again: number;
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
): Promise<readonly ScanPageCount[]> {
  const step = sql<Instant>`s.scanned_at - s.scanned_at % ${sql.lit(STEP_MICROS)}`;
  const rows = await tx.db
    .selectFrom('entry_scans as s')
    .innerJoin('tickets as k', 'k.id', 's.ticket_id')
    .select(['s.location_id', 's.session_id', 's.reason', 'k.ticket_type_id'])
    .select(step.as('step'))
    .select((eb) => [
      eb.fn.countAll<number | string>().as('every'),
      eb.fn
        .sum<number | string>(
          eb
            .case()
            .when(
              eb.and([
                eb('s.result', '=', 'allowed'),
                eb.exists(
                  eb
                    .selectFrom('entry_scans as e')
                    .select('e.id')
                    .whereRef('e.ticket_id', '=', 's.ticket_id')
                    .where('e.result', '=', 'allowed')
                    .whereRef('e.id', '<', 's.id'),
                ),
              ]),
            )
            .then(1)
            .else(0)
            .end(),
        )
        .as('again'),
    ])
    .where('s.event_id', '=', eventId)
    .where('s.created_at', '>', from)
    .$if(to !== undefined, (query) => query.where('s.created_at', '<=', to ?? from))
    .groupBy([step, 's.location_id', 's.session_id', 's.reason', 'k.ticket_type_id'])
    .execute();
  return rows.map(({ every, again, ...row }) => ({
    ...row,
    scans: Number(every) - Number(again),
    again: Number(again),
  }));
}

type RecordedTable = 'entry_scans' | 'releases';

interface Recorded {
  readonly eventId: number;
  readonly from: Instant;
  readonly to: Instant;
}

/** A scan never changes; a release does, if it turns out to end another admission. */
function recordedAt(table: RecordedTable) {
  return table === 'entry_scans' ? 't.created_at' : 't.updated_at';
}

/** Up to when `count` rows after `from` were recorded; undefined if there are fewer until `to`. */
export async function findBound(
  tx: ReadTransaction,
  table: RecordedTable,
  { eventId, from, to, count }: Recorded & { readonly count: number },
): Promise<Instant | undefined> {
  const at = recordedAt(table);
  const row = await tx.db
    .selectFrom(tx.db.dynamic.table<RecordedTable>(table).as('t'))
    .select(`${at} as at`)
    .where('t.event_id', '=', eventId)
    .where(at, '>', from)
    .where(at, '<=', to)
    .orderBy(at)
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  return row?.at;
}

/** An admission of a ticket that has releases. */
export interface Stay {
  readonly ticket_id: number;
  readonly ticket_type_id: number;
  readonly scanned_at: Instant;
  /** Null while it is open. */
  readonly released_at: Instant | null;
}

/** Every admission of the event's tickets with releases of which a scan or a release was recorded after `from`, up to and including `to`: those of a ticket together, as they were recorded. */
export function listStays(
  tx: ReadTransaction,
  table: RecordedTable,
  { eventId, from, to }: Recorded,
): Promise<readonly Stay[]> {
  const moved = tx.db
    .selectFrom(tx.db.dynamic.table<RecordedTable>(table).as('t'))
    .select('t.ticket_id')
    .where('t.event_id', '=', eventId)
    .where(recordedAt(table), '>', from)
    .where(recordedAt(table), '<=', to);
  return (
    tx.db
      .selectFrom('tickets as k')
      .innerJoin('entry_scans as s', 's.ticket_id', 'k.id')
      // Of every ticket together: one may have thousands of both.
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('releases')
            .select(['ticket_id', 'scan'])
            .select((of) => of.fn.min('released_at').as('released_at'))
            .where('ticket_id', 'in', moved)
            .groupBy(['ticket_id', 'scan'])
            .as('e'),
        (join) => join.onRef('e.ticket_id', '=', 's.ticket_id').onRef('e.scan', '=', 's.reference'),
      )
      .select(['k.id as ticket_id', 'k.ticket_type_id', 's.scanned_at', 'e.released_at'])
      .where('s.result', '=', 'allowed')
      .where('k.id', 'in', moved)
      .where((eb) =>
        eb.exists(
          eb.selectFrom('releases as r').select('r.id').whereRef('r.ticket_id', '=', 'k.id'),
        ),
      )
      .orderBy('k.id')
      .orderBy('s.id')
      .execute()
  );
}

/** How many guests went out at each entry point, by its number. */
export async function countExits(
  tx: ReadTransaction,
  eventId: number,
): Promise<ReadonlyMap<number | null, number>> {
  const rows = await tx.db
    .selectFrom('releases')
    .select('location_id')
    .select((eb) => eb.fn.countAll<number | string>().as('exits'))
    .where('event_id', '=', eventId)
    .where('kind', '=', 'exit')
    .groupBy('location_id')
    .execute();
  return new Map(rows.map((row) => [row.location_id, Number(row.exits)]));
}

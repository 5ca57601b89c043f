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

/** How many tickets of each type were admitted and have no open admission any more, by number of the type. */
export async function countReleased(
  tx: ReadTransaction,
  eventId: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.db
    .selectFrom('tickets as k')
    .select(['k.ticket_type_id'])
    .select((eb) => eb.fn.countAll<number | string>().as('tickets'))
    .where('k.id', 'in', (eb) =>
      eb
        .selectFrom('releases')
        .select('ticket_id')
        .where('event_id', '=', eventId)
        .where('scan', 'is not', null),
    )
    .where((eb) => {
      const admissions = eb
        .selectFrom('entry_scans as s')
        .select('s.id')
        .whereRef('s.ticket_id', '=', 'k.id')
        .where('s.result', '=', 'allowed');
      const open = admissions.where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('releases as r')
              .select('r.id')
              .whereRef('r.ticket_id', '=', 's.ticket_id')
              .whereRef('r.scan', '=', 's.reference'),
          ),
        ),
      );
      return eb.and([eb.exists(admissions), eb.not(eb.exists(open))]);
    })
    .groupBy('k.ticket_type_id')
    .execute();
  return new Map(rows.map((row) => [row.ticket_type_id, Number(row.tickets)]));
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

import type { Attendance, attendanceRoutes } from '../../../shared/resources/attendance.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { releasedTickets, type ReleasedTickets } from '../../domain/scans/released-tickets.ts';
import { scanFigures, type ScanFigures } from '../../domain/scans/scan-figures.ts';
import type { Handler, HandlersOf } from '../../http/request-context.ts';
import type { EventRow } from '../../store/events.ts';
import { listLocations } from '../../store/locations.ts';
import { countExits } from '../../store/scan-counts.ts';
import { listTicketTypes } from '../../store/ticket-types.ts';
import { parseListQuery } from '../lists/list-parameters.ts';
import { requireVisibleEvent } from './events.ts';

const readOfEvent: Handler = (context) =>
  context.database.read(async (tx) => {
    const event = await requireVisibleEvent(context, tx);
    parseListQuery(context.query, context.contract.query);
    return { status: 200, body: { data: await readAttendance(tx, event) } };
  });

export const attendanceHandlers: HandlersOf<typeof attendanceRoutes> = {
  readAttendance: readOfEvent,
};

export async function readAttendance(tx: ReadTransaction, event: EventRow): Promise<Attendance> {
  const scans = await scanFigures(tx, event.id);
  return attendanceOf(tx, event, { scans, released: await releasedTickets(tx, event.id) });
}

/** By figures that were read in the same transaction. */
export async function attendanceOf(
  tx: ReadTransaction,
  event: EventRow,
  {
    scans: { admitted, entries },
    released: { out: released },
  }: { readonly scans: ScanFigures; readonly released: ReleasedTickets },
): Promise<Attendance> {
  const exits = await countExits(tx, event.id);
  const by_ticket_type = (await listTicketTypes(tx, event.id)).map(({ id, reference, name }) => {
    const came = admitted.get(id) ?? 0;
    return {
      ticket_type: { reference, name },
      inside: came - (released.get(id) ?? 0),
      admitted: came,
    };
  });
  const flow = (id: number | null) => ({
    admitted: entries.get(id) ?? 0,
    exits: exits.get(id) ?? 0,
  });
  const isUsed = (id: number | null) => entries.has(id) || exits.has(id);
  const locations = (await listLocations(tx, event.id)).filter(
    ({ id, archived_at }) => archived_at === null || isUsed(id),
  );
  const total = sum(admitted);
  const gone = sum(released);
  return {
    capacity: event.capacity,
    inside: total - gone,
    admitted: total,
    released: gone,
    by_location: [
      ...locations.map(({ id, reference, name }) => ({
        location: { reference, name },
        ...flow(id),
      })),
      ...(isUsed(null) ? [{ location: null, ...flow(null) }] : []),
    ],
    by_ticket_type,
  };
}

function sum(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

import { Type } from 'typebox';
import { scanResults } from '../../shared/resources/scans.ts';
import { reasons } from '../../shared/verdict/terms/reason.ts';
import { readOne } from '../api/lists/list-rows.ts';
import { readScans, scansOf } from '../api/resources/scans.ts';
import { requireFound } from '../rules/domain-error.ts';
import { getEvent } from '../store/events.ts';
import { walkScans } from '../store/lists/walk-scans.ts';
import { choice, event, optional, text, time } from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { defineView } from './definition/operation.ts';
import { idOf, rowOf } from './definition/reading.ts';
import {
  requireClient,
  requireEvent,
  requireLocation,
  requireOrganiser,
  requireScan,
  requireTicket,
} from '../rules/require-row.ts';

export const scanList = defineList({
  name: 'scan.list',
  summary: 'Scans, newest first; "export scans" writes all of an event',
  role: 'viewer',
  filters: {
    organiser: optional(text('ORG', 'those of one organiser')),
    event: optional(event('those of one event')),
    ticket: optional(text('TKT', 'those of one ticket')),
    location: optional(text('LOC', 'those at one entry point')),
    station: optional(text('ID', 'those of one station')),
    result: optional(choice('RESULT', 'those that were admitted, or were not', scanResults)),
    reason: optional(choice('REASON', 'those with one reason', reasons)),
    from: optional(time('those scanned then or later')),
    until: optional(time('those scanned earlier')),
  },
  search: "words of the holder's name, the holder's email, a reference, or a seat",
  sorts: {
    newest: { by: 'k.created_at', direction: 'desc' },
    oldest: { by: 'k.created_at', direction: 'asc' },
  },
  choose: async (tx, { event: of, organiser, ticket, location, station, ...asked }, sort) =>
    walkScans(
      tx,
      {
        event: await rowOf(tx, requireEvent, of),
        organiserId: await idOf(tx, requireOrganiser, organiser),
        ticketId: await idOf(tx, requireTicket, ticket),
        locationId: await idOf(tx, requireLocation, location),
        clientId: await idOf(tx, requireClient, station),
        result: asked.result,
        reason: asked.reason,
        from: asked.from,
        until: asked.until,
        search: asked.search,
      },
      sort,
    ),
  describe: readScans,
});

export const scanShow = defineView({
  name: 'scan.show',
  summary: 'One scan',
  role: 'viewer',
  input: Type.Object({ scan: text('SCN', 'which scan') }),
  run: async (tx, { scan: reference }) => {
    const { event_id } = await requireScan(tx, reference);
    const scan = await readOne(tx, scansOf(await getEvent(tx, event_id)), reference);
    return requireFound(scan ?? undefined, 'scan', reference);
  },
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntryScan } from '../../shared/contract/resources.ts';
import { routeTable } from '../../shared/contract/route-table.ts';
import { renderScanVerdict } from '../../shared/contract/scan-verdict.ts';
import type { ScanUploadResult } from '../../shared/contract/scanner.ts';
import { formatInstant, MICROS_PER_DAY } from '../../shared/instant.ts';
import type { Operate } from '../http/call.ts';
import { withIdempotency } from '../http/idempotency.ts';
import { compileBody } from '../http/validate-body.ts';
import type { EventRow } from '../repositories/events.ts';
import { checkIn as checkTicketIn } from '../services/scans/check-in.ts';
import { uploadScans as recordUpload } from '../services/scans/upload-scans.ts';
import { requireEvent } from './events.ts';
import { answerList } from './list.ts';
import { parseListQuery } from './list-query.ts';
import { rowSource, type RowOf, type Selection } from './rows.ts';
import { locationSummary, sessionSummary } from './summaries.ts';

/** A station may try again after a month without a network. */
const REMEMBERED_MICROS = 35 * MICROS_PER_DAY;
const validateCheckIn = compileBody(routeTable.checkIn.request);
const validateUpload = compileBody(routeTable.uploadScans.request);

export const listScans: Operate = (call) =>
  answerList(call, async (tx) => {
    const event = await requireEvent(call, tx);
    const query = parseListQuery(call.query, call.contract.query);
    return { name: `scans of ${event.reference}`, selection: scansOf(event), query };
  });

/** Every verdict is recorded, and answered again for its key; a ticket that may not be seen is neither. */
export const checkIn: Operate = (call) =>
  withIdempotency(call, REMEMBERED_MICROS, async (tx) => {
    const body = validateCheckIn(call.json);
    const { verdict, scan } = await checkTicketIn(tx, call.caller, {
      ticket: body.ticket,
      scanner_location: body.scanner_location ?? null,
      session: body.session ?? null,
      locale: 'en',
    });
    return {
      status: verdict.allowed ? 200 : 422,
      body: renderScanVerdict(verdict, scan),
      contactId: null,
    };
  });

/** So many are recorded in one turn of the event loop: a full upload would hold every other request up. */
const ITEMS_PER_TURN = 50;

/**
 * Offline uploads: the station chose the references, so sending again needs no key. Each item stands for itself, so a part of an
 * upload may be recorded before a failure; the rest comes with the repetition.
 */
export const uploadScans: Operate = async (call) => {
  const { items } = validateUpload(call.json);
  const data: ScanUploadResult[] = [];
  for (let from = 0; from < items.length; from += ITEMS_PER_TURN) {
    if (from > 0) await nextTurn();
    const part = items.slice(from, from + ITEMS_PER_TURN);
    data.push(...(await call.database.write((tx) => recordUpload(tx, call.caller, part))));
  }
  return { status: 200, body: { data } };
};

const scanRows = rowSource(
  'entry_scans',
  (db, ids) =>
    db
      .selectFrom('entry_scans as t')
      .leftJoin('tickets as k', 'k.id', 't.ticket_id')
      .leftJoin('locations as l', 'l.id', 't.location_id')
      .leftJoin('sessions as s', 's.id', 't.session_id')
      .selectAll('t')
      .select([
        'k.reference as ticket_reference',
        'l.reference as location_reference',
        'l.name as location_name',
        's.reference as session_reference',
        's.name as session_name',
        's.starts_at as session_starts_at',
      ])
      .where('t.id', 'in', ids),
  { changedAt: 'created_at' },
);

type ScanRow = RowOf<typeof scanRows>;

export function scansOf(event: EventRow): Selection<'entry_scans', ScanRow, EntryScan> {
  return {
    source: scanRows,
    where: { event_id: event.id },
    partition: 'event_id',
    toResources: (_tx, rows) => rows.map(scanResource),
  };
}

function scanResource(row: ScanRow): EntryScan {
  return {
    reference: row.reference,
    ticket: row.ticket_reference,
    result: row.result,
    reason: row.reason,
    scanner_location: locationSummary(row),
    session: sessionSummary(row),
    scanned_at: formatInstant(row.scanned_at),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

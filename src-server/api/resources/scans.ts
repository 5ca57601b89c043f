import { CHECK_IN_KEY_DAYS } from '../../../shared/contract/retention.ts';
import {
  type CheckInRequest,
  type EntryScan,
  scanRoutes,
} from '../../../shared/resources/scans.ts';
import { renderScanVerdict } from '../../../shared/resources/scan-verdict.ts';
import { formatInstant, MICROS_PER_DAY } from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { notFound } from '../../http/errors/api-error.ts';
import type { Handler, HandlersOf, RequestContext } from '../../http/request-context.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { compileBody } from '../../http/bodies/validate-body.ts';
import type { EventRow } from '../../store/events.ts';
import { checkInTicket, type CheckInInput } from '../../domain/scans/check-in.ts';
import { requireCodedTicket } from '../../domain/tickets/find-coded-ticket.ts';
import { invalid } from '../../rules/domain-error.ts';
import { findVisibleEvent } from '../../store/access/access-scope.ts';
import { listOfEvent } from './events.ts';
import {
  inOrderOf,
  listSource,
  selectRows,
  type RowOf,
  type Selection,
} from '../lists/list-rows.ts';
import { locationSummary, sessionSummary } from './summaries.ts';

const REMEMBERED_MICROS = CHECK_IN_KEY_DAYS * MICROS_PER_DAY;
const validateCheckIn = compileBody(scanRoutes.checkIn.request, {
  ticket:
    'The ticket must be a reference (tkt_…). What a scanner read, such as the barcode of a shop, is the code, and needs the event: {"code": …, "event": …}.',
});

/** Every verdict is recorded, and returned again for its key. A ticket that the caller may not see is neither. */
const checkIn: Handler = (context) =>
  withIdempotency(
    context,
    { rememberMicros: REMEMBERED_MICROS, isolation: 'read committed' },
    async (tx) => {
      const body = validateCheckIn(context.json);
      const { verdict, scan } = await checkInTicket(tx, context.caller, {
        ...(await ticketOf(context, tx, body)),
        scanner_location: body.scanner_location ?? null,
        session: body.session ?? null,
        locale: 'en',
      });
      return {
        status: verdict.allowed ? 200 : 422,
        body: renderScanVerdict(verdict, scan, context.origin),
        contactId: null,
      };
    },
  );

/** Named by its reference or by one of its codes. Throws `validation.failed` without either, or with both. */
async function ticketOf(
  { caller }: RequestContext,
  tx: WriteTransaction,
  { ticket, code, event: key }: CheckInRequest,
): Promise<Pick<CheckInInput, 'ticket' | 'code_issue'>> {
  if (ticket !== undefined && code === undefined) return { ticket };
  if (ticket !== undefined || code === undefined) {
    throw invalid('ticket', 'Expected either ticket or code.');
  }
  const event =
    key === undefined ? null : await findVisibleEvent(tx, caller, { key, includeDeleted: false });
  if (key !== undefined && event === null) throw notFound();
  return requireCodedTicket(tx, { organiserId: caller.organiserId, event }, code);
}

export const scanHandlers: HandlersOf<typeof scanRoutes> = {
  listScans: listOfEvent('scans', scansOf),
  checkIn,
};

const scanRows = listSource(
  'entry_scans',
  (db, ids) =>
    db
      .selectFrom('entry_scans as t')
      .leftJoin('tickets as k', 'k.id', 't.ticket_id')
      .leftJoin('locations as l', 'l.id', 't.location_id')
      .leftJoin('sessions as s', 's.id', 't.session_id')
      .leftJoin('clients as c', (join) =>
        join.onRef('c.id', '=', 't.client_id').on('t.overruled_reason', 'is not', null),
      )
      .selectAll('t')
      .select([
        'k.reference as ticket_reference',
        'l.reference as location_reference',
        'l.name as location_name',
        's.reference as session_reference',
        's.name as session_name',
        's.starts_at as session_starts_at',
        'c.name as client_name',
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

/** The scans with these numbers, in their order. */
export async function readScans(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<readonly EntryScan[]> {
  return inOrderOf(ids, await selectRows(tx, scanRows, ids)).map(scanResource);
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
    ...(row.overruled_reason !== null && {
      overruled: {
        reason: row.overruled_reason,
        note: row.overruled_note ?? '',
        station: row.client_name,
      },
    }),
  };
}

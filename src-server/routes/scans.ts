import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CheckInRequest } from '../../shared/contract/requests.ts';
import { routeTable } from '../../shared/contract/route-table.ts';
import { renderScanVerdict } from '../../shared/contract/scan-verdict.ts';
import type { ScanUploadResult } from '../../shared/contract/scanner.ts';
import { MICROS_PER_DAY } from '../../shared/instant.ts';
import { answerList } from '../http/answer-list.ts';
import type { Call, Operate } from '../http/call.ts';
import { runOnce, type RanOnce } from '../http/idempotency.ts';
import { parseListQuery } from '../http/list-query.ts';
import { compileBody } from '../http/validate-body.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { selectScans } from '../services/reads/select-lists.ts';
import { checkIn as checkTicketIn } from '../services/scans/check-in.ts';
import { uploadScans as recordUpload } from '../services/scans/upload-scans.ts';
import { requireEvent } from './visible-event.ts';

/** A station may try again after a month without a network. */
const REMEMBERED_MICROS = 35 * MICROS_PER_DAY;
const validateCheckIn = compileBody(routeTable.checkIn.request);
const validateUpload = compileBody(routeTable.uploadScans.request);

export const listScans: Operate = (call) =>
  call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    const query = parseListQuery(call.query, call.contract.query);
    const name = `scans of ${event.reference}`;
    return answerList(call, tx, { name, selection: selectScans(event), query });
  });

/** Every verdict is recorded, and answered again for its key; a ticket that may not be seen is neither. */
export const checkIn: Operate = (call) =>
  runOnce(call, {
    validate: validateCheckIn,
    rememberMicros: REMEMBERED_MICROS,
    work: (tx, body) => checkInOnce(call, tx, body),
  });

async function checkInOnce(
  call: Call,
  tx: WriteTransaction,
  body: CheckInRequest,
): Promise<RanOnce> {
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
}

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

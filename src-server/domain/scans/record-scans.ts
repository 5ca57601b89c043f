import { errorMessages } from '../../../shared/contract/errors.ts';
import {
  FUTURE_TOLERANCE_MINUTES,
  type ScanUpload,
  type ScanUploadResult,
} from '../../../shared/contract/scanner.ts';
import {
  addMicros,
  MICROS_PER_DAY,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import { issueRead } from '../../../shared/ticket-code/code-payload.ts';
import { parseTicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import { readUnverified } from '../../../shared/ticket-code/signed-code.ts';
import { inLockOrder } from '../../database/lock-order.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { AdmissionRow } from '../../store/admission-facts.ts';
import { findEntryScan, insertEntryScan, type EntryScanRow } from '../../store/entry-scans.ts';
import { DomainError } from '../domain-error.ts';
import { locationOf } from '../locations.ts';
import { sessionOf } from '../sessions.ts';
import { reconcileConflicts } from './reconcile-conflicts.ts';
import { parseScanItem, referenceOfItem, type Rejection, type ScanItem } from './scan-item.ts';
import { findTicketOf, type ScanningClient } from './scanning-client.ts';
import { emitScanned } from './emit-scanned.ts';
import { refusedResult, storedResult } from './upload-result.ts';

/** Scans older than this before their event are flagged, not refused. */
const OLDEST_SCAN = 365 * MICROS_PER_DAY;

const unknownTicket: Rejection = {
  code: 'ticket.unknown',
  message: errorMessages.ticketUnknown,
};
const otherContent: Rejection = {
  code: 'scan.mismatch',
  message: 'Another scan is stored under this reference.',
};

/**
 * Records scans made at doors (scanner surface, "Upload of scans"). Returns one result per item, in order; an invalid item never
 * blocks the others. A row keeps the door's verdict; if the server disagrees, it adds a conflict. Repeating an item changes
 * nothing.
 */
export async function recordScans(
  tx: WriteTransaction,
  client: ScanningClient,
  items: readonly unknown[],
): Promise<readonly ScanUploadResult[]> {
  return inLockOrder(items, ticketOf, (item) => uploadScan(tx, client, item));
}

function ticketOf(item: unknown): string {
  const isNamed = typeof item === 'object' && item !== null && 'ticket' in item;
  return isNamed && typeof item.ticket === 'string' ? item.ticket : '';
}

async function uploadScan(
  tx: WriteTransaction,
  client: ScanningClient,
  value: unknown,
): Promise<ScanUploadResult> {
  const parsed = parseScanItem(value);
  if ('code' in parsed) return refusedResult('rejected', referenceOfItem(value), parsed);
  const { reference, ticket } = parsed.item;
  const row = await findTicketOf(tx, client, ticket);
  if (row === undefined) return refusedResult('rejected', reference, unknownTicket);
  const existing = await findEntryScan(tx, reference);
  if (existing !== undefined) return repeated(tx, row, existing, parsed.hash);
  const scan = await record(tx, client, row, parsed);
  if ('code' in scan) return refusedResult('rejected', reference, scan);
  return storedResult(tx, row, scan, await reconcileConflicts(tx, row), 'recorded');
}

async function record(
  tx: WriteTransaction,
  client: ScanningClient,
  row: AdmissionRow,
  { item, scannedAt, watermark, hash }: ScanItem,
): Promise<EntryScanRow | Rejection> {
  const places = await placesOf(tx, row, item);
  if ('code' in places) return places;
  const scan = await insertEntryScan(tx, {
    reference: item.reference,
    event_id: row.event.id,
    ticket_id: row.ticket.id,
    ...places,
    client_id: client.clientRowId,
    result: item.result,
    reason: item.reason,
    scanned_at: scannedAt,
    source: 'upload',
    clock_offset_ms: item.clock_offset_ms,
    sequence: item.sequence,
    snapshot_watermark: watermark,
    content_hash: hash,
    clock_suspect: isClockSuspect(tx.now, row, scannedAt) ? 1 : 0,
    code_issue: issueOf(item),
    admission_source: item.admission_source ?? null,
  });
  emitScanned(tx, row, scan, item.scanner_location ?? null);
  return scan;
}

/**
 * Which of the ticket's codes the door read. The door has verified the signature and is trusted with the whole scan; a code that
 * names another ticket is ignored.
 */
function issueOf({ code, ticket, scanner_location: location = null }: ScanUpload): number | null {
  if (code === undefined) return null;
  const read = parseTicketCode(code);
  if (read.kind === 'reference') {
    return read.reference === ticket ? issueRead(null, location) : null;
  }
  const signed = read.kind === 'signed' ? readUnverified(read.token) : null;
  return signed?.ticket === ticket ? issueRead(signed, location) : null;
}

async function placesOf(
  tx: WriteTransaction,
  row: AdmissionRow,
  item: ScanUpload,
): Promise<Pick<EntryScanRow, 'session_id' | 'location_id'> | Rejection> {
  const { session: sessionReference = null, scanner_location: locationReference = null } = item;
  try {
    const session =
      sessionReference === null ? null : await sessionOf(tx, row.event.id, sessionReference);
    const location =
      locationReference === null ? null : await locationOf(tx, row.event.id, locationReference);
    return { session_id: session?.id ?? row.ticket.session_id, location_id: location?.id ?? null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const code = error.field === 'session' ? 'session.unknown' : 'location.unknown';
    return { code, message: error.message };
  }
}

async function repeated(
  tx: WriteTransaction,
  row: AdmissionRow,
  existing: EntryScanRow,
  hash: Buffer,
): Promise<ScanUploadResult> {
  if (existing.content_hash === null || !existing.content_hash.equals(hash)) {
    return refusedResult('mismatch', existing.reference, otherContent);
  }
  return storedResult(tx, row, existing, await reconcileConflicts(tx, row), 'duplicate');
}

/** Further ahead of the server than clock drift explains, or long before the event. */
function isClockSuspect(now: Instant, row: AdmissionRow, scannedAt: Instant): boolean {
  const event = row.session?.starts_at ?? row.event.starts_at ?? row.event.created_at;
  const latest = addMicros(now, FUTURE_TOLERANCE_MINUTES * MICROS_PER_MINUTE);
  return scannedAt > latest || scannedAt < event - OLDEST_SCAN;
}

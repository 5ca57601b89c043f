import { errorMessages } from '../../../shared/contract/errors.ts';
import { FUTURE_TOLERANCE_MINUTES } from '../../../shared/contract/limits.ts';
import type { ScanUpload, ScanUploadResult } from '../../../shared/resources/uploads.ts';
import {
  addMicros,
  MICROS_PER_DAY,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import { FIRST_ISSUE, issueRead } from '../../../shared/ticket-code/code-payload.ts';
import { parseTicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import { isSoldCode } from '../../../shared/ticket-code/sold-code.ts';
import { readUnverified } from '../../../shared/ticket-code/signed-code.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { AdmissionRow } from '../../store/admission-facts.ts';
import type { TicketRow } from '../../store/tickets.ts';
import {
  findEntryScans,
  insertEntryScans,
  type EntryScanRow,
  type NewEntryScan,
} from '../../store/entry-scans.ts';
import { DomainError } from '../../rules/domain-error.ts';
import { locationOf } from '../events/locations.ts';
import { sessionOf } from '../events/sessions.ts';
import { reconcileTickets } from './reconcile-tickets.ts';
import { parseScanItem, referenceOfItem, type Rejection, type ScanItem } from './scan-item.ts';
import { findTicketsOf, type ScanningClient } from './scanning-client.ts';
import { emitScanned } from './emit-scanned.ts';
import { refusedResult, resultsOf } from './upload-result.ts';

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
 *
 * Phases, each with few statements for all items: lock the tickets, in the order of their references, so that uploads cannot deadlock →
 * read what is stored → decide about each item → insert → reconcile the conflicts of each ticket.
 */
export async function recordScans(
  tx: WriteTransaction,
  client: ScanningClient,
  items: readonly unknown[],
): Promise<readonly ScanUploadResult[]> {
  const parsed = items.map(parseScanItem);
  const valid = parsed.flatMap((item) => ('code' in item ? [] : [item.item]));
  const tickets = await findTicketsOf(tx, client, unique(valid.map(({ ticket }) => ticket)));
  const stored = await findEntryScans(tx, unique(valid.map(({ reference }) => reference)));
  const known = new Map<string, NewEntryScan>(stored.map((scan) => [scan.reference, scan]));
  const scans: NewEntryScan[] = [];
  const decisions: Decision[] = [];
  for (const [index, item] of parsed.entries()) {
    const decision =
      'code' in item
        ? refusedResult('rejected', referenceOfItem(items[index]), item)
        : await decide(tx, client, item, { tickets, known });
    decisions.push(decision);
    if (!('scan' in decision) || decision.status === 'duplicate') continue;
    known.set(decision.scan.reference, decision.scan);
    scans.push(decision.scan);
  }
  const inserted = await insertEntryScans(tx, scans);
  const rows = new Map([...stored, ...inserted].map((scan) => [scan.reference, scan]));
  const touched = unique(decisions.flatMap((it) => ('scan' in it ? it.ticket : [])));
  const reconciled = await reconcileTickets(
    tx,
    touched.flatMap((reference) => tickets.get(reference) ?? []),
    [...rows.values()],
  );
  const results = new Map([...reconciled].map(([ticket, one]) => [ticket, resultsOf(one)]));
  return decisions.map((decision) => {
    if (!('scan' in decision)) return decision;
    const scan = rows.get(decision.scan.reference);
    const resultOf = results.get(decision.ticket);
    if (scan === undefined || resultOf === undefined)
      throw new Error('expected a scan that is stored');
    return resultOf(scan, decision.status);
  });
}

/** What becomes of an item: a scan that is stored or will be, or a refusal. */
type Decision =
  | {
      readonly status: 'recorded' | 'duplicate';
      readonly scan: NewEntryScan;
      readonly ticket: string;
    }
  | ReturnType<typeof refusedResult>;

interface Known {
  /** By reference. */
  readonly tickets: ReadonlyMap<string, AdmissionRow>;
  /** Scans that are stored or will be, by reference. */
  readonly known: ReadonlyMap<string, NewEntryScan>;
}

async function decide(
  tx: WriteTransaction,
  client: ScanningClient,
  parsed: ScanItem,
  { tickets, known }: Known,
): Promise<Decision> {
  const { reference, ticket } = parsed.item;
  const row = tickets.get(ticket);
  if (row === undefined) return refusedResult('rejected', reference, unknownTicket);
  const existing = known.get(reference);
  if (existing !== undefined) {
    return existing.content_hash?.equals(parsed.hash) === true
      ? { status: 'duplicate', scan: existing, ticket }
      : refusedResult('mismatch', reference, otherContent);
  }
  const scan = await newScan(tx, client, row, parsed);
  if ('code' in scan) return refusedResult('rejected', reference, scan);
  emitScanned(tx, row, scan, parsed.item.scanner_location ?? null);
  return { status: 'recorded', scan, ticket };
}

async function newScan(
  tx: WriteTransaction,
  client: ScanningClient,
  row: AdmissionRow,
  { item, note, scannedAt, watermark, hash }: ScanItem,
): Promise<NewEntryScan | Rejection> {
  const places = await placesOf(tx, row, item);
  if ('code' in places) return places;
  return {
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
    code_issue: issueOf(item, row.ticket),
    admission_source: item.admission_source ?? null,
    overruled_reason: item.overruled?.reason ?? null,
    overruled_note: note,
  };
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/**
 * Which of the ticket's codes the door read. The door has verified the signature and is trusted with the whole scan; a code that
 * names another ticket is ignored.
 */
function issueOf(
  { code, ticket, scanner_location: location = null }: ScanUpload,
  { code: sold }: TicketRow,
): number | null {
  if (code === undefined) return null;
  const read = parseTicketCode(code);
  const signed = read.kind === 'signed' ? readUnverified(read.token) : null;
  const named = read.kind === 'reference' ? read.reference : signed?.ticket;
  if (named === ticket) return issueRead(signed, location);
  return sold !== null && isSoldCode(code, sold) ? FIRST_ISSUE : null;
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

/** Further ahead of the server than clock drift explains, or long before the event. */
function isClockSuspect(now: Instant, row: AdmissionRow, scannedAt: Instant): boolean {
  const event = row.session?.starts_at ?? row.event.starts_at ?? row.event.created_at;
  const latest = addMicros(now, FUTURE_TOLERANCE_MINUTES * MICROS_PER_MINUTE);
  return scannedAt > latest || scannedAt < event - OLDEST_SCAN;
}

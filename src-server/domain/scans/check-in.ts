import type { Locale } from '../../../shared/languages.ts';
import { evaluate } from '../../../shared/verdict/evaluate.ts';
import type { Verdict } from '../../../shared/verdict/verdict.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { entryPoint, findAdmission, type AdmissionRow } from '../../store/admission-facts.ts';
import { appendEntryScan, type AppendedScan } from '../../store/entry-scans.ts';
import type { LocationRow } from '../../store/locations.ts';
import { DomainError } from '../../rules/domain-error.ts';
import { locationOf } from '../events/locations.ts';
import { sessionOf } from '../events/sessions.ts';
import { admissionFacts } from './admission-facts.ts';
import { findTicketOf, type ScanningClient } from './scanning-client.ts';
import { emitScanned } from './emit-scanned.ts';

export interface CheckInInput {
  readonly ticket: string;
  /** Which of the ticket's codes was read; null if it was only named. */
  readonly code_issue?: number | null;
  /** The entry point; null for online and staff check-ins, which skip the entry-point rule. */
  readonly scanner_location: string | null;
  /** Must be a session of the ticket's event; the verdict is about the ticket's own. */
  readonly session: string | null;
  readonly locale: Locale;
}

export interface CheckedIn {
  readonly verdict: Verdict;
  readonly scan: AppendedScan;
}

/**
 * Checks a ticket in now (§4.4 `POST /integration/scans`). Every verdict, allowed or denied, is stored as an entry scan. The ticket row
 * itself does not change, but it is locked, so that of any number of concurrent scans exactly one is allowed. Throws `resource.not_found`
 * for a ticket, location or session that the client may not see.
 */
export async function checkInTicket(
  tx: WriteTransaction,
  client: ScanningClient,
  input: CheckInInput,
): Promise<CheckedIn> {
  // In this order, and together: once the ticket is locked, the other statement sees every earlier admission.
  const [row, admission] = await Promise.all([
    findTicketOf(tx, client, input.ticket),
    findAdmission(tx, input.ticket),
  ]);
  if (row === undefined) {
    throw new DomainError('resource.not_found', `There is no ticket ${input.ticket}.`, 'ticket');
  }
  const location = await placeOfScan(tx, row, input);
  const { code_issue = null } = input;
  const facts = admissionFacts(row, {
    admission,
    location: location === null ? null : entryPoint(location),
    code_issue,
    locale: input.locale,
  });
  const verdict = evaluate(facts, tx.now);
  const scan = appendEntryScan(tx, {
    reference: tx.newReference('scan'),
    event_id: row.event.id,
    ticket_id: row.ticket.id,
    session_id: row.ticket.session_id,
    location_id: location?.id ?? null,
    client_id: client.clientRowId,
    result: verdict.allowed ? 'allowed' : 'denied',
    reason: verdict.reason,
    scanned_at: tx.now,
    source: 'online',
    clock_offset_ms: null,
    sequence: null,
    snapshot_watermark: null,
    content_hash: null,
    clock_suspect: 0,
    code_issue,
    admission_source: null,
  });
  emitScanned(tx, row, scan, location?.reference ?? null);
  return { verdict, scan };
}

async function placeOfScan(
  tx: WriteTransaction,
  row: AdmissionRow,
  input: CheckInInput,
): Promise<LocationRow | null> {
  if (input.session !== null) await sessionOf(tx, row.event.id, input.session);
  if (input.scanner_location === null) return null;
  return locationOf(tx, row.event.id, input.scanner_location);
}

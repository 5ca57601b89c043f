// Why: docs/decisions/0029-releases.md
import { errorMessages } from '../../../shared/contract/errors.ts';
import type { ReleaseUploadResult } from '../../../shared/resources/releases.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { AdmissionRow } from '../../store/admission-facts.ts';
import { findReleases, insertRelease, type ReleaseRow } from '../../store/releases.ts';
import { DomainError } from '../../rules/domain-error.ts';
import { locationOf } from '../events/locations.ts';
import { emitReleased } from './emit-released.ts';
import { reconcileTickets } from './reconcile-tickets.ts';
import { parseReleaseItem, referenceOfRelease, type ReleaseItem } from './release-item.ts';
import type { Rejection } from './scan-item.ts';
import { findTicketsOf, type ScanningClient } from './scanning-client.ts';

const otherContent: Rejection = {
  code: 'release.mismatch',
  message: 'Another release is stored under this reference.',
};
const unknownTicket: Rejection = { code: 'ticket.unknown', message: errorMessages.ticketUnknown };

/**
 * Records releases that stations made (scanner surface, "Upload of releases"). Returns one result per item, in order; an invalid item
 * never blocks the others. One whose scan is not known yet is recorded too. Repeating an item changes nothing.
 */
export async function recordReleases(
  tx: WriteTransaction,
  client: ScanningClient,
  items: readonly unknown[],
): Promise<readonly ReleaseUploadResult[]> {
  const parsed = items.map(parseReleaseItem);
  const valid = parsed.flatMap((item) => ('code' in item ? [] : [item.item]));
  const tickets = await findTicketsOf(tx, client, [...new Set(valid.map((one) => one.ticket))]);
  const stored = await findReleases(tx, [...new Set(valid.map((one) => one.reference))]);
  const known = new Map(stored.map((release) => [release.reference, release]));
  const touched = new Map<string, AdmissionRow>();
  const results: ReleaseUploadResult[] = [];
  for (const [index, item] of parsed.entries()) {
    if ('code' in item) {
      results.push(refused('rejected', referenceOfRelease(items[index]), item));
      continue;
    }
    const row = tickets.get(item.item.ticket);
    if (row !== undefined) touched.set(item.item.ticket, row);
    results.push(await decide(tx, client, item, { row, known }));
  }
  await reconcileTickets(tx, [...touched.values()], []);
  const bound = new Map(
    (await findReleases(tx, [...known.keys()])).map(({ reference, scan }) => [reference, scan]),
  );
  return results.map((result) => ({ ...result, scan: bound.get(result.reference ?? '') ?? null }));
}

async function decide(
  tx: WriteTransaction,
  client: ScanningClient,
  parsed: ReleaseItem,
  {
    row,
    known,
  }: { readonly row: AdmissionRow | undefined; readonly known: Map<string, ReleaseRow> },
): Promise<ReleaseUploadResult> {
  const { reference } = parsed.item;
  if (row === undefined) return refused('rejected', reference, unknownTicket);
  const existing = known.get(reference);
  if (existing !== undefined) {
    return existing.content_hash?.equals(parsed.hash) === true
      ? recorded('duplicate', reference)
      : refused('mismatch', reference, otherContent);
  }
  const location = await placeOf(tx, row, parsed.item.scanner_location ?? null);
  if (location !== null && 'code' in location) return refused('rejected', reference, location);
  const { item, note, releasedAt, hash } = parsed;
  const release = await insertRelease(tx, {
    reference,
    event_id: row.event.id,
    ticket_id: row.ticket.id,
    scan: item.scan,
    is_named: item.scan === null ? 0 : 1,
    kind: item.kind,
    note,
    location_id: location?.id ?? null,
    client_id: client.clientRowId,
    released_at: releasedAt,
    source: 'upload',
    clock_offset_ms: item.clock_offset_ms,
    sequence: item.sequence,
    content_hash: hash,
  });
  known.set(reference, release);
  emitReleased(tx, row, release, item.scanner_location ?? null);
  return recorded('recorded', reference);
}

async function placeOf(tx: WriteTransaction, row: AdmissionRow, reference: string | null) {
  if (reference === null) return null;
  try {
    return await locationOf(tx, row.event.id, reference);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: 'location.unknown', message: error.message } satisfies Rejection;
  }
}

function recorded(status: 'recorded' | 'duplicate', reference: string): ReleaseUploadResult {
  return { reference, status, scan: null, code: null, message: null };
}

function refused(
  status: 'rejected' | 'mismatch',
  reference: string | null,
  { code, message }: Rejection,
): ReleaseUploadResult {
  return { reference, status, scan: null, code, message };
}

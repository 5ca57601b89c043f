// Why: docs/decisions/0029-releases.md
import { MAX_RELEASE_NOTE_LENGTH } from '../../../shared/contract/limits.ts';
import type { ReleaseKind } from '../../../shared/verdict/terms/releases.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { findAdmissionRow } from '../../store/admission-facts.ts';
import { findEntryScan } from '../../store/entry-scans.ts';
import { hasEnded, insertRelease, type ReleaseRow } from '../../store/releases.ts';
import { getTicket } from '../../store/tickets.ts';
import { checkOptionalLine } from '../../rules/checks.ts';
import { DomainError, invalid } from '../../rules/domain-error.ts';
import { locationOf } from '../events/locations.ts';
import { emitReleased } from './emit-released.ts';
import { reconcileTickets } from './reconcile-tickets.ts';
import { findTicketOf, type ScanningClient } from './scanning-client.ts';

export interface ReleaseInput {
  readonly scan: string;
  readonly kind: ReleaseKind;
  readonly note: string | null;
  readonly scanner_location: string | null;
}

/**
 * Ends an admission now. `client` is null for staff, who may see it. One that ended as an exit can still be called a mistake, so that the ticket admits again. Throws
 * `resource.not_found` for a scan or location that the client may not see, and `validation.failed` for a scan that admitted nobody or
 * has ended.
 */
export async function releaseScan(
  tx: WriteTransaction,
  client: ScanningClient | null,
  input: ReleaseInput,
): Promise<{ readonly release: ReleaseRow; readonly contactId: number | null }> {
  const note =
    input.note === null ? null : checkOptionalLine('note', input.note, MAX_RELEASE_NOTE_LENGTH);
  const scan = await findEntryScan(tx, input.scan);
  const ticket = scan === undefined ? undefined : await getTicket(tx, scan.ticket_id);
  const row =
    ticket &&
    (client === null
      ? await findAdmissionRow(tx, ticket.reference)
      : await findTicketOf(tx, client, ticket.reference));
  if (scan === undefined || row === undefined) {
    throw new DomainError('resource.not_found', `There is no scan ${input.scan}.`, 'scan');
  }
  if (scan.result !== 'allowed') throw invalid('scan', `The scan ${input.scan} admitted nobody.`);
  if (await hasEnded(tx, scan, ['mistake', input.kind])) {
    throw invalid('scan', `The admission ${input.scan} has ended already.`);
  }
  const { scanner_location: place } = input;
  const location = place === null ? null : await locationOf(tx, row.event.id, place);
  const release = await insertRelease(tx, {
    reference: tx.newReference('release'),
    event_id: row.event.id,
    ticket_id: row.ticket.id,
    scan: input.scan,
    is_named: 1,
    kind: input.kind,
    note,
    location_id: location?.id ?? null,
    client_id: client?.clientRowId ?? null,
    released_at: tx.now,
    source: client === null ? 'box_office' : 'online',
    clock_offset_ms: null,
    sequence: null,
    content_hash: null,
  });
  await reconcileTickets(tx, [row], []);
  emitReleased(tx, row, release, place);
  return { release, contactId: row.ticket.contact_id };
}

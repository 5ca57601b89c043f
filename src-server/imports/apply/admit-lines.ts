import type { WriteTransaction } from '../../database/transaction.ts';
import {
  ELSEWHERE,
  insertEntryScans,
  listAdmitted,
  type NewEntryScan,
} from '../../store/entry-scans.ts';
import type { TicketRow } from '../../store/tickets.ts';
import type { ImportLine } from '../lines/import-line.ts';
import type { ImportBatch } from './import-batch.ts';

export interface SeenLine {
  readonly line: ImportLine;
  readonly tickets: readonly TicketRow[];
}

/** Records that tickets were admitted elsewhere, so that no door lets them in again. Those that were admitted stay as they are. */
export async function admitLines(
  tx: WriteTransaction,
  { context, remember }: ImportBatch,
  lines: readonly SeenLine[],
): Promise<void> {
  const { event } = context.catalogue;
  const said = lines.flatMap(({ line: { checked_in }, tickets }) =>
    checked_in === null ? [] : tickets.map((ticket) => ({ ticket, at: checked_in })),
  );
  const before = await listAdmitted(
    tx,
    said.map(({ ticket }) => ticket.id),
  );
  const admitted = said.filter(({ ticket }) => !before.has(ticket.id));
  const scans = await insertEntryScans(
    tx,
    admitted.map(({ ticket, at }): NewEntryScan => ({
      reference: tx.newReference('scan'),
      event_id: event.id,
      ticket_id: ticket.id,
      session_id: ticket.session_id,
      location_id: null,
      client_id: null,
      result: 'allowed',
      reason: 'scanning.allowed',
      scanned_at: at === 'unknown' ? tx.now : at,
      source: ELSEWHERE,
      clock_offset_ms: null,
      sequence: null,
      snapshot_watermark: null,
      content_hash: null,
      clock_suspect: 0,
      code_issue: null,
      admission_source: null,
    })),
  );
  for (const [at, scan] of scans.entries()) {
    remember({ admission: scan });
    tx.emit({
      organiser_id: event.organiser_id,
      event_id: event.id,
      name: 'ticket.scanned',
      data: {
        ticket: admitted[at]?.ticket.reference ?? '',
        event: event.reference,
        result: scan.result,
        reason: scan.reason,
        scanner_location: null,
        scanned_at: scan.scanned_at,
      },
    });
  }
}

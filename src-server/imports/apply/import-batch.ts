import type { Changes } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { EntryScanRow } from '../../store/entry-scans.ts';
import { recordImportChange, type ImportRow } from '../../store/imports.ts';
import type { OrderLineRow, OrderRow } from '../../store/orders.ts';
import type { TicketRow } from '../../store/tickets.ts';
import type { DecidedBatch } from '../plan/decide-batch.ts';
import type { ImportContext } from '../plan/import-context.ts';

/** Why an order has ended, as its history says it. */
export const ENDED_THERE = 'Cancelled where it was sold';

/** Of an imported line (its number), what the file before had said, and what this one says. */
export interface Said {
  readonly row: number;
  readonly content: string;
  readonly made: string;
}

export interface ImportBatch extends DecidedBatch {
  readonly context: ImportContext;
  /** Notes what a row is before it is changed and what is set of a ticket, or an admission that is recorded, to undo the import. */
  readonly remember: (
    row:
      | {
          readonly ticket: TicketRow;
          readonly set: Changes<'tickets'>;
          readonly said: Said | null;
        }
      | { readonly order: OrderRow }
      | {
          readonly line: OrderLineRow;
          readonly grown: number;
          readonly added: number;
          readonly said: Said | null;
        }
      | { readonly addOn: OrderLineRow; readonly with: readonly OrderLineRow[] }
      | { readonly admission: EntryScanRow },
  ) => void;
}

/** Writes into the transaction what rows were before this import changed them. */
export function rememberFor(
  tx: WriteTransaction,
  { id: import_id }: ImportRow,
): ImportBatch['remember'] {
  return (row) => {
    if ('line' in row) {
      const { line, grown, added } = row;
      const before = JSON.stringify({ line: line.id, grown, added, said: row.said });
      recordImportChange(tx, { import_id, ticket_id: null, order_id: line.order_id, before });
      return;
    }
    if ('addOn' in row) {
      const before = JSON.stringify({ add_on: row.addOn.id, with: row.with.map(({ id }) => id) });
      const { order_id } = row.addOn;
      recordImportChange(tx, { import_id, ticket_id: null, order_id, before });
      return;
    }
    if ('order' in row) {
      const { id, status, cancel_reason, confirmed_at } = row.order;
      const before = JSON.stringify({ status, cancel_reason, confirmed_at });
      recordImportChange(tx, { import_id, ticket_id: null, order_id: id, before });
      return;
    }
    if ('admission' in row) {
      const { ticket_id, reference } = row.admission;
      const before = JSON.stringify({ admission: reference });
      recordImportChange(tx, { import_id, ticket_id, order_id: null, before });
      return;
    }
    const { ticket } = row;
    const { door_note: _, ...set } = row.set;
    const before = JSON.stringify({
      set,
      said: row.said,
      ticket_type_id: ticket.ticket_type_id,
      session_id: ticket.session_id,
      seat_label: ticket.seat_label,
      code: ticket.code,
      contact_id: ticket.contact_id,
      valid_from: ticket.valid_from,
      valid_until: ticket.valid_until,
      entry_points: ticket.entry_points,
      // Not the note, which has to be gone once its person is erased.
      flags: ticket.flags,
      status: ticket.status,
      voided_at: ticket.voided_at,
    });
    recordImportChange(tx, { import_id, ticket_id: ticket.id, order_id: null, before });
  };
}

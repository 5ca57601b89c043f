import type Database from 'better-sqlite3';
import { soldCodeKey } from '../../../../shared/ticket-code/sold-code.ts';
import type { TicketRecord } from '../../../ports/replica.ts';

type Text = string | null;
type Micros = number | null;
type TicketParameters = [
  reference: string,
  event: string,
  status: string,
  type_reference: Text,
  type_name: Text,
  has_holder: number,
  first_name: Text,
  last_name: Text,
  email: Text,
  order_reference: Text,
  session_reference: Text,
  session_name: Text,
  session_starts_at: Micros,
  seat_label: Text,
  valid_from: Micros,
  valid_until: Micros,
  entry_points: Text,
  code_issue: number,
  sold_code: Text,
  sold_code_key: Text,
  external_id: Text,
  order_external_id: Text,
  door_note: Text,
  flags: Text,
  created_at: Micros,
  deleted_at: Micros,
  updated_at: number,
  import_: number,
];

interface TicketWritten {
  /** By how much the number of admissible tickets changed. */
  readonly expected: number;
  /** It has no name, and is not known to have had none before: its holder may have been erased. */
  readonly hasLostName: boolean;
}

const unchanged: TicketWritten = { expected: 0, hasLostName: false };

/** Returns a function that writes one ticket. A later import wins, and within one import the newer or equal `updated_at`. */
export function prepareTicketUpsert(
  database: Database.Database,
): (ticket: TicketRecord, importNumber: number) => TicketWritten {
  const known = database.prepare<
    [string],
    { admissible: number; has_name: number; updated_at: number; import: number }
  >(
    `SELECT (status IN ('valid', 'checked_in') AND deleted_at IS NULL) AS admissible,
       coalesce(first_name, last_name, email) IS NOT NULL AS has_name, updated_at, import
     FROM tickets WHERE reference = ?`,
  );
  const put = database.prepare<TicketParameters>(
    `INSERT OR REPLACE INTO tickets (reference, event, status, type_reference, type_name, has_holder, first_name,
       last_name, email, order_reference, session_reference, session_name, session_starts_at, seat_label, valid_from,
       valid_until, entry_points, code_issue, sold_code, sold_code_key, external_id,
       order_external_id, door_note, flags, created_at, deleted_at, updated_at, import)
     VALUES (${'?, '.repeat(27)}?)`,
  );
  return (ticket, importNumber) => {
    const before = known.get(ticket.reference);
    const isNamed = before !== undefined && before.import >= importNumber;
    if (isNamed && before.updated_at > ticket.updated_at) return unchanged;
    put.run(...ticketParameters(ticket, importNumber));
    return {
      expected: (isAdmissible(ticket) ? 1 : 0) - (before?.admissible ?? 0),
      hasLostName: before?.has_name !== 0 && isNameless(ticket.holder),
    };
  };
}

function isNameless(holder: TicketRecord['holder']): boolean {
  return holder === null || Object.values(holder).every((value) => value === null);
}

function isAdmissible(ticket: TicketRecord): boolean {
  return (
    ticket.deleted_at === null && (ticket.status === 'valid' || ticket.status === 'checked_in')
  );
}

function ticketParameters(ticket: TicketRecord, importNumber: number): TicketParameters {
  return [
    ticket.reference,
    ticket.event,
    ticket.status,
    ticket.ticket_type?.reference ?? null,
    ticket.ticket_type?.name ?? null,
    ticket.holder === null ? 0 : 1,
    ticket.holder?.first_name ?? null,
    ticket.holder?.last_name ?? null,
    ticket.holder?.email ?? null,
    ticket.order,
    ticket.session?.reference ?? null,
    ticket.session?.name ?? null,
    ticket.session?.starts_at ?? null,
    ticket.seat_label,
    ticket.valid_from,
    ticket.valid_until,
    ticket.entry_points === null ? null : JSON.stringify(ticket.entry_points),
    ticket.code_issue,
    ticket.sold_code,
    ticket.sold_code === null ? null : soldCodeKey(ticket.sold_code),
    ticket.external_id,
    ticket.order_external_id,
    ticket.door_note,
    ticket.flags.length === 0 ? null : JSON.stringify(ticket.flags),
    ticket.created_at,
    ticket.deleted_at,
    ticket.updated_at,
    importNumber,
  ];
}

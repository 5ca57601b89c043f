import type Database from 'better-sqlite3';
import {
  instantFromMicros,
  isInstant,
  nearestInstant,
  type Instant,
} from '../../../../shared/instant.ts';
import type {
  Admission,
  EventTotals,
  OrderLineRecord,
  SearchedTickets,
  TicketRecord,
} from '../../../ports/replica.ts';
import { queryAnswers } from './answers-upsert.ts';
import { orderLineRecord, type StoredOrderLine } from './order-line-upsert.ts';
import { queryImports } from './replica-imports.ts';
import { queryTicketIndex } from './ticket-index.ts';
import { parseReferences } from './replica-documents.ts';
import { queryInside } from './query-inside.ts';
import { queryUnreadable } from './unreadable-rows.ts';

export interface StoredTicket {
  readonly reference: string;
  readonly event: string;
  readonly status: TicketRecord['status'];
  readonly type_reference: string | null;
  readonly type_name: string | null;
  readonly has_holder: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly order_reference: string | null;
  readonly session_reference: string | null;
  readonly session_name: string | null;
  readonly session_starts_at: number | null;
  readonly seat_label: string | null;
  readonly valid_from: number | null;
  readonly valid_until: number | null;
  readonly entry_points: string | null;
  readonly code_issue: number;
  readonly sold_code: string | null;
  readonly external_id: string | null;
  readonly order_external_id: string | null;
  readonly door_note: string | null;
  readonly flags: string | null;
  readonly created_at: number | null;
  readonly deleted_at: number | null;
  readonly updated_at: number;
}

/** The queries of the replica, compiled once per connection. */
export function readReplica(database: Database.Database) {
  const ticket = database.prepare<[string], StoredTicket>(
    'SELECT * FROM tickets WHERE reference = ?',
  );
  // No character of a reference comes after `~`.
  const beginning = database.prepare<[string, string, string, number], StoredTicket>(
    'SELECT * FROM tickets WHERE reference >= ? AND reference < ? AND event = ? LIMIT ?',
  );
  const scan = database.prepare<[string], { ticket: string | null }>(
    'SELECT ticket FROM scans WHERE reference = ?',
  );
  const orderLines = database.prepare<[string, string], StoredOrderLine>(
    `SELECT * FROM order_lines
     WHERE order_reference = ? AND event = ? AND (quantity > 0 OR redeemed > 0) ORDER BY reference`,
  );
  const inside = queryInside(database);
  const index = queryTicketIndex<StoredTicket>(database);
  // Both reads see one snapshot: otherwise the worker could index the remaining rows between them, and an incomplete result would be called complete.
  const withCompleteness = database.transaction(
    (find: () => readonly StoredTicket[]): SearchedTickets => ({
      tickets: find().flatMap((row) => readTicket(row) ?? []),
      complete: index.isWhole(),
    }),
  );
  const totals = database.prepare<[string], EventTotals>(
    'SELECT expected, admitted, inside FROM totals WHERE event = ?',
  );
  const since = database.prepare<[string, number], { ticket: string; scanned_at: number }>(
    `SELECT ticket, min(scanned_at) AS scanned_at FROM scans AS recent
     WHERE event = ? AND result = 'allowed' AND ticket IS NOT NULL AND scanned_at >= ?
       AND NOT EXISTS (
         SELECT 1 FROM scans AS earlier
         WHERE earlier.ticket = recent.ticket AND earlier.result = 'allowed'
           AND earlier.scanned_at < recent.scanned_at)
     GROUP BY ticket`,
  );
  const document = database
    .prepare<[string, string], string>('SELECT body FROM documents WHERE kind = ? AND key = ?')
    .pluck();

  return {
    ...queryImports(database),
    ...queryUnreadable(database),
    ...querySoldCodes(database),
    ...queryAnswers(database),
    admissionsOf: inside.admissionsOf,
    releasesOf: inside.releasesOf,
    findTicket(event: string, reference: string): TicketRecord | null {
      const row = ticket.get(reference);
      return row === undefined || row.event !== event ? null : readTicket(row);
    },
    findElsewhere(event: string, reference: string): TicketRecord | null {
      const row = ticket.get(reference);
      return row === undefined || row.event === event ? null : readTicket(row);
    },
    findScan(reference: string): { readonly ticket: string | null } | null {
      return scan.get(reference) ?? null;
    },
    orderLines(event: string, order: string): readonly OrderLineRecord[] {
      return orderLines.all(order, event).map(orderLineRecord);
    },
    searchTickets(event: string, words: readonly string[], limit: number): SearchedTickets {
      return withCompleteness(() => index.search(event, words, limit));
    },
    isIndexed: (): boolean => index.isWhole(),
    ticketsBeginning(event: string, head: string, limit: number): SearchedTickets {
      const rows = beginning.all(head, `${head}~`, event, limit);
      return { tickets: rows.flatMap((row) => readTicket(row) ?? []), complete: true };
    },
    ticketsOfOrder(event: string, order: string, limit: number): SearchedTickets {
      return withCompleteness(() =>
        index
          .ofOrder(event, order, limit)
          .filter(({ order_reference }) => order_reference === order),
      );
    },
    totals(event: string): EventTotals {
      return totals.get(event) ?? { expected: 0, admitted: 0, inside: 0 };
    },
    admissionsSince(event: string, from: Instant): readonly Admission[] {
      return since
        .all(event, from)
        .map((row) => ({ ticket: row.ticket, scanned_at: nearestInstant(row.scanned_at) }));
    },
    document(kind: 'events' | 'setup' | 'identity', key: string): string | undefined {
      return document.get(kind, key);
    },
  };
}

/** Tickets by the codes under which they were sold elsewhere. */
function querySoldCodes(database: Database.Database) {
  const withCode = database.prepare<[string, string], StoredTicket>(
    `SELECT * FROM tickets INDEXED BY tickets_sold_code
     WHERE event = ? AND sold_code_key IN (SELECT value FROM json_each(?))`,
  );
  const codeFrom = database
    .prepare<[string, string], string>(
      `SELECT sold_code FROM tickets INDEXED BY tickets_sold_code
       WHERE event = ? AND sold_code_key >= ? ORDER BY sold_code_key LIMIT 1`,
    )
    .pluck();
  const codeBefore = database
    .prepare<[string, string], string>(
      `SELECT sold_code FROM tickets INDEXED BY tickets_sold_code
       WHERE event = ? AND sold_code_key < ? ORDER BY sold_code_key DESC LIMIT 1`,
    )
    .pluck();

  return {
    ticketsWithCode(event: string, keys: readonly string[]): readonly TicketRecord[] {
      return withCode.all(event, JSON.stringify(keys)).flatMap((row) => readTicket(row) ?? []);
    },
    soldCodesBeside(event: string, key: string): readonly string[] {
      return [codeBefore, codeFrom].flatMap((beside) => beside.get(event, key) ?? []);
    },
  };
}

export type ReplicaReader = ReturnType<typeof readReplica>;

/**
 * Null for a row with a time or a status that no ticket can have, because of damage: it is looked up at the server as if it were missing.
 */
function readTicket(row: StoredTicket): TicketRecord | null {
  const { session_starts_at, valid_from, valid_until, deleted_at, updated_at } = row;
  const times = [session_starts_at, valid_from, valid_until, deleted_at, updated_at];
  const isPossible = times.every((time) => time === null || isInstant(time));
  return isPossible && statuses.has(row.status) ? decodeTicket(row) : null;
}

const statuses: ReadonlySet<string> = new Set<TicketRecord['status']>([
  'valid',
  'checked_in',
  'cancelled',
  'refunded',
  'unknown',
]);

/** @throws {RangeError} for an invalid time. */
export function decodeTicket(row: StoredTicket): TicketRecord {
  return {
    reference: row.reference,
    event: row.event,
    status: row.status,
    ticket_type:
      row.type_reference === null
        ? null
        : { reference: row.type_reference, name: row.type_name ?? '' },
    holder:
      row.has_holder === 0
        ? null
        : { first_name: row.first_name, last_name: row.last_name, email: row.email },
    order: row.order_reference,
    session: sessionOf(row),
    seat_label: row.seat_label,
    valid_from: instantOrNull(row.valid_from),
    valid_until: instantOrNull(row.valid_until),
    entry_points: row.entry_points === null ? null : (parseReferences(row.entry_points) ?? []),
    code_issue: row.code_issue,
    sold_code: row.sold_code,
    external_id: row.external_id,
    order_external_id: row.order_external_id,
    door_note: row.door_note,
    flags: row.flags === null ? [] : (parseReferences(row.flags) ?? []),
    created_at: instantOrNull(row.created_at),
    deleted_at: instantOrNull(row.deleted_at),
    updated_at: instantFromMicros(row.updated_at),
  };
}

function sessionOf(row: StoredTicket): TicketRecord['session'] {
  if (row.session_reference === null || row.session_starts_at === null) return null;
  return {
    reference: row.session_reference,
    name: row.session_name,
    starts_at: instantFromMicros(row.session_starts_at),
  };
}

function instantOrNull(micros: number | null): Instant | null {
  return micros === null ? null : instantFromMicros(micros);
}

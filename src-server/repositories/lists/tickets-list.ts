import type { Answer, Ticket, TicketWithEvent } from '../../../shared/contract/resources.ts';
import { FIRST_ISSUE } from '../../../shared/ticket-code/code-payload.ts';
import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { Row } from '../../database/schema.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { readTexts } from '../texts-column.ts';
import { formatOrNull } from './format.ts';
import type { ListSource } from './list-source.ts';
import { readAnswers } from './read-answers.ts';
import { sessionSummary, type SessionColumns } from './scans-list.ts';

export interface TicketRow extends Row<'tickets'>, SessionColumns {
  readonly event_reference: string;
  readonly order_reference: string | null;
  readonly type_reference: string;
  readonly type_name: string;
  readonly type_valid_from: Instant | null;
  readonly type_valid_until: Instant | null;
  readonly type_entry_points: string | null;
  readonly contact_reference: string | null;
  readonly contact_email: string | null;
  readonly contact_first_name: string | null;
  readonly contact_last_name: string | null;
}

const shape = {
  table: 'tickets',
  columns: `t.*, e.reference as event_reference, o.reference as order_reference,
    y.reference as type_reference, y.name as type_name, y.valid_from as type_valid_from,
    y.valid_until as type_valid_until, y.entry_points as type_entry_points,
    c.reference as contact_reference, c.email as contact_email, c.first_name as contact_first_name,
    c.last_name as contact_last_name, s.reference as session_reference, s.name as session_name,
    s.starts_at as session_starts_at`,
  joins: `join events e on e.id = t.event_id join ticket_types y on y.id = t.ticket_type_id
    left join orders o on o.id = t.order_id left join contacts c on c.id = t.contact_id
    left join sessions s on s.id = t.session_id`,
} as const;

/** What of a ticket the caller gets to see beside its own columns. */
export interface TicketView {
  /** Whether holders' emails are shown; stations get names only. */
  readonly withEmail: boolean;
  readonly withAnswers: boolean;
}

export function ticketsList(view: TicketView): ListSource<TicketRow, Ticket> {
  return {
    ...shape,
    // Answers change without their ticket.
    ...(view.withAnswers ? {} : { keptAs: view.withEmail ? 'ticket' : 'ticket without email' }),
    toResources: async (tx, rows) => {
      const answers = await readAnswersOf(tx, rows, view);
      return rows.map((row) => ({ ...ticketResource(row, view), ...answers(row) }));
    },
  };
}

/** The single-ticket read: with its event (§2.6). */
export function ticketDetails(view: TicketView): ListSource<TicketRow, TicketWithEvent> {
  return {
    ...shape,
    toResources: async (tx, rows) => {
      const answers = await readAnswersOf(tx, rows, view);
      return rows.map((row) => ({
        ...ticketResource(row, view),
        event: row.event_reference,
        ...answers(row),
      }));
    },
  };
}

function ticketResource(row: TicketRow, view: TicketView): Ticket {
  return {
    reference: row.reference,
    status: row.status,
    ticket_type: { reference: row.type_reference, name: row.type_name },
    contact:
      row.contact_reference === null
        ? null
        : {
            reference: row.contact_reference,
            email: view.withEmail ? row.contact_email : null,
            first_name: row.contact_first_name,
            last_name: row.contact_last_name,
          },
    order: row.order_reference,
    session: sessionSummary(row),
    seat_label: row.seat_label,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    deleted_at: formatOrNull(row.deleted_at),
    ...(row.code_issue === FIRST_ISSUE
      ? { code: row.code ?? row.reference }
      : { code: null, code_issue: row.code_issue }),
    valid_from: formatOrNull(row.valid_from ?? row.type_valid_from),
    valid_until: formatOrNull(row.valid_until ?? row.type_valid_until),
    entry_points: entryPointsOf(row),
  };
}

function entryPointsOf(row: TicketRow): string[] | null {
  const texts = readTexts(row.entry_points ?? row.type_entry_points);
  return texts === null ? null : [...texts];
}

/** Gives each row the answers of its order, or no such field to callers who may not see them. */
async function readAnswersOf(
  tx: ReadTransaction,
  rows: readonly TicketRow[],
  { withAnswers }: TicketView,
): Promise<(row: TicketRow) => { readonly answers?: Answer[] }> {
  if (!withAnswers) return () => ({});
  const orders = rows.flatMap((row) => (row.order_id === null ? [] : [row.order_id]));
  const answers = await readAnswers(tx, [...new Set(orders)]);
  return ({ order_id: order }) => ({
    answers: order === null ? [] : [...(answers.get(order) ?? [])],
  });
}

import {
  ticketRoutes,
  type Answer,
  type Ticket,
  type TicketWithEvent,
} from '../../../shared/resources/tickets.ts';
import type { Scope } from '../../../shared/contract/scopes.ts';
import { ORDER_KEY_DAYS } from '../../../shared/contract/retention.ts';
import { formatInstant, MICROS_PER_DAY } from '../../../shared/instant.ts';
import { FIRST_ISSUE } from '../../../shared/ticket-code/code-payload.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { requireAccess } from '../../http/authenticate.ts';
import { notFound } from '../../http/errors/api-error.ts';
import type { RequestContext, Handler, HandlersOf } from '../../http/request-context.ts';
import type { EventRow } from '../../store/events.ts';
import { compileBody } from '../../http/bodies/validate-body.ts';
import {
  withIdempotency,
  withOptionalKey,
  type OptionalKeyOptions,
} from '../../http/idempotency.ts';
import { findOrder } from '../../store/orders.ts';
import { findTicket } from '../../store/tickets.ts';
import { reassignTicket, updateTicket } from '../../domain/tickets/change-ticket.ts';
import { reissueTicket } from '../../domain/tickets/reissue-ticket.ts';
import { readTexts } from '../../store/rows.ts';
import { currentCodeKey } from '../../domain/tickets/code-keys.ts';
import { findSoldTicket } from '../../domain/tickets/find-sold-ticket.ts';
import { issueCode, signTicketCode } from '../../domain/tickets/issue-code.ts';
import { recordCall, refuseStations } from './as-staff.ts';
import { readAnswers } from './answers.ts';
import { filterTickets } from './ticket-filter.ts';
import { requireVisibleEvent } from './events.ts';
import { respondWithList } from '../lists/list.ts';
import { parseListQuery, wantsDeleted } from '../lists/list-parameters.ts';
import {
  inOrderOf,
  readOne,
  selectRows,
  listSource,
  type RowOf,
  type Selection,
  type Where,
} from '../lists/list-rows.ts';
import { formatOrNull, sessionSummary } from './summaries.ts';

const REMEMBERED_MICROS = ORDER_KEY_DAYS * MICROS_PER_DAY;
const validateUpdate = compileBody(ticketRoutes.updateTicket.request);

/** Either scope shows the emails of ticket holders; a station with neither gets names only (scanner surface). */
const emailScopes: readonly Scope[] = ['tickets:read', 'contacts:read'];

const listTickets: Handler = (context) =>
  respondWithList(context, async (tx) => {
    const event = await requireVisibleEvent(context, tx);
    const query = parseListQuery(context.query, context.contract.query);
    const { statuses, order: ordered, code, includeDeleted } = query;
    const shown = viewOf(context);
    // Whoever may not see an email may not ask for one either.
    if ((query.email ?? query.search) !== null) requireAccess(context.caller, emailScopes);
    const order = ordered === null ? undefined : await orderOfEvent(tx, event, ordered);
    const filtered = await filterTickets(tx, event, query);
    const where = {
      event_id: event.id,
      deleted_at: includeDeleted ? undefined : null,
      status: statuses?.length === 1 ? statuses[0] : undefined,
      order_id: order,
      ...filtered?.where,
    };
    const view = { ...shown, withAnswers: query.includeAnswers && seesAnswers(context) };
    const name = `tickets of ${event.reference}`;
    const id = code === null ? undefined : await soldUnder(tx, event, code);
    const selection = { ...ticketsWhere({ ...where, id }, view), filter: filtered?.filter };
    return { name, selection, query };
  });

const readTicket: Handler = (context) =>
  context.database.read(async (tx) => {
    const includeDeleted = wantsDeleted(context.query, context.contract.query);
    const view = { ...viewOf(context), withAnswers: seesAnswers(context) };
    const where = { deleted_at: includeDeleted ? undefined : null };
    const details = { ...ticketDetails(where, view), scope: context.caller };
    const ticket = await readOne(tx, details, context.param('reference'));
    if (ticket === null) throw notFound();
    parseListQuery(context.query, context.contract.query);
    return { status: 200, body: { data: ticket } };
  });

/** What staff do with `ticket.update` and `ticket.reassign` (additive). */
const updateTicketOf: Handler = (context) => {
  const write: OptionalKeyOptions['write'] = (work, options) =>
    context.database.write(work, options);
  return withOptionalKey(context, { rememberMicros: REMEMBERED_MICROS, write }, async () => {
    refuseStations(context.caller);
    await context.database.read((tx) => requireVisibleTicket(context, tx));
    const { seat_label, holder } = validateUpdate(context.json);
    return async (tx) => {
      const { reference } = await requireVisibleTicket(context, tx);
      if (seat_label !== undefined) {
        await updateTicket(tx, reference, { seat_label });
        const input = { ticket: reference, seat_label };
        recordCall(context, tx, { operation: 'ticket.update', resource: reference, input });
      }
      if (holder !== undefined) {
        await reassignTicket(tx, reference, holder);
        const input = { ticket: reference };
        recordCall(context, tx, { operation: 'ticket.reassign', resource: reference, input });
      }
      return changedTicket(tx, reference);
    };
  });
};

/** What staff do with `ticket.reissue` (additive). */
const reissueTicketOf: Handler = (context) =>
  withIdempotency(context, { rememberMicros: REMEMBERED_MICROS }, async (tx) => {
    refuseStations(context.caller);
    const { reference } = await requireVisibleTicket(context, tx);
    const event = await reissueTicket(tx, reference);
    const input = { ticket: reference };
    recordCall(context, tx, { operation: 'ticket.reissue', resource: reference, input });
    const { status, body, contactId } = await changedTicket(tx, reference);
    const key = await currentCodeKey(tx, event.organiser_id);
    const signed_code = await signTicketCode(body.data, event.reference, key);
    return { status, body: { data: { ...body.data, signed_code } }, contactId };
  });

/** A current ticket that the caller may see. Throws `resource.not_found`. */
export async function requireVisibleTicket(
  context: RequestContext,
  tx: ReadTransaction,
): Promise<TicketWithEvent> {
  const visible = { ...ticketDetails({ deleted_at: null }, asPlaced), scope: context.caller };
  const ticket = await readOne(tx, visible, context.param('reference'));
  if (ticket === null) throw notFound();
  return ticket;
}

/** As in the answer to an order that was placed. */
const asPlaced: TicketView = { withEmail: true, withAnswers: false };

async function changedTicket(tx: ReadTransaction, reference: string) {
  const data = await readOne(tx, ticketDetails({}, asPlaced), reference);
  const row = await findTicket(tx, reference);
  if (data === null || row === undefined) throw new Error('expected a ticket that is there');
  return { status: 200, body: { data }, contactId: row.contact_id };
}

export const ticketHandlers: HandlersOf<typeof ticketRoutes> = {
  listTickets,
  readTicket,
  updateTicket: updateTicketOf,
  reissueTicket: reissueTicketOf,
};

/** An order of the event, by reference. Throws `resource.not_found`. */
async function orderOfEvent(
  tx: ReadTransaction,
  event: EventRow,
  reference: string,
): Promise<number> {
  const order = await findOrder(tx, reference);
  if (order?.event_id !== event.id) throw notFound();
  return order.id;
}

/** The number of the ticket that was sold elsewhere under the code, or one that no row has. */
async function soldUnder(tx: ReadTransaction, event: EventRow, code: string): Promise<number> {
  const found = await findSoldTicket(tx, event.id, code);
  return found.kind === 'found' ? found.sold.id : 0;
}

/** Which related data of a ticket the caller may see. */
export interface TicketView {
  /** Whether holders' emails are shown; stations get names only. */
  readonly withEmail: boolean;
  readonly withAnswers: boolean;
}

/** Without answers, which only the list and the single read of tickets include. */
export function viewOf({ caller }: RequestContext): TicketView {
  const withEmail = emailScopes.some((scope) => caller.scopes.includes(scope));
  return { withEmail, withAnswers: false };
}

function seesAnswers({ caller }: RequestContext): boolean {
  return caller.scopes.includes('tickets:read');
}

const ticketRows = listSource('tickets', (db, ids) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('ticket_types as y', 'y.id', 't.ticket_type_id')
    .leftJoin('orders as o', 'o.id', 't.order_id')
    .leftJoin('contacts as c', 'c.id', 't.contact_id')
    .leftJoin('sessions as s', 's.id', 't.session_id')
    .select([
      't.id',
      't.reference',
      't.order_id',
      't.status',
      't.seat_label',
      't.code',
      't.code_issue',
      't.revision',
      't.external_id',
      't.valid_from',
      't.valid_until',
      't.entry_points',
      't.door_note',
      't.flags',
      't.created_at',
      't.updated_at',
      't.deleted_at',
      'e.reference as event_reference',
      'o.reference as order_reference',
      'o.external_id as order_external_id',
      'y.reference as type_reference',
      'y.name as type_name',
      'y.valid_from as type_valid_from',
      'y.valid_until as type_valid_until',
      'y.entry_points as type_entry_points',
      'y.re_entry',
      'c.reference as contact_reference',
      'c.email as contact_email',
      'c.first_name as contact_first_name',
      'c.last_name as contact_last_name',
      's.reference as session_reference',
      's.name as session_name',
      's.starts_at as session_starts_at',
    ])
    .where('t.id', 'in', ids),
);

type TicketRow = RowOf<typeof ticketRows>;

/** Tickets as lists show them (§2.6). */
export function ticketsWhere(
  where: Where<'tickets'>,
  view: TicketView,
): Selection<'tickets', TicketRow, Ticket> {
  return {
    source: ticketRows,
    where,
    // One ticket is counted faster than remembered.
    ...(where.id === undefined && { partition: 'event_id' as const }),
    toResources: async (tx, rows) => {
      const answers = await readAnswersOf(tx, rows, view);
      return rows.map((row) => ({ ...ticketResource(row, view), ...answers(row) }));
    },
  };
}

/** Tickets as the single read shows them: with their event (§2.6). */
export function ticketDetails(
  where: Where<'tickets'>,
  view: TicketView,
): Selection<'tickets', TicketRow, TicketWithEvent> {
  return {
    source: ticketRows,
    where,
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

/** The tickets of these rows, in their order, as their organiser sees them. */
export async function readTickets(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<readonly Ticket[]> {
  const view = { withEmail: true, withAnswers: false };
  const rows = await selectRows(tx, ticketRows, ids);
  return inOrderOf(ids, rows).map((row) => ticketResource(row, view));
}

/** The same with their events. */
export async function readTicketsOfEvents(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<readonly TicketWithEvent[]> {
  const view = { withEmail: true, withAnswers: false };
  const rows = await selectRows(tx, ticketRows, ids);
  return inOrderOf(ids, rows).map((row) => ({
    ...ticketResource(row, view),
    event: row.event_reference,
  }));
}

/** A ticket as its organiser sees it, superseded or not. */
export async function describeTicket(
  tx: ReadTransaction,
  reference: string,
): Promise<TicketWithEvent> {
  const details = ticketDetails({}, { withEmail: true, withAnswers: true });
  const ticket = await readOne(tx, details, reference);
  if (ticket === null) throw new Error('expected a ticket that is there');
  return ticket;
}

/** The same with its current signed code. Throws `operation.impossible` where its entry points do not fit into one. */
export async function describeTicketWithCode(
  tx: WriteTransaction,
  reference: string,
  event: EventRow,
): Promise<TicketWithEvent> {
  const ticket = await describeTicket(tx, reference);
  const key = await currentCodeKey(tx, event.organiser_id);
  return { ...ticket, code: await issueCode(ticket, event.reference, key) };
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
    revision: row.revision,
    ...(row.code_issue === FIRST_ISSUE
      ? { code: row.code ?? row.reference }
      : {
          code: null,
          code_issue: row.code_issue,
          ...(row.code !== null && { ended_code: row.code }),
        }),
    external_id: row.external_id,
    ...(row.order_external_id !== null && { order_external_id: row.order_external_id }),
    valid_from: formatOrNull(row.valid_from ?? row.type_valid_from),
    valid_until: formatOrNull(row.valid_until ?? row.type_valid_until),
    entry_points: readTexts(row.entry_points ?? row.type_entry_points),
    ...(row.re_entry === 'allowed' && { re_entry: row.re_entry }),
    ...(row.door_note !== null && { door_note: row.door_note }),
    ...(row.flags !== null && { flags: [...(readTexts(row.flags) ?? [])] }),
  };
}

/**
 * Adds the order's answers to each row, or omits the field for callers who may not see them: an empty list would say that nobody
 * has answered.
 */
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

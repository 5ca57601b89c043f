import type { SetupTicketType } from '../../../shared/resources/setup.ts';
import type {
  Event,
  EventWithTicketTypes,
  OfferedTicketType,
  TicketType,
  eventRoutes,
} from '../../../shared/resources/events.ts';
import { formatInstant } from '../../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { TicketTypeRow } from '../../store/ticket-types.ts';
import { notFound } from '../../http/errors/api-error.ts';
import type { RequestContext, Handler, HandlersOf } from '../../http/request-context.ts';
import { findVisibleEvent, type AccessScope } from '../../store/access/access-scope.ts';
import type { EventRow } from '../../store/events.ts';
import { placesLeft } from '../../domain/places/sellables.ts';
import { respondWithList } from '../lists/list.ts';
import { parseListQuery, wantsDeleted, type ParsedListQuery } from '../lists/list-parameters.ts';
import {
  listSource,
  type ListedRow,
  type ListedTable,
  type Selection,
} from '../lists/list-rows.ts';
import { formatOrNull } from './summaries.ts';

const listEvents: Handler = (context) =>
  respondWithList(context, () => {
    const query = parseListQuery(context.query, context.contract.query);
    return { name: 'events', selection: visibleEvents(context.caller, query), query };
  });

const readEvent: Handler = (context) =>
  context.database.read(async (tx) => {
    const event = await requireVisibleEvent(context, tx);
    parseListQuery(context.query, context.contract.query);
    return { status: 200, body: { data: await readEventDetails(tx, event) } };
  });

export const eventHandlers: HandlersOf<typeof eventRoutes> = { listEvents, readEvent };

/** The event named in the path. Throws `resource.not_found` if the client may not see it, before anything else is validated. */
export async function requireVisibleEvent(
  context: RequestContext,
  tx: ReadTransaction,
): Promise<EventRow> {
  const event = await findVisibleEvent(tx, context.caller, {
    key: context.param('eventKey'),
    includeDeleted: wantsDeleted(context.query, context.contract.query),
  });
  if (event === null) throw notFound();
  return event;
}

/** The handler of a list of what belongs to the event named in the path. `what` names the list. */
export function listOfEvent<Name extends ListedTable, Found extends ListedRow, Resource>(
  what: string,
  select: (event: EventRow, query: ParsedListQuery) => Selection<Name, Found, Resource>,
): Handler {
  return (context) =>
    respondWithList(context, async (tx) => {
      const event = await requireVisibleEvent(context, tx);
      const query = parseListQuery(context.query, context.contract.query);
      return { name: `${what} of ${event.reference}`, selection: select(event, query), query };
    });
}

const eventRows = listSource('events', (db, ids) =>
  db.selectFrom('events').selectAll().where('id', 'in', ids),
);

function visibleEvents(
  scope: AccessScope,
  { includeDeleted }: { readonly includeDeleted: boolean },
): Selection<'events', EventRow, Event> {
  const deleted_at = includeDeleted ? undefined : null;
  const all: Selection<'events', EventRow, Event> = {
    source: eventRows,
    where: { organiser_id: scope.organiserId, deleted_at },
    toResources: (_tx, rows) => rows.map(eventResource),
  };
  // The total of a limited client also depends on its list of events.
  return scope.allEvents ? { ...all, partition: 'organiser_id' } : { ...all, scope };
}

export async function readEventDetails(
  tx: ReadTransaction,
  event: EventRow,
): Promise<EventWithTicketTypes> {
  return { ...eventResource(event), ticket_types: await readTicketTypes(tx, event) };
}

export function eventResource(row: EventRow): Event {
  return {
    reference: row.reference,
    slug: row.slug,
    name: row.name,
    status: row.status,
    starts_at: formatOrNull(row.starts_at),
    ends_at: formatOrNull(row.ends_at),
    timezone: row.timezone,
    currency: row.currency,
    updated_at: formatInstant(row.updated_at),
    deleted_at: formatOrNull(row.deleted_at),
  };
}

const typesOfEvent = prepareQuery((db, $: Parameter<{ eventId: number }>) =>
  db
    .selectFrom('ticket_types')
    .selectAll()
    .where('event_id', '=', $('eventId'))
    .orderBy('created_at')
    .orderBy('reference'),
);

/** An event's ticket types (§2.4) with what is left of each, in the order in which they were created. */
async function readTicketTypes(tx: ReadTransaction, event: EventRow): Promise<OfferedTicketType[]> {
  const rows = await tx.all(typesOfEvent, { eventId: event.id });
  const offered: OfferedTicketType[] = [];
  for (const row of rows) {
    const available = await placesLeft(tx, { kind: 'ticket', row });
    offered.push({ ...ticketTypeResource(row, event), available });
  }
  return offered;
}

/** With what only stations have to know. */
export async function readSetupTicketTypes(
  tx: ReadTransaction,
  event: EventRow,
): Promise<SetupTicketType[]> {
  const rows = await tx.all(typesOfEvent, { eventId: event.id });
  return rows.map((row) => ({
    ...ticketTypeResource(row, event),
    ...(row.re_entry === 'allowed' && { re_entry: row.re_entry }),
  }));
}

function ticketTypeResource(row: TicketTypeRow, { currency }: EventRow): TicketType {
  return {
    reference: row.reference,
    name: row.name,
    price: row.price,
    currency,
    is_active: row.is_active === 1,
    total: row.total,
    sold: row.sold,
  };
}

import type { Event, EventWithTicketTypes, TicketType } from '../../shared/contract/resources.ts';
import { formatInstant } from '../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../database/prepared-query.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { notFound } from '../http/api-error.ts';
import type { Call, Operate } from '../http/call.ts';
import { findVisibleEvent, type AccessScope } from '../repositories/access-scope.ts';
import type { EventRow } from '../repositories/events.ts';
import { answerList } from './list.ts';
import { parseListQuery, wantsDeleted } from './list-query.ts';
import { rowSource, type Selection } from './rows.ts';
import { formatOrNull } from './summaries.ts';

export const listEvents: Operate = (call) =>
  answerList(call, () => {
    const query = parseListQuery(call.query, call.contract.query);
    return { name: 'events', selection: visibleEvents(call.caller, query), query };
  });

export const readEvent: Operate = (call) =>
  call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    parseListQuery(call.query, call.contract.query);
    return { status: 200, body: { data: await readEventDetails(tx, event) } };
  });

/** The event in the path. Throws `resource.not_found` for whatever this client may not see, before anything else is judged. */
export async function requireEvent(call: Call, tx: ReadTransaction): Promise<EventRow> {
  const event = await findVisibleEvent(tx, call.caller, {
    key: call.param('eventKey'),
    includeDeleted: wantsDeleted(call.query, call.contract.query),
  });
  if (event === null) throw notFound();
  return event;
}

const eventRows = rowSource('events', (db, ids) =>
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
  // What a limited client sees also depends on its list of events.
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

/** An event's ticket types (§2.4), in the order in which they were made. */
export async function readTicketTypes(tx: ReadTransaction, event: EventRow): Promise<TicketType[]> {
  const rows = await tx.all(typesOfEvent, { eventId: event.id });
  return rows.map((row) => ({
    reference: row.reference,
    name: row.name,
    price: row.price,
    currency: event.currency,
    is_active: row.is_active === 1,
    total: row.total,
    sold: row.sold,
  }));
}

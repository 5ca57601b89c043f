import type { AddOnLine, addOnRoutes } from '../../../shared/resources/add-ons.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { HandlersOf } from '../../http/request-context.ts';
import type { EventRow } from '../../store/events.ts';
import { remainingOf } from '../../store/orders.ts';
import { listOfEvent } from './events.ts';
import { listSource, type RowOf, type Selection } from '../lists/list-rows.ts';

export const addOnHandlers: HandlersOf<typeof addOnRoutes> = {
  listAddOnLines: listOfEvent('order lines', addOnLinesOf),
};

const addOnLineRows = listSource(
  'order_lines',
  (db, ids) =>
    db
      .selectFrom('order_lines as t')
      .innerJoin('orders as o', 'o.id', 't.order_id')
      .innerJoin('add_ons as a', 'a.id', 't.add_on_id')
      .leftJoin('sessions as s', 's.id', 't.session_id')
      .selectAll('t')
      .select([
        'o.reference as order_reference',
        'o.status as order_status',
        'a.reference as add_on_reference',
        's.reference as session_reference',
      ])
      .where('t.id', 'in', ids),
  { constant: ['kind', 'add_on'] },
);

type AddOnLineRow = RowOf<typeof addOnLineRows>;

export function addOnLinesOf(event: EventRow): Selection<'order_lines', AddOnLineRow, AddOnLine> {
  return {
    source: addOnLineRows,
    where: { event_id: event.id },
    partition: 'event_id',
    toResources: (_tx, rows) => rows.map(addOnLineResource),
  };
}

function addOnLineResource(row: AddOnLineRow): AddOnLine {
  return {
    reference: row.reference,
    order: row.order_reference,
    order_status: row.order_status,
    add_on: row.add_on_reference,
    session: row.session_reference,
    quantity: row.quantity,
    redeemed: row.redeemed,
    remaining: remainingOf(row),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

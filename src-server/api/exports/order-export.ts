import type { Database } from '../../database/database.ts';
import { requireEvent, requireOrganiser } from '../../rules/require-row.ts';
import { countOrderTickets, countRows, listOrderPart } from '../../store/exports.ts';
import { timeCell, type Cell } from './cells.ts';
import { EventColumns } from './event-columns.ts';
import type { Export } from './export.ts';
import { readParts } from './read-parts.ts';

const heading = [
  'reference',
  'event',
  'status',
  'currency',
  'subtotal',
  'discount_total',
  'tax_total',
  'total',
  'refunded_total',
  'email',
  'first_name',
  'last_name',
  'external_id',
  'payment_method',
  'tickets',
  'confirmed_at',
  'created_at',
  'updated_at',
  'timezone',
];

/** The orders of an event, with its add-ons and answers, or those of all events of an organiser. Throws `resource.not_found`. */
export async function exportOrders(
  database: Pick<Database, 'read'>,
  of: { readonly event: string } | { readonly organiser: string },
): Promise<Export> {
  const { chosen, columns } = await database.read(async (tx) => {
    if ('organiser' in of) {
      const { id: organiserId } = await requireOrganiser(tx, of.organiser);
      return { chosen: { organiserId }, columns: null };
    }
    const { id: eventId } = await requireEvent(tx, of.event);
    return { chosen: { eventId }, columns: await EventColumns.read(tx, eventId) };
  });
  const pages = readParts(
    database,
    (tx, part) => listOrderPart(tx, chosen, part),
    async (orders, tx) => {
      const ids = orders.map(({ id }) => id);
      const counts = new Map(
        (await countOrderTickets(tx, ids)).map((one) => [one.order_id, Number(one.count)]),
      );
      const added = (await columns?.cellsOf(tx, ids)) ?? null;
      return orders.map((order) => ({
        cells: [
          ...cellsOf(order, counts.get(order.id) ?? 0),
          ...(added?.addOns(order.id) ?? []),
          ...(added?.answers(order.id) ?? []),
        ],
        json: null,
      }));
    },
  );
  const count = () => database.read((tx) => countRows.orders(tx, chosen));
  return { heading: [...heading, ...(columns?.heading ?? [])], pages, count };
}

function cellsOf(
  order: Awaited<ReturnType<typeof listOrderPart>>[number],
  tickets: number,
): readonly Cell[] {
  const { currency, timezone } = order;
  const amount = (minor: number): Cell => ({ minor, currency });
  return [
    order.reference,
    order.event,
    order.status,
    currency,
    amount(order.subtotal),
    amount(order.discount_total),
    amount(order.tax_total),
    amount(order.total),
    amount(order.refunded_total),
    order.email,
    order.first_name,
    order.last_name,
    order.external_id,
    order.payment_method,
    tickets,
    timeCell(order.confirmed_at, timezone),
    timeCell(order.created_at, timezone),
    timeCell(order.updated_at, timezone),
    timezone,
  ];
}

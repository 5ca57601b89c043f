import type { Order, OrderWithEvent } from '../../../shared/contract/resources.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { Row } from '../../database/schema.ts';
import { formatOrNull } from './format.ts';
import type { ListSource } from './list-source.ts';

export interface OrderRow extends Row<'orders'> {
  readonly event_reference: string;
  readonly contact_email: string | null;
  readonly contact_first_name: string | null;
  readonly contact_last_name: string | null;
}

const shape = {
  table: 'orders',
  columns: `t.*, e.reference as event_reference, c.email as contact_email,
    c.first_name as contact_first_name, c.last_name as contact_last_name`,
  joins: 'join events e on e.id = t.event_id left join contacts c on c.id = t.contact_id',
} as const;

/** The per-event list: without `event` (§2.5). */
export const eventOrdersList: ListSource<OrderRow, Order> = {
  ...shape,
  toResources: async (_tx, rows) => rows.map(orderResource),
};

/** The organiser-wide list and the single order. */
export const ordersList: ListSource<OrderRow, OrderWithEvent> = {
  ...shape,
  toResources: async (_tx, rows) =>
    rows.map((row) => ({ ...orderResource(row), event: row.event_reference })),
};

function orderResource(row: OrderRow): Order {
  return {
    reference: row.reference,
    status: row.status,
    currency: row.currency,
    subtotal: row.subtotal,
    discount_total: row.discount_total,
    tax_total: row.tax_total,
    total: row.total,
    contact:
      row.contact_id === null
        ? null
        : {
            email: row.contact_email,
            first_name: row.contact_first_name,
            last_name: row.contact_last_name,
          },
    confirmed_at: formatOrNull(row.confirmed_at),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

import type { AddOnLine } from '../../../shared/contract/scanner.ts';
import type { OrderStatus } from '../../../shared/contract/resources.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { Row } from '../../database/schema.ts';
import { remainingOf } from '../orders.ts';
import type { Condition, ListSource } from './list-source.ts';

export interface AddOnLineRow extends Row<'order_lines'> {
  readonly order_reference: string;
  readonly order_status: OrderStatus;
  readonly add_on_reference: string;
  readonly session_reference: string | null;
}

export const addOnLinesList: ListSource<AddOnLineRow, AddOnLine> = {
  table: 'order_lines',
  columns: `t.*, o.reference as order_reference, o.status as order_status, a.reference as add_on_reference,
    s.reference as session_reference`,
  joins: `join orders o on o.id = t.order_id join add_ons a on a.id = t.add_on_id
    left join sessions s on s.id = t.session_id`,
  toResources: async (_tx, rows) => rows.map(addOnLineResource),
};

export const ofAddOns: Condition = { sql: "t.kind = 'add_on'", params: [] };

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

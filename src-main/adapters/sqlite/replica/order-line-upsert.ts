import type Database from 'better-sqlite3';
import { nearestInstant } from '../../../../shared/instant.ts';
import type { OrderStatus } from '../../../../shared/resources/orders.ts';
import type { OrderLineRecord } from '../../../ports/replica.ts';

export interface StoredOrderLine {
  readonly reference: string;
  readonly event: string;
  readonly order_reference: string;
  readonly order_status: OrderStatus;
  readonly add_on: string;
  readonly session: string | null;
  readonly quantity: number;
  readonly redeemed: number;
  readonly updated_at: number;
}

export function orderLineRecord(row: StoredOrderLine): OrderLineRecord {
  const { reference, event, order_reference: order, order_status, add_on, session } = row;
  const { quantity, redeemed } = row;
  const updated_at = nearestInstant(row.updated_at);
  return { reference, event, order, order_status, add_on, session, quantity, redeemed, updated_at };
}

type Parameters = [
  reference: string,
  event: string,
  order: string,
  order_status: string,
  add_on: string,
  session: string | null,
  quantity: number,
  redeemed: number,
  updated_at: number,
  import_: number,
];

/** Returns a function that writes one add-on line: a later import wins, and within one import the newer or equal `updated_at`. */
export function prepareOrderLineUpsert(
  database: Database.Database,
): (line: OrderLineRecord, importNumber: number) => void {
  const put = database.prepare<Parameters>(
    `INSERT INTO order_lines (reference, event, order_reference, order_status, add_on, session, quantity, redeemed,
       updated_at, import)
     VALUES (${'?, '.repeat(9)}?)
     ON CONFLICT (reference) DO UPDATE SET event = excluded.event, order_reference = excluded.order_reference,
       order_status = excluded.order_status, add_on = excluded.add_on, session = excluded.session,
       quantity = excluded.quantity, redeemed = excluded.redeemed, updated_at = excluded.updated_at,
       import = excluded.import
     WHERE excluded.import > order_lines.import OR excluded.updated_at >= order_lines.updated_at`,
  );
  return (line, importNumber) => {
    put.run(
      line.reference,
      line.event,
      line.order,
      line.order_status,
      line.add_on,
      line.session,
      line.quantity,
      line.redeemed,
      line.updated_at,
      importNumber,
    );
  };
}

import {
  Order,
  OrderContact,
  OrderWithEvent,
  eventOrderPages,
  orderPages,
  type orderRoutes,
} from '../../shared/resources/orders.ts';
import { ada, grace } from './contacts.ts';
import { balcony, gala, stalls } from './events.ts';
import { type ExamplesOf, found, pageSchemas } from './example.ts';
import { cloakroom } from './setup.ts';

/** Two places and their cloakroom at 10 % off; some of it was returned later. */
export const adaOrder = {
  reference: 'ord_01m4wr1ehjssvbxhf9syyw85qj',
  status: 'paid',
  currency: gala.currency,
  subtotal: 2 * stalls.price + 2 * cloakroom.price,
  discount_total: 1640,
  tax_total: 0,
  total: 14760,
  contact: { email: ada.email, first_name: ada.first_name, last_name: ada.last_name },
  external_id: null,
  confirmed_at: '2026-10-14T08:24:05.774310Z',
  created_at: ada.created_at,
  updated_at: '2026-11-27T10:03:51.118032Z',
} satisfies Order;

export const graceOrder = {
  reference: 'ord_01m6ej45aqpfvmyyzs8994qg5q',
  status: 'cancelled',
  currency: gala.currency,
  subtotal: balcony.price,
  discount_total: 0,
  tax_total: 0,
  total: balcony.price,
  contact: { email: grace.email, first_name: grace.first_name, last_name: grace.last_name },
  external_id: null,
  confirmed_at: '2026-11-02T16:42:57.090348Z',
  created_at: grace.created_at,
  updated_at: '2026-11-20T19:50:12.287566Z',
} satisfies Order;

/** An order or ticket as the single read returns it. */
export const withEvent = <Row extends object>(row: Row) => ({ ...row, event: gala.reference });

export const orderExamples = {
  calls: {
    listEventOrders: {
      rows: { numbered: [graceOrder, adaOrder], incremental: [graceOrder, adaOrder] },
    },
    listOrders: {
      rows: {
        numbered: [graceOrder, adaOrder].map(withEvent),
        incremental: [graceOrder, adaOrder].map(withEvent),
      },
    },
    readOrder: found(withEvent(adaOrder), { reference: adaOrder.reference }),
  },
  schemas: {
    Order: [Order, adaOrder],
    OrderContact: [OrderContact, adaOrder.contact],
    OrderWithEvent: [OrderWithEvent, withEvent(adaOrder)],
    ...pageSchemas('EventOrder', eventOrderPages, adaOrder),
    ...pageSchemas('Order', orderPages, withEvent(adaOrder)),
  },
} satisfies ExamplesOf<typeof orderRoutes>;

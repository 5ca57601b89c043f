import {
  Order,
  OrderContact,
  OrderCancelRequest,
  OrderRefundRequest,
  OrderRequest,
  OrderWithEvent,
  PlacedOrder,
  PlacedTicket,
  SentOrder,
  eventOrderPages,
  orderPages,
  type orderRoutes,
} from '../../shared/resources/orders.ts';
import { ada, grace } from './contacts.ts';
import { balcony, gala, stalls } from './events.ts';
import { type ExamplesOf, found, pageSchemas } from './example.ts';
import { saturday } from './sessions.ts';
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

/** Katherine comes without a ticket, and pays at the box office. */
const katherine = { email: 'katherine@example.org', first_name: 'Katherine', last_name: 'Johnson' };
const guest = {
  ticket_type: stalls.reference,
  session: saturday.reference,
  ...katherine,
  payment_method: 'card',
} satisfies OrderRequest;

const boughtAt = '2026-12-12T18:41:07.302558Z';
export const boughtOrder = 'ord_01m9nry3q66j89wyfz24y6kc3g';
const boughtTicket = {
  reference: 'tkt_01m9nry3q61hgjrpayv66rprwv',
  status: 'valid',
  ticket_type: { reference: stalls.reference, name: stalls.name },
  contact: { reference: 'con_01m9nry3q60wghq5d5yandrczh', ...katherine },
  order: boughtOrder,
  session: saturday,
  seat_label: null,
  created_at: boughtAt,
  updated_at: boughtAt,
  deleted_at: null,
  revision: 1,
  code: 'tkt_01m9nry3q61hgjrpayv66rprwv',
  external_id: null,
  valid_from: null,
  valid_until: null,
  entry_points: null,
  signed_code:
    'eyJhbGciOiJFZERTQSIsImtpZCI6InE3WGQifQ.eyJ0IjoiQWFKcmp3N21ER0VzV1Y3WmpZdGptdyIsImUiOiI2T0prcXciLCJ5IjoiVUJBcyIsInMiOiJrd3lZMGciLCJpIjoxfQ.6800m1NsM_DrM5qfS1V6D8vPnrIbji87vPwi_sN5-lipgE5THfVJVeLjjUWBOdZ_MsFhnbT42i4V2XzPsCDAAQ',
} satisfies PlacedTicket;

const placed = {
  ...withEvent({
    reference: boughtOrder,
    status: 'paid',
    currency: gala.currency,
    subtotal: stalls.price,
    discount_total: 0,
    tax_total: 0,
    total: stalls.price,
    contact: katherine,
    external_id: null,
    payment_method: 'card',
    confirmed_at: boughtAt,
    created_at: boughtAt,
    updated_at: boughtAt,
  } satisfies Order),
  tickets: [boughtTicket],
} satisfies PlacedOrder;

const sent = {
  order: boughtOrder,
  emails: 1,
  tickets: 1,
  refused: 0,
  without_email: 0,
  is_complete: true,
} satisfies SentOrder;

const cancellation = { reason: 'The buyer cannot come' } satisfies OrderCancelRequest;
const refund = { amount: 2000 } satisfies OrderRefundRequest;

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
    placeOrder: { request: guest, answers: { 201: { placed: { data: placed } } } },
    cancelOrder: {
      path: { reference: graceOrder.reference },
      request: cancellation,
      answers: { 200: { cancelled: { data: withEvent(graceOrder) } } },
    },
    refundOrder: {
      path: { reference: adaOrder.reference },
      request: refund,
      answers: { 200: { refunded: { data: withEvent(adaOrder) } } },
    },
    sendOrder: { path: { reference: boughtOrder }, answers: { 200: { sent: { data: sent } } } },
  },
  schemas: {
    Order: [Order, adaOrder],
    OrderCancelRequest: [OrderCancelRequest, cancellation],
    OrderRefundRequest: [OrderRefundRequest, refund],
    OrderContact: [OrderContact, adaOrder.contact],
    OrderRequest: [OrderRequest, guest],
    PlacedOrder: [PlacedOrder, placed],
    PlacedTicket: [PlacedTicket, boughtTicket],
    SentOrder: [SentOrder, sent],
    OrderWithEvent: [OrderWithEvent, withEvent(adaOrder)],
    ...pageSchemas('EventOrder', eventOrderPages, adaOrder),
    ...pageSchemas('Order', orderPages, withEvent(adaOrder)),
  },
} satisfies ExamplesOf<typeof orderRoutes>;

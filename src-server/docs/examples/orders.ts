import type { ContactUpsertRequest, Contact } from '../../../shared/resources/contacts.ts';
import type { Answer, Ticket } from '../../../shared/resources/tickets.ts';
import type { Order } from '../../../shared/resources/orders.ts';
import { balcony, cloakroom, gala, saturday, stalls } from './programme.ts';

export const ada = {
  reference: 'con_01m4wr1ez8fkd19e6vwmvmv30c',
  email: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  mobile: '+49 171 3920017',
  unsubscribed_at: null,
  is_erased: false,
  erased_at: null,
  created_at: '2026-10-14T08:21:40.318204Z',
  updated_at: '2026-10-14T08:21:40.318204Z',
} satisfies Contact;

export const grace = {
  reference: 'con_01m6ej45w7feehzjvhm2nz4abb',
  email: 'grace@example.org',
  first_name: 'Grace',
  last_name: 'Hopper',
  mobile: null,
  unsubscribed_at: '2026-11-12T06:58:13.402775Z',
  is_erased: false,
  erased_at: null,
  created_at: '2026-11-02T16:40:19.655021Z',
  updated_at: '2026-11-12T06:58:13.402775Z',
} satisfies Contact;

/** What is left of a person after a data-protection request. */
export const erasedContact = {
  reference: 'con_01m3mkp92n565qh3svmyjtmyax',
  email: null,
  first_name: null,
  last_name: null,
  mobile: null,
  unsubscribed_at: null,
  is_erased: true,
  erased_at: '2026-10-20T11:34:50.176229Z',
  created_at: '2026-09-28T18:16:02.540887Z',
  updated_at: '2026-10-20T11:34:50.176229Z',
} satisfies Contact;

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
  confirmed_at: '2026-11-02T16:42:57.090348Z',
  created_at: grace.created_at,
  updated_at: '2026-11-20T19:50:12.287566Z',
} satisfies Order;

export const dietaryNeeds = {
  question: 'qst_01m1e38s2qgabrwq364zxb6mqs',
  field: 'fld_01kh3gkwh59p1m20j6aepawme1',
  key: 'dietary_needs',
  label: 'Anything you do not eat?',
  type: 'multiselect',
  value: ['Vegetarian', 'Nut allergy'],
  value_labels: ['Vegetarian', 'Nut allergy'],
  answered_at: adaOrder.created_at,
} satisfies Answer;

export const adaTicket = ticketOf(ada, {
  reference: 'tkt_01m4wr5wb1aq4geteh40fsjpb8',
  seat_label: 'Row 4, seat 12',
  updated_at: adaOrder.confirmed_at,
});

/** Bought by Ada and given to Grace. */
export const graceTicket = ticketOf(grace, {
  reference: 'tkt_01m4wr5wnpryyf8vd1te7w2rqe',
  seat_label: 'Row 4, seat 13',
  updated_at: '2026-11-02T17:03:28.914706Z',
});

function ticketOf(
  holder: typeof ada | typeof grace,
  own: { readonly reference: string; readonly seat_label: string; readonly updated_at: string },
) {
  const { reference, email, first_name, last_name } = holder;
  return {
    reference: own.reference,
    status: 'valid',
    ticket_type: { reference: stalls.reference, name: stalls.name },
    contact: { reference, email, first_name, last_name },
    order: adaOrder.reference,
    session: saturday,
    seat_label: own.seat_label,
    created_at: adaOrder.confirmed_at,
    updated_at: own.updated_at,
    deleted_at: null,
    code: own.reference,
    valid_from: null,
    valid_until: null,
    entry_points: null,
  } satisfies Ticket;
}

/** An order or ticket as the single read returns it. */
export const withEvent = <Row extends object>(row: Row) => ({ ...row, event: gala.reference });
export const withAnswers = <Row extends object>(row: Row) => ({ ...row, answers: [dietaryNeeds] });

export const contactUpsert = {
  email: ada.email,
  first_name: ada.first_name,
  last_name: ada.last_name,
  mobile: ada.mobile,
} satisfies ContactUpsertRequest;

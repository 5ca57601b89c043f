import {
  Answer,
  Ticket,
  ReissuedTicket,
  TicketHolder,
  TicketUpdateRequest,
  TicketWithEvent,
  ticketPages,
  type ticketRoutes,
} from '../../shared/resources/tickets.ts';
import type { ticketFileRoutes } from '../../shared/resources/ticket-files.ts';
import { ada, grace } from './contacts.ts';
import { stalls } from './events.ts';
import { type ExamplesOf, found, pageSchemas } from './example.ts';
import { adaOrder, withEvent } from './orders.ts';
import { saturday } from './sessions.ts';

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
  revision: 1,
});

/** Bought by Ada and given to Grace. */
export const graceTicket = ticketOf(grace, {
  reference: 'tkt_01m4wr5wnpryyf8vd1te7w2rqe',
  seat_label: 'Row 4, seat 13',
  door_note: 'Her coat is at the cloakroom',
  flags: ['vip', 'accessible'],
  updated_at: '2026-11-02T17:03:28.914706Z',
  revision: 2,
});

function ticketOf(
  holder: typeof ada | typeof grace,
  own: {
    readonly reference: string;
    readonly seat_label: string;
    readonly updated_at: string;
    readonly revision: number;
    readonly door_note?: string;
    readonly flags?: string[];
  },
) {
  const { reference, email, first_name, last_name } = holder;
  const { door_note, flags } = own;
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
    revision: own.revision,
    code: own.reference,
    external_id: null,
    valid_from: null,
    valid_until: null,
    entry_points: null,
    ...(door_note !== undefined && { door_note }),
    ...(flags !== undefined && { flags }),
  } satisfies Ticket;
}

export const withAnswers = <Row extends object>(row: Row) => ({ ...row, answers: [dietaryNeeds] });

const ticketDetails = withAnswers(withEvent(adaTicket));

const handover = {
  seat_label: graceTicket.seat_label,
  holder: { email: grace.email, first_name: grace.first_name, last_name: grace.last_name },
} satisfies TicketUpdateRequest;

const reissued = {
  ...withEvent(adaTicket),
  revision: 2,
  code: null,
  code_issue: 2,
  signed_code:
    'eyJhbGciOiJFZERTQSIsImtpZCI6InE3WGQifQ.eyJ0IjoiQWFKcmp3N21ER0VzV1Y3WmpZdGptdyIsImUiOiI2T0prcXciLCJ5IjoiVUJBcyIsInMiOiJrd3lZMGciLCJpIjoxfQ.6800m1NsM_DrM5qfS1V6D8vPnrIbji87vPwi_sN5-lipgE5THfVJVeLjjUWBOdZ_MsFhnbT42i4V2XzPsCDAAQ',
} satisfies ReissuedTicket;

const toPrint = { path: { reference: adaTicket.reference } };

/** Of files there are no examples. */
export const ticketFileExamples = {
  readTicketPdf: toPrint,
  readTicketQrImage: toPrint,
  readTicketQrDrawing: toPrint,
} satisfies ExamplesOf<typeof ticketFileRoutes>['calls'];

export const ticketExamples = {
  calls: {
    listTickets: {
      rows: { numbered: [graceTicket, adaTicket], incremental: [adaTicket, graceTicket] },
    },
    readTicket: found(ticketDetails, { reference: adaTicket.reference }),
    updateTicket: {
      path: { reference: graceTicket.reference },
      request: handover,
      answers: { 200: { changed: { data: withEvent(graceTicket) } } },
    },
    reissueTicket: {
      path: { reference: adaTicket.reference },
      answers: { 200: { reissued: { data: reissued } } },
    },
  },
  schemas: {
    Answer: [Answer, dietaryNeeds],
    Ticket: [Ticket, adaTicket],
    ReissuedTicket: [ReissuedTicket, reissued],
    TicketUpdateRequest: [TicketUpdateRequest, handover],
    TicketHolder: [TicketHolder, adaTicket.contact],
    TicketWithEvent: [TicketWithEvent, ticketDetails],
    ...pageSchemas('Ticket', ticketPages, adaTicket),
  },
} satisfies ExamplesOf<typeof ticketRoutes>;

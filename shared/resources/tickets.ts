import { Type, type Static } from 'typebox';
import { Nullable, ReferenceTo, Text, Timestamp } from '../contract/fields.ts';
import {
  MAX_EMAIL_LENGTH,
  MAX_FLAG_LENGTH,
  MAX_FLAGS,
  MAX_NAME_LENGTH,
} from '../contract/limits.ts';
import { listPages } from '../contract/lists.ts';
import { knownFlags } from '../verdict/terms/door-flags.ts';
import { ticketStatuses } from '../verdict/terms/facts.ts';
import { DataOf, ListOf, type Routes, paging, read, write } from './route-contract.ts';
import { SessionSummary } from './sessions.ts';

export const TicketHolder = Type.Object({
  reference: ReferenceTo('contact'),
  email: Nullable(Text()),
  first_name: Nullable(Text()),
  last_name: Nullable(Text()),
});

export const Answer = Type.Object({
  question: ReferenceTo('question'),
  field: ReferenceTo('field'),
  key: Text('Stable per organiser.'),
  label: Nullable(Text('The question as asked.')),
  type: Text('Open-ended: text, select, multiselect, date, country, …'),
  value: Type.Union([
    Type.String(),
    Type.Number(),
    Type.Boolean(),
    Type.Array(Type.Unknown()),
    Type.Null(),
  ]),
  value_labels: Nullable(
    Type.Array(Text(), {
      description: 'Choice types: the chosen options, always a list.',
    }),
  ),
  answered_at: Nullable(Timestamp('When the answer last changed: its only change signal.')),
});
export type Answer = Static<typeof Answer>;

export const Ticket = Type.Object({
  reference: ReferenceTo('ticket'),
  status: Type.Enum([...ticketStatuses]),
  ticket_type: Nullable(Type.Object({ reference: ReferenceTo('ticketType'), name: Text() })),
  contact: Nullable(TicketHolder),
  order: Nullable(ReferenceTo('order')),
  session: Nullable(SessionSummary),
  seat_label: Nullable(Text('Null for general admission.')),
  created_at: Timestamp(),
  updated_at: Timestamp('Check-ins do not change it.'),
  deleted_at: Nullable(Timestamp('When transferred, resold or erased. Needs `include_deleted=1`.')),
  /** additive */
  revision: Type.Integer({
    minimum: 1,
    description:
      'Counts its edits, from 1: the `revision` of `ticket.updated`. Whichever is higher is newer, whether it was read or delivered (additive).',
  }),
  /** additive */
  code: Nullable(
    Text(
      'Content of a plain barcode: the code under which the ticket was sold elsewhere, or its reference. Null once it was reissued, because then only a signed code admits (additive).',
    ),
  ),
  /** additive */
  ended_code: Type.Optional(
    Text(
      'The code under which it was sold elsewhere, once a reissue ended it: doors refuse it as replaced (additive).',
    ),
  ),
  /** additive */
  external_id: Nullable(Text("The ticket's number in the shop that sold it (additive).")),
  /** additive */
  order_external_id: Type.Optional(
    Text("The order's number in the shop that sold it, if it has one (additive)."),
  ),
  /** additive */
  code_issue: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        "The number of the ticket's newest code, once it was reissued: signed codes with a lower one are refused (additive).",
    }),
  ),
  /** additive: half-open */
  valid_from: Nullable(Timestamp('Start of validity; null is open (additive).')),
  valid_until: Nullable(Timestamp('End of validity, exclusive; null is open (additive).')),
  /** additive */
  entry_points: Nullable(
    Type.Array(ReferenceTo('location'), {
      description: 'Where the ticket admits; null is anywhere (additive).',
    }),
  ),
  /** additive */
  re_entry: Type.Optional(
    Type.Literal('allowed', {
      description: 'The ticket admits again after its guest has gone out (additive).',
    }),
  ),
  /** additive */
  door_note: Type.Optional(
    Text('What the organiser wants said at the door, of one line; left out if nothing (additive).'),
  ),
  /** additive */
  flags: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_FLAG_LENGTH }), {
      maxItems: MAX_FLAGS,
      description: `What the door has to know in a word: ${knownFlags.map((flag) => `\`${flag}\``).join(', ')}, or a word of the organiser's own; left out if nothing (additive).`,
    }),
  ),
  /** with `include=answers` */
  answers: Type.Optional(Type.Array(Answer)),
});
export type Ticket = Static<typeof Ticket>;

export const TicketWithEvent = Type.Object({
  ...Ticket.properties,
  event: Nullable(ReferenceTo('event')),
  answers: Type.Optional(
    Type.Array(Answer, { description: 'Always there with `tickets:read`; a station gets none.' }),
  ),
});
export type TicketWithEvent = Static<typeof TicketWithEvent>;

/** Only fields that are sent change. */
export const TicketUpdateRequest = Type.Object({
  seat_label: Type.Optional(
    Nullable(Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Null for none.' })),
  ),
  holder: Type.Optional(
    Type.Object(
      {
        email: Type.String({ minLength: 1, maxLength: MAX_EMAIL_LENGTH }),
        first_name: Type.Optional(Nullable(Type.String({ maxLength: MAX_NAME_LENGTH }))),
        last_name: Type.Optional(Nullable(Type.String({ maxLength: MAX_NAME_LENGTH }))),
      },
      {
        description:
          'Who comes with it from now on: the contact with this email, which gets the names that are sent. The code stays.',
      },
    ),
  ),
});
export type TicketUpdateRequest = Static<typeof TicketUpdateRequest>;

/** Without answers. */
export const ReissuedTicket = Type.Object({
  ...Ticket.properties,
  event: Nullable(ReferenceTo('event')),
  signed_code: Nullable(
    Text('Content of its new barcode. Null if its entry points do not fit into one.'),
  ),
});
export type ReissuedTicket = Static<typeof ReissuedTicket>;

export const ticketPages = listPages(Ticket);

export const ticketRoutes = {
  listTickets: {
    ...read,
    summary: "List an event's tickets",
    description:
      'Newest first. A check-in does not change a ticket: the entry scans say who is in. In incremental mode a page of a list with filters may hold fewer rows than fit, or none, and not be the last: follow `next_page_url` until it is null.',
    path: '/integration/events/{eventKey}/tickets',
    scopes: ['tickets:read', 'scanner:sync'],
    query: [
      ...paging,
      'order',
      'status',
      'contact',
      'email',
      'ticket_type',
      'session',
      'checked_in',
      'q',
      'code',
      'include_deleted',
      'include',
    ],
    responses: { 200: ListOf(ticketPages) },
  },
  readTicket: {
    ...read,
    summary: 'Read a ticket',
    description: 'One ticket with its `event` and the answers to registration questions.',
    path: '/integration/tickets/{reference}',
    scopes: ['tickets:read', 'scanner:sync'],
    query: ['include_deleted'],
    responses: { 200: DataOf(TicketWithEvent) },
  },
  updateTicket: {
    ...write,
    summary: 'Change a ticket',
    description:
      'Sets its seat or its holder: `ticket.updated` fires if anything changed. A void ticket gets no other holder (additive).',
    method: 'PATCH',
    path: '/integration/tickets/{reference}',
    scopes: ['orders:write'],
    takesKey: true,
    request: TicketUpdateRequest,
    responses: { 200: DataOf(TicketWithEvent) },
    refusals: ['contacts.erased'],
  },
  reissueTicket: {
    ...write,
    summary: 'Reissue a ticket',
    description:
      'Replaces a lost code: doors refuse the earlier ones and the plain reference. The answer has the new one, and the order sends it (additive).',
    path: '/integration/tickets/{reference}/reissue',
    scopes: ['orders:write'],
    idempotent: true,
    responses: { 200: DataOf(ReissuedTicket) },
    refusals: ['validation.failed'],
  },
} as const satisfies Routes;

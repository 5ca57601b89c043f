import { Type, type TSchema } from 'typebox';
import { ticketStatuses } from '../verdict/terms/facts.ts';
import { FEW_ROWS, MAX_CODE_LENGTH, MAX_NAME_LENGTH } from './limits.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from './paginator.ts';

/** Query parameters of the lists (specification §4.1, §4.3). Values arrive as text; these schemas describe them. */
export const queryParameters = {
  page: {
    description: 'Page number, from 1. Ignored in incremental mode.',
    rule: 'a page number',
    schema: Type.Integer({ minimum: 1, default: 1 }),
  },
  per_page: {
    description: `Page size; above ${MAX_PER_PAGE} it is ${MAX_PER_PAGE}.`,
    rule: 'an integer of at least 1',
    schema: Type.Integer({ minimum: 1, default: DEFAULT_PER_PAGE }),
  },
  updated_since: {
    description:
      'ISO 8601. Switches to incremental mode: rows changed at or after this moment, oldest change first.',
    rule: 'an ISO 8601 time',
    schema: Type.String(),
  },
  since: {
    description: 'ISO 8601. Only what happened at or after this moment.',
    rule: 'an ISO 8601 time',
    schema: Type.String(),
  },
  cursor: {
    description: 'A position in an incremental sync, from `next_page_url` or `prev_page_url`.',
    rule: 'a cursor',
    schema: Type.String(),
  },
  include_deleted: {
    description: 'Whether removed rows come back as tombstones.',
    rule: '1, 0, true or false',
    schema: Type.Enum(['1', '0', 'true', 'false']),
  },
  include: {
    description: '`answers` adds the registration answers to each ticket.',
    rule: 'answers',
    schema: Type.Enum(['answers']),
  },
  status: {
    description: `Only tickets of this status, or of one of several with commas between them: ${ticketStatuses.join(', ')}.`,
    rule: `one of ${ticketStatuses.join(', ')}, or several with commas between them`,
    schema: Type.String({
      pattern: `^(${ticketStatuses.join('|')})(,(${ticketStatuses.join('|')}))*$`,
    }),
  },
  contact: {
    description: 'Only tickets of this holder; an unknown contact gives 404.',
    rule: 'a contact',
    schema: Type.String(),
  },
  ticket_type: {
    description: 'Only tickets of this type; one that is not of the event gives 404.',
    rule: 'a ticket type',
    schema: Type.String(),
  },
  session: {
    description: 'Only tickets for this session; one that is not of the event gives 404.',
    rule: 'a session',
    schema: Type.String(),
  },
  checked_in: {
    description:
      'Only tickets that were admitted, or that never were. A check-in does not change a ticket, so the next sync does not repeat it: the entry scans say who came since.',
    rule: '1, 0, true or false',
    schema: Type.Enum(['1', '0', 'true', 'false']),
  },
  q: {
    description: `Only tickets that the text finds: words with which names of the holder begin, the beginning of the holder's email, a seat, the code or the number of the shop that sold it, the order's number there, or a reference. What finds more than ${FEW_ROWS.toLocaleString('en')} is 422.`,
    rule: `a text of at most ${MAX_NAME_LENGTH} characters that finds at most ${FEW_ROWS.toLocaleString('en')} tickets`,
    schema: Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH }),
  },
  state: {
    description: 'Only conflicts of this state.',
    rule: 'open or resolved',
    schema: Type.Enum(['open', 'resolved']),
  },
  order: {
    description: 'Only tickets of this order; an unknown order gives 404.',
    rule: 'an order',
    schema: Type.String(),
  },
  code: {
    description:
      'Only the ticket that was sold elsewhere under this code, as a scanner delivers it; none if what a scanner adds leaves several.',
    rule: `a code of at most ${MAX_CODE_LENGTH} characters`,
    schema: Type.String({ maxLength: MAX_CODE_LENGTH }),
  },
  external_id: {
    description:
      'Only orders with exactly this number in the shop that sold them: one of an event, and of several events perhaps one each.',
    rule: `a number of at most ${MAX_NAME_LENGTH} characters`,
    schema: Type.String({ maxLength: MAX_NAME_LENGTH }),
  },
  email: {
    description:
      'Only the contact, or the tickets of the holder, with exactly this email, in any letter case and with the domain in either form.',
    rule: 'an email',
    schema: Type.String(),
  },
} as const satisfies Record<string, QueryParameterContract>;

export type QueryParameter = keyof typeof queryParameters;

interface QueryParameterContract {
  readonly description: string;
  /** Completes the sentence "The parameter must be …". */
  readonly rule: string;
  readonly schema: TSchema;
}

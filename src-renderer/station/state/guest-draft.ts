import type { PaymentMethod } from '../../../shared/contract/statuses.ts';

/** A guest as they were typed in. */
export interface GuestDraft {
  /** Under which the server sells the ticket once, however often it is asked to. */
  readonly key: string;
  readonly event: string | null;
  /** Empty: the first that is on sale. */
  readonly ticketType: string;
  readonly session: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly payment: PaymentMethod;
}

/** Begins with what somebody was looked for by: a name, or an email. */
export function newGuest(event: string | null, query: string): GuestDraft {
  const text = query.trim();
  const isName = /^[^\d@]*$/.test(text);
  const at = text.lastIndexOf(' ');
  return {
    key: [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-'),
    event,
    ticketType: '',
    session: '',
    firstName: isName && at > 0 ? text.slice(0, at).trim() : '',
    lastName: isName ? text.slice(at + 1) : '',
    email: text.includes('@') && !text.includes(' ') ? text : '',
    payment: 'cash',
  };
}

import type { Reason } from '../../shared/verdict/terms/reason.ts';

/** What a verdict means to those who build on it. Backticks mark code. */
export interface ReasonHelp {
  readonly when: string;
  /** Which of the verdict's members say more. */
  readonly details: string;
  /** What staff can say to the guest. */
  readonly say: string;
  /** What a program or its user does next. */
  readonly act: string;
}

export const reasonHelp: Readonly<Record<Reason, ReasonHelp>> = {
  'scanning.allowed': {
    when: 'Nothing speaks against the guest. The admission is recorded, and `ticket.scanned` is sent.',
    details: 'All null.',
    say: 'Welcome. `seat_label` is where they sit.',
    act: 'Let them in. If it was a mistake, end the admission with `POST /integration/scans/{reference}/release`.',
  },
  'scanning.already_scanned': {
    when: 'The ticket is in: it was admitted earlier and nobody has ended that admission since, or an organiser gave it the status `checked_in` by hand.',
    details:
      '`first_admission` says when and where. It is null if the ticket is `checked_in` without a scan, and its `scanner_location` is null if that scan named none.',
    say: 'This ticket was used at 19:04 at the North Gate. Did you go out, or does somebody with you have the same ticket?',
    act: 'Compare the name. A guest who went out comes in again once their admission is released as an `exit`; one who was scanned by mistake, as a `mistake`. Two people with one ticket are a matter for the organiser. A repeated request under the same `Idempotency-Key` never gets this: it gets the first verdict.',
  },
  'scanning.wrong_entry_point': {
    when: 'The request names a `scanner_location`, and the ticket admits only at others. Without `scanner_location` no entry point is checked.',
    details: '`entry_points` lists the right ones. An empty list means that none is left.',
    say: 'Your entrance is the South Gate.',
    act: 'Send them there. The ticket is not used up: it is scanned again at the right entrance.',
  },
  'scanning.outside_session_window': {
    when: 'The ticket is for a session, and it is not the time at which that session lets people in.',
    details:
      '`session` says which date the ticket is for. `window` is its entry time: from `from` until just before `until`; a null side is open.',
    say: 'Your ticket is for Saturday at 20:00. Entry opens at 18:00.',
    act: 'Too early: ask them to wait until `from`, and scan again under a new `Idempotency-Key`. Another day, or too late: the organiser may change the session of the ticket.',
  },
  'scanning.outside_validity_window': {
    when: 'The ticket has a time of its own in which it is valid, `valid_from` to `valid_until`, and now is outside.',
    details: '`window` is that time: from `from` until just before `until`; a null side is open.',
    say: 'Your ticket is valid from Saturday 10:00, or: it was valid until Friday.',
    act: 'Before `from`: scan again then, under a new `Idempotency-Key`. After `until`: the guest needs another ticket.',
  },
  'scanning.session_cancelled': {
    when: 'The session of the ticket was called off.',
    details: 'All null. `session` says which date it was.',
    say: 'This date was cancelled. The organiser writes to you about another date, or your money.',
    act: 'Nothing at the door: move or refund the orders of the session. `session.cancelled` tells of it ahead of the evening.',
  },
  'scanning.ticket_cancelled': {
    when: 'The `status` is `cancelled`, the ticket was removed, or a newer code was issued and this is the old one.',
    details: 'All null. `message` tells the three apart.',
    say: 'This ticket is not valid any more. Do you have a newer one, in a later email?',
    act: "Look for the guest's other tickets by order or name. After a new code was issued, only the newest admits.",
  },
  'scanning.ticket_refunded': {
    when: 'The `status` is `refunded`: the money for the ticket, or for its order, was returned.',
    details: 'All null.',
    say: 'This ticket was refunded, so it does not admit. Did you buy another one?',
    act: "Look for another ticket of the guest's. If the refund was a mistake, the organiser issues a new ticket.",
  },
};

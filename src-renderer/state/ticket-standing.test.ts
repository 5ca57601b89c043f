import { expect, it } from 'vitest';
import { evening, kinds } from '../../test/support/door-script.ts';
import { helpFor, standingOf } from './ticket-standing.ts';

const now = Date.parse(evening());
const window = null;

it.each([
  ['scanning.allowed', 'open'],
  ['scanning.already_scanned', 'in'],
  ['scanning.outside_session_window', 'not_now'],
  ['scanning.session_cancelled', 'date_cancelled'],
  ['scanning.ticket_refunded', 'not_valid'],
] as const)('a ticket whose check-in would give %s is shown as %s', (reason, standing) => {
  const kind = reason === 'scanning.allowed' ? 'admitted' : 'denied';
  const check_in = { kind, reason, message: '', first_admission: null, window } as const;
  expect(standingOf({ check_in })).toBe(standing);
});

it('a ticket that is admitted needs no help', () => {
  expect(helpFor({ reason: 'scanning.allowed', window }, now)).toBeNull();
});

it.each([
  ['is_in', { reason: kinds.already.reason, window }],
  ['come_later', kinds.session],
  ['too_late', kinds.validity],
  ['date_cancelled', { reason: kinds.cancelledDate.reason, window }],
  ['cancelled', { reason: kinds.cancelled.reason, window }],
  ['find_new_ticket', { reason: kinds.cancelled.reason, window, note: 'replaced' }],
  ['refunded', { reason: kinds.refunded.reason, window }],
] as const)('the help for a refused ticket is: %s', (help, check_in) => {
  expect(helpFor(check_in, now)).toBe(help);
});

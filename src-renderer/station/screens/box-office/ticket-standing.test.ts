import { expect, it } from 'vitest';
import { evening, kinds } from '../../../../test/support/door-script.ts';
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

const admittedAt = (scanned_at: string) => ({
  reason: kinds.already.reason,
  note: 'just_in' as const,
  window,
  first_admission: { scanned_at, entry_point: null },
});

it('a holder whom this station let in within the last minute is in, and nobody is warned', () => {
  expect(standingOf({ check_in: { kind: 'denied', message: '', ...admittedAt(evening()) } })).toBe(
    'in',
  );
  expect(helpFor(admittedAt(evening(-0.9)), now)).toBeNull();
  expect(helpFor(admittedAt(evening(-1)), now)).toBe('is_in');
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

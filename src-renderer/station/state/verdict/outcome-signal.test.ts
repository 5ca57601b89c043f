import { expect, it } from 'vitest';
import { reasons } from '../../../../shared/verdict/terms/reason.ts';
import { reasonKeyOf, roleOf, signalOf } from './outcome-signal.ts';

it('every denial is red and only an admission is green', () => {
  for (const reason of reasons) {
    const kind = reason === 'scanning.allowed' ? 'admitted' : 'denied';
    const role = roleOf(signalOf({ kind, reason, note: undefined }));
    expect(role).toBe(kind === 'admitted' ? 'ok' : 'no');
  }
});

it('a ticket that was let in here a moment ago is green, with a sign of its own', () => {
  const signal = signalOf({
    kind: 'denied',
    reason: 'scanning.already_scanned',
    note: 'just_in',
  });
  expect([signal, roleOf(signal)]).toEqual(['just_in', 'ok']);
});

it('a ticket of another event is red', () => {
  const signal = signalOf({ kind: 'unknown_ticket', reason: null, note: 'wrong_event' });
  expect([signal, roleOf(signal)]).toEqual(['wrong_event', 'no']);
});

it.each(['unknown_ticket', 'unreadable', 'not_recorded'] as const)(
  '%s is amber: it is not a denial',
  (kind) => {
    for (const note of [undefined, 'partial', 'ambiguous', 'training', 'enrolment'] as const) {
      expect(roleOf(signalOf({ kind, reason: null, note }))).toBe('unknown');
    }
    expect(reasonKeyOf({ kind, reason: null })).toBe(kind);
  },
);

it('a guest on the way out is neither let in nor refused', () => {
  const signal = signalOf({ kind: 'left', reason: null, note: undefined });
  expect([signal, roleOf(signal)]).toEqual(['left', 'out']);
});

it('a full house and an admission that was undone are amber', () => {
  const released = { reference: 'rel_1', kind: 'mistake', at: '' } as const;
  const undone = signalOf({
    kind: 'admitted',
    reason: 'scanning.allowed',
    note: undefined,
    released,
  });
  const full = signalOf({ kind: 'held', reason: null, note: 'full' });
  expect([undone, roleOf(undone), full, roleOf(full)]).toEqual([
    'undone',
    'unknown',
    'full',
    'unknown',
  ]);
});

it('a denial without a reason is shown as a fault of the system, not as a verdict', () => {
  expect(signalOf({ kind: 'denied', reason: null, note: undefined })).toBe('system');
});

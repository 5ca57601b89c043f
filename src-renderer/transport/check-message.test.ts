import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StationMessage } from '../../shared/station/api.ts';
import { kinds, outcome, readyState } from '../../test/support/door-script.ts';
import { checkMessage } from './check-message.ts';
import { reconnectDelay } from './reconnect-delay.ts';

const messages: readonly StationMessage[] = [
  { kind: 'welcome', state: readyState(), recent: [outcome(1)] },
  { kind: 'state', state: readyState() },
  {
    kind: 'state',
    state: {
      ...readyState(),
      warnings: [
        { code: 'journal_replaced', kept_as: 'journal.db.damaged-1', carried_over: 3 },
        { code: 'journal_failed', doing: 'write', problem: 'disk I/O error' },
        { code: 'disk_full' },
        { code: 'replica_rebuilt', carried_over: 0 },
        { code: 'replica_unreadable' },
        { code: 'foreign_pages', own: 'https://a.example/v1', other: 'http://b.example' },
        { code: 'clock_off', seconds: 90 },
        { code: 'clock_jumped' },
        { code: 'secret_unprotected' },
      ],
    },
  },
  ...Object.values(kinds).map((change) => ({
    kind: 'outcome' as const,
    outcome: outcome(2, change),
  })),
  { kind: 'reply', id: 'a', result: { ok: true } },
  { kind: 'reply', id: 'a', result: { ok: false, code: 'station.failed', message: 'No.' } },
];

it('every message of the contract is let through as it is', () => {
  for (const message of messages) expect(checkMessage(message)).toEqual(message);
});

it('keys that are not known yet are tolerated', () => {
  expect(checkMessage({ kind: 'reply', id: 'a', result: { ok: true, later: 1 } })).not.toBeNull();
});

it('a message that lacks any part of the contract is dropped', () => {
  for (const message of messages) {
    for (const cut of withoutEachKey(message)) expect(checkMessage(cut)).toBeNull();
  }
});

it('nothing from outside makes the check throw', () => {
  fc.assert(fc.property(fc.anything(), (value) => checkMessage(value) === null));
});

it('coming back is tried soon at first and at most every four seconds', () => {
  expect(reconnectDelay(0, 0)).toBeLessThan(200);
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
      const delay = reconnectDelay(attempt, random);
      return delay > 100 && delay < 4_000;
    }),
  );
});

/** The value with one key missing, for each key at each depth. */
function withoutEachKey(value: unknown): readonly unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item) => withoutEachKey(item).map((cut) => [cut]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== key)),
    ...withoutEachKey(inner).map((cut) => ({ ...value, [key]: cut })),
  ]);
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StationMessage } from '../../shared/station/api.ts';
import { kinds, outcome, readyState } from '../../test/support/door-script.ts';
import { checkMessage } from './check-message.ts';
import { reconnectDelay } from './reconnect-delay.ts';

const messages: readonly StationMessage[] = [
  { kind: 'welcome', state: readyState(), recent: [outcome(1)] },
  { kind: 'state', state: readyState() },
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

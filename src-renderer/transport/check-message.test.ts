import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StationMessage } from '../../shared/station/api.ts';
import {
  attentionItem,
  attentionPage,
  evening,
  kinds,
  outcome,
  readyState,
} from '../../test/support/door-script.ts';
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
        {
          code: 'journal_end_lost',
          scans: 9,
          since: '2026-11-20T18:00:00.000000Z',
          kept_as: null,
        },
        { code: 'journal_changed', scans: 1 },
        { code: 'settings_restored' },
        { code: 'settings_lost' },
        { code: 'journal_failed', doing: 'write', problem: 'disk I/O error' },
        { code: 'disk_full' },
        { code: 'replica_rebuilt', carried_over: 0 },
        { code: 'replica_unreadable' },
        { code: 'replica_unwritable' },
        { code: 'foreign_pages', own: 'https://a.example/v1', other: 'http://b.example' },
        { code: 'clock_off', seconds: 90 },
        { code: 'clock_jumped' },
        { code: 'clock_unconfirmed', seconds: 90 },
        { code: 'plain_http', server: 'http://tickets.example.org' },
        { code: 'secret_unprotected' },
        { code: 'secret_unreadable', problem: 'the keyring is locked' },
        { code: 'secret_missing' },
        { code: 'secret_not_kept', problem: 'no space left on device' },
      ],
    },
  },
  ...Object.values(kinds).map((change) => ({
    kind: 'outcome' as const,
    outcome: outcome(2, change),
  })),
  {
    kind: 'state',
    state: {
      ...readyState(),
      access: { kind: 'scope_missing', scopes: ['events:read'] },
      sync: {
        ...readyState().sync,
        connection: { kind: 'offline', since: evening(), reason: 'not_the_server' },
        next_attempt_at: evening(1),
      },
    },
  },
  { kind: 'reply', id: 'a', result: { ok: true } },
  { kind: 'reply', id: 'a', result: { ok: false, code: 'station.failed', message: 'No.' } },
];

it('every message of the contract is let through as it is', () => {
  for (const message of messages) expect(checkMessage(message)).toEqual(message);
});

it('a list of what needs attention is let through whole, or not at all', () => {
  const attention = attentionPage([attentionItem(7)]);
  const reply = { kind: 'reply', id: 'a', result: { ok: true, attention } };
  expect(checkMessage(reply)).toEqual(reply);
  for (const cut of withoutEachKey(attention)) {
    expect(checkMessage({ ...reply, result: { ok: true, attention: cut } })).toBeNull();
  }
});

it('how many scans were queued is let through as a number', () => {
  const reply = { kind: 'reply', id: 'a', result: { ok: true, queued: 3 } };
  expect(checkMessage(reply)).toEqual(reply);
  expect(checkMessage({ ...reply, result: { ok: true, queued: '3' } })).toBeNull();
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

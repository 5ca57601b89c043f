import { describe, expect, it } from 'vitest';
import type { AccessState, OfflineReason, StationState } from '../../../shared/station/state.ts';
import { locales } from '../../../shared/languages.ts';
import { evening, readyState } from '../../../test/support/door-script.ts';
import { adviceOn, diagnose } from './diagnosis.ts';
import { catalogue } from '../i18n/languages.ts';

const reasons: readonly OfflineReason[] = [
  'chosen',
  'unreachable',
  'certificate_not_trusted',
  'certificate_changed',
  'keys_changed',
  'not_the_server',
  'timeout',
  'server_error',
  'store_failed',
  'unauthorized',
  'rate_limited',
  'forbidden',
  'no_secret',
];
const withheld: readonly AccessState[] = [
  { kind: 'scope_missing', scopes: ['events:read', 'scanner:sync'] },
  { kind: 'no_event_granted' },
  { kind: 'event_not_granted' },
];

function offline(reason: OfflineReason): StationState {
  const { sync } = readyState();
  const connection = { kind: 'offline', since: evening(-1), reason } as const;
  return { ...readyState(), sync: { ...sync, connection, next_attempt_at: evening(1) } };
}

describe('a diagnosis', () => {
  it('is not made for a station that is live, syncing or still connecting', () => {
    for (const kind of ['live', 'connecting'] as const) {
      const state = readyState();
      expect(diagnose({ ...state, sync: { ...state.sync, connection: { kind } } })).toBeNull();
    }
    expect(diagnose({ ...readyState(), access: { kind: 'unknown' } })).toBeNull();
  });

  it.each(reasons)('of a station that is offline is the cause: %s', (reason) => {
    expect(diagnose(offline(reason))?.kind).toBe(reason);
  });

  it.each(withheld)(
    'of a live station is the access that the server withholds: $kind',
    (access) => {
      expect(diagnose({ ...readyState(), access })).toMatchObject({
        kind: access.kind,
        retry: 'noticed',
      });
    },
  );

  it('is the network if the server is unreachable, even if it had withheld access before', () => {
    const state = { ...offline('unreachable'), access: { kind: 'no_event_granted' } } as const;
    expect(diagnose(state)?.kind).toBe('unreachable');
  });

  it('says when the server is tried again, or that nothing is tried', () => {
    expect(diagnose(offline('timeout'))).toMatchObject({
      nextAttemptAt: evening(1),
      retry: 'by_itself',
    });
    expect(diagnose(offline('chosen'))?.retry).toBe('not_tried');
  });
});

describe.each(locales)('the advice in %s', (locale) => {
  const words = catalogue[locale];
  const states = [
    ...reasons.map(offline),
    ...withheld.map((access) => ({ ...readyState(), access })),
  ];
  const advice = states.flatMap((state) => {
    const diagnosis = diagnose(state);
    return diagnosis === null ? [] : [adviceOn(diagnosis, state, words)];
  });

  it('has at least two sentences for each diagnosis, and no two are the same', () => {
    expect(advice).toHaveLength(states.length);
    for (const { what, next } of advice) {
      // A sentence may begin with a name in lower case.
      expect(what).toMatch(/^[\p{Lu}¿].+\.$/su);
      expect(next).toMatch(/^\p{Lu}.+\.$/su);
    }
    expect(new Set(advice.map(({ what }) => what)).size).toBe(states.length);
  });

  it('names the server, the missing scopes, and the event', () => {
    const all = advice.map(({ what }) => what).join('\n');
    for (const found of ['tickets.example.org', 'events:read, scanner:sync', 'Winter Gala']) {
      expect(all).toContain(found);
    }
    expect(all).not.toContain('/v1');
  });

  it('never says that the server shows no events unless it does', () => {
    const none = diagnose({ ...readyState(), access: { kind: 'no_event_granted' } });
    if (none === null) throw new Error('expected a diagnosis');
    const { what } = adviceOn(none, readyState(), words);
    expect(advice.filter((one) => one.what === what)).toHaveLength(1);
  });
});

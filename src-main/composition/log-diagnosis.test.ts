import { describe, expect, it } from 'vitest';
import type { StationMessage } from '../../shared/station/messages.ts';
import type { OfflineReason, StationState } from '../../shared/station/state.ts';
import { evening, readyState } from '../../test/support/door-script.ts';
import type { Logger } from '../ports/system.ts';
import { diagnosisOf, logDiagnosis } from './log-diagnosis.ts';

function listen(first: StationState) {
  const lines: string[] = [];
  const logged: [string, unknown][] = [];
  const at = (level: string) => (details: Readonly<Record<string, unknown>>) => {
    logged.push([level, details['diagnosis']]);
  };
  const logger: Logger = { info: at('info'), warn: at('warn'), error: at('error') };
  const listeners: ((message: StationMessage) => void)[] = [];
  const station = {
    welcome: (): StationMessage => ({ kind: 'welcome', state: first, recent: [] }),
    subscribe: (listener: (message: StationMessage) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  logDiagnosis(station, logger, (line) => lines.push(line));
  const state = (next: StationState) =>
    listeners.forEach((listener) => listener({ kind: 'state', state: next }));
  return { lines, logged, state };
}

const offline = (reason: OfflineReason): StationState => {
  const { sync } = readyState();
  const connection = { kind: 'offline', since: evening(), reason } as const;
  return { ...readyState(), sync: { ...sync, connection } };
};

describe('what is wrong between a station and its server', () => {
  it('is one line in the terminal and in the log each time that it changes', () => {
    const { lines, logged, state } = listen(offline('unreachable'));
    state(offline('unreachable'));
    state(offline('unauthorized'));
    state(readyState());
    state({ ...readyState(), access: { kind: 'scope_missing', scopes: ['events:read'] } });
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('refused the client secret');
    expect(lines[3]).toContain('events:read');
    expect(logged).toEqual([
      ['warn', 'unreachable'],
      ['warn', 'unauthorized'],
      ['info', 'granted'],
      ['warn', 'scope_missing'],
    ]);
  });

  it.each<OfflineReason>([
    'chosen',
    'unreachable',
    'certificate_not_trusted',
    'certificate_changed',
    'keys_changed',
    'not_the_server',
    'timeout',
    'server_error',
    'store_failed',
    'no_secret',
    'unauthorized',
    'rate_limited',
    'forbidden',
  ])('comes with what happens next, or what to do about it (%s)', (reason) => {
    expect(diagnosisOf(offline(reason))?.sentence).toMatch(/\. \p{Lu}.+[.?]$/u);
  });

  it('is not reported while everything works', () => {
    const { lines, logged, state } = listen(readyState());
    state(readyState());
    expect([lines, logged]).toEqual([[], []]);
  });
});

import { expect, it } from 'vitest';
import { readyState } from '../../test/support/door-script.ts';
import type { StationMessage } from '../../shared/station/messages.ts';
import type { StationState } from '../../shared/station/state.ts';
import { untilSettled } from './until-settled.ts';

const importing = { kind: 'importing', applied: 0, total: null } as const;
const connecting = { ...readyState().sync, connection: { kind: 'connecting' } } as const;
const offline = {
  ...readyState().sync,
  connection: { kind: 'offline', since: '2026-11-20T18:00:00.000000Z', reason: 'unreachable' },
} as const;

/** A station with scripted messages. */
function stationAt(start: Partial<StationState>) {
  const listeners: ((message: StationMessage) => void)[] = [];
  let state = { ...readyState(), ...start };
  return {
    station: {
      welcome: (): StationMessage => ({ kind: 'welcome', state, recent: [] }),
      subscribe: (listener: (message: StationMessage) => void) => {
        listeners.push(listener);
        return () => void listeners.splice(0);
      },
    },
    become: (change: Partial<StationState>) => {
      state = { ...state, ...change };
      listeners.forEach((listener) => listener({ kind: 'state', state }));
    },
    isWatched: () => listeners.length > 0,
  };
}

it.each([
  ['is ready', { phase: { kind: 'ready' } }],
  ['needs a person', { phase: { kind: 'choosing_event' } }],
  ['has no server to import from', { phase: importing, sync: offline }],
] as const)('a station that %s is settled at once', async (_, state) => {
  const { station, isWatched } = stationAt(state);
  await untilSettled(station);
  expect(isWatched()).toBe(false);
});

it('an importing station is settled when it is ready, or loses its server', async () => {
  for (const change of [{ phase: { kind: 'ready' } }, { sync: offline }] as const) {
    const { station, become, isWatched } = stationAt({ phase: importing, sync: connecting });
    const settled = untilSettled(station);
    expect(isWatched()).toBe(true);
    become(change);
    await settled;
    expect(isWatched()).toBe(false);
  }
});

it('a long import is not waited for', async () => {
  const { station, isWatched } = stationAt({ phase: importing, sync: connecting });
  await untilSettled(station, 1);
  expect(isWatched()).toBe(false);
});

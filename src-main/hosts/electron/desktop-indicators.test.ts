import { describe, expect, it } from 'vitest';
import type { StationState } from '../../../shared/station/state.ts';
import { evening, readyState } from '../../../test/support/door-script.ts';
import { createDesktopIndicators } from './desktop-indicators.ts';

const ready = readyState();
const offline = { kind: 'offline', since: evening(), reason: 'unreachable' } as const;

function open() {
  const badges: number[] = [];
  let kept = 0;
  let started = 0;
  const indicators = createDesktopIndicators({
    keepDisplayOn: () => {
      kept += 1;
      started += 1;
      return () => {
        kept -= 1;
      };
    },
    setBadge: (count) => badges.push(count),
  });
  return { indicators, badges, kept: () => kept, started: () => started };
}

const withSync = (sync: Partial<StationState['sync']>): StationState => ({
  ...ready,
  sync: { ...ready.sync, queued: 0, needs_attention: 0, ...sync },
});

describe('the display', () => {
  it('stays on while the door can scan, requested once', () => {
    const { indicators, kept, started } = open();
    indicators.show(ready);
    indicators.show(ready);
    expect([kept(), started()]).toEqual([1, 1]);
  });

  it.each<StationState['phase']>([
    { kind: 'starting', waiting_for: null },
    { kind: 'unenrolled' },
    { kind: 'choosing_event' },
    { kind: 'importing', applied: 1, total: 2 },
    { kind: 'failed', message: 'The journal cannot be read.' },
  ])('may sleep otherwise ($kind), and stays on again later', (phase) => {
    const { indicators, kept } = open();
    indicators.show(ready);
    indicators.show({ ...ready, phase });
    expect(kept()).toBe(0);
    indicators.show(ready);
    expect(kept()).toBe(1);
  });
});

describe('the badge', () => {
  it('counts refused scans, and waiting ones only while the server is unreachable', () => {
    const { indicators, badges } = open();
    indicators.show(withSync({ connection: { kind: 'live' }, queued: 4 }));
    expect(badges).toEqual([]);
    indicators.show(withSync({ connection: offline, queued: 4 }));
    indicators.show(withSync({ connection: offline, queued: 5 }));
    indicators.show(withSync({ connection: { kind: 'live' }, queued: 5, needs_attention: 2 }));
    indicators.show(withSync({ connection: { kind: 'live' } }));
    expect(badges).toEqual([4, 5, 2, 0]);
  });

  it('counts a refused scan that waits once', () => {
    const { indicators, badges } = open();
    indicators.show(withSync({ connection: offline, queued: 3, needs_attention: 1 }));
    expect(badges).toEqual([3]);
  });

  it('is set when it changes, not with every scan', () => {
    const { indicators, badges } = open();
    for (let scan = 0; scan < 3; scan += 1) indicators.show(withSync({ needs_attention: 1 }));
    expect(badges).toEqual([1]);
  });
});

it('a closed window leaves no indicator behind, whatever the station still sends', () => {
  const { indicators, badges, kept } = open();
  indicators.show(withSync({ needs_attention: 1 }));
  indicators.close();
  indicators.show(withSync({ needs_attention: 2 }));
  expect(badges).toEqual([1, 0]);
  expect(kept()).toBe(0);
});

import { describe, expect, it } from 'vitest';
import type { FleetHealth, FleetStation } from '../../../../shared/station/supervision.ts';
import { evening } from '../../../../test/support/door-script.ts';
import { aFleet, fleetStation } from '../../../../test/support/tonight-script.ts';
import { fleetRows } from './fleet-trouble.ts';

function station(change: Partial<FleetHealth>, rest: Partial<FleetStation> = {}): FleetStation {
  const { health, ...well } = fleetStation(rest);
  if (health === null) throw new Error('expected a station that was heard');
  return { ...well, health: { ...health, ...change } };
}

function troubles(of: FleetStation) {
  return fleetRows({ at: evening(), stations: [of] }).flatMap((row) => row.troubles);
}

describe('a station', () => {
  it('that reports, has current data and nothing to send has no trouble', () => {
    expect(troubles(station({ queued: 2, oldest_unsent_at: evening(-4) }))).toEqual([]);
  });

  it('that has been silent for two minutes is missing, and its old report is not shown as current', () => {
    const silent = { heard_at: evening(-12) };
    expect(troubles(station({ clock_offset_ms: 90_000, data_at: null }, silent))).toEqual([
      { kind: 'unheard', ageMs: 12 * 60_000 },
    ]);
  });

  it('that is not in use, or at another event, is missing only if it holds unsent scans', () => {
    const yesterday = { heard_at: evening(-13 * 60) };
    const elsewhere = { place: { kind: 'elsewhere', event: null } } as const;
    expect(troubles(station({}, yesterday))).toEqual([]);
    expect(troubles(station(elsewhere, { heard_at: evening(-12) }))).toEqual([]);
    const unsent = { queued: 3, oldest_unsent_at: evening(-14 * 60) };
    expect(troubles(station(unsent, yesterday)).map(({ kind }) => kind)).toEqual([
      'unheard',
      'unsent',
    ]);
  });

  it('has trouble for late uploads, refused scans, old data or a wrong clock', () => {
    const bad = station({
      queued: 37,
      oldest_unsent_at: evening(-25),
      needs_attention: 2,
      data_at: evening(-25),
      clock_offset_ms: -95_000,
      warnings: ['clock_off', 'disk_full', 'replica_unwritable', 'of_another_version'],
    });
    expect(troubles(bad)).toEqual([
      { kind: 'unsent', count: 37, ageMs: 25 * 60_000 },
      { kind: 'refused', count: 2 },
      { kind: 'old_data', ageMs: 25 * 60_000 },
      { kind: 'clock_off', offMs: 95_000 },
      { kind: 'warns', of: 'store' },
      { kind: 'warns_of_other', code: 'of_another_version' },
    ]);
    expect(troubles(station({ data_at: null }))).toEqual([{ kind: 'no_data' }]);
  });

  it('has no trouble because of its set-up', () => {
    expect(troubles(station({ warnings: ['plain_http', 'secret_unprotected'] }))).toEqual([]);
  });
});

it('with trouble comes first, then those at this event, at others, and those never started', () => {
  expect(fleetRows(aFleet()).map((row) => row.station.name)).toEqual([
    'South Gate 1',
    'Box office',
    'North Gate 1',
    'Foyer',
    'Stage door',
    'Spare',
  ]);
});

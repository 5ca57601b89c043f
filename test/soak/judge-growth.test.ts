import { describe, expect, it } from 'vitest';
import { growthOf, judgeGrowth, type Soaked } from './judge-growth.ts';
import type { SoakSample } from './soak-sample.ts';

const MINUTES = 30;
const SCANS_PER_SAMPLE = 300;
/** Samples for which full collections were forced. */
const COLLECTED = [55, 145];

/** A run whose figures wander a little, and what a leak adds to each sample, by how much of the run is over (0 to 1). */
function soaked(
  leak: (sample: SoakSample, share: number) => SoakSample = (sample) => sample,
): Soaked {
  const samples = Array.from({ length: 150 }, (_, index) => {
    const wander = (index * 7) % 5;
    const retained = { heapsMiB: 36 + index / 100, residentMiB: 130 + wander };
    const sample: SoakSample = {
      atMs: index * MINUTES * 400,
      shown: index * SCANS_PER_SAMPLE,
      processes: {
        server: { residentMiB: 140 + wander * 10, openFiles: 40 + wander, cpuMs: index * 900 },
        door: { residentMiB: 140 + wander * 10, openFiles: 40 + wander, cpuMs: index * 900 },
      },
      ...(COLLECTED.includes(index) ? { retained: { server: retained, door: retained } } : {}),
      folder: {
        files: 60 + (wander > 3 ? 2 : 0),
        largestLogMiB: Math.min(4, index / 10),
        databasesMiB: 20 + index * 1.2,
      },
    };
    return leak(sample, index / 150);
  });
  const scans = samples.map(({ atMs }, index) => ({ atMs, latencyMs: 3 + (index % 4) }));
  return { durationMs: MINUTES * 60_000, samples, scans, survivors: ['server', 'door'] };
}

const judge = (run: Soaked) => judgeGrowth(growthOf(run));

function leaking(leak: (sample: SoakSample, share: number) => Partial<SoakSample>): Soaked {
  return soaked((sample, share) => ({ ...sample, ...leak(sample, share) }));
}

function leakingIn(
  name: 'server' | 'door',
  field: 'residentMiB' | 'openFiles' | 'cpuMs',
  added: (share: number) => number,
): Soaked {
  return leaking(({ processes }, share) => {
    const { [name]: sample } = processes;
    if (sample === undefined) return {};
    return {
      processes: { ...processes, [name]: { ...sample, [field]: sample[field] + added(share) } },
    };
  });
}

function serverRetaining(
  field: 'heapsMiB' | 'residentMiB',
  added: (share: number) => number,
): Soaked {
  return leaking(({ retained }, share) => {
    const server = retained?.['server'];
    if (server === undefined) return {};
    return {
      retained: { ...retained, server: { ...server, [field]: server[field] + added(share) } },
    };
  });
}

describe('what grew between the second and the last fifth of a soak', () => {
  it('is nothing where the figures wander', () => {
    expect(judge(soaked())).toEqual([]);
  });

  it('is the heap, where a fifth of a kibibyte of each of 45,000 scans is kept', () => {
    expect(judge(serverRetaining('heapsMiB', (share) => share * 9))).toEqual([
      expect.stringContaining('server: heaps after full collections'),
    ]);
  });

  it('is resident memory, where native code keeps half a kibibyte of each', () => {
    expect(judge(serverRetaining('residentMiB', (share) => share * 22))).toEqual([
      expect.stringContaining('server: resident memory after full collections'),
    ]);
  });

  it('is nothing where garbage is resident, up to what a door machine has to spare', () => {
    expect(judge(leakingIn('door', 'residentMiB', (share) => share * 40))).toEqual([]);
    expect(judge(leakingIn('server', 'residentMiB', (share) => share * 120))).toEqual([]);
    expect(judge(leakingIn('door', 'residentMiB', (share) => share * 120))).toEqual([
      expect.stringContaining('door: resident memory, garbage included'),
    ]);
  });

  it('is open files, where one a minute is left open', () => {
    expect(judge(leakingIn('server', 'openFiles', (share) => share * MINUTES))).toEqual([
      expect.stringContaining('server: open files'),
    ]);
  });

  it('is processor time, where a scan costs more the more there were', () => {
    expect(judge(leakingIn('server', 'cpuMs', (share) => 600_000 * share ** 2))).toEqual([
      expect.stringContaining('server: processor time per scan'),
    ]);
  });

  it('is files, where some of them stay', () => {
    const run = leaking(({ folder }, share) => ({
      folder: { ...folder, files: folder.files + Math.round(share * MINUTES) },
    }));
    expect(judge(run)).toEqual([expect.stringContaining('files in the data folders')]);
  });

  it('is a write-ahead log that nobody empties', () => {
    const run = leaking(({ folder }, share) => ({
      folder: { ...folder, largestLogMiB: share * 30 },
    }));
    expect(judge(run)).toEqual([expect.stringContaining('largest write-ahead log')]);
  });

  it('is disk space, where a scan takes more than its rows do', () => {
    const run = leaking(({ folder }, share) => ({
      folder: { ...folder, databasesMiB: folder.databasesMiB + share * 1_000 },
    }));
    expect(judge(run)).toEqual([expect.stringContaining('databases, per scan')]);
  });

  it('is latency, where doors get slower', () => {
    const run = soaked();
    const scans = run.scans.map(({ atMs, latencyMs }) => ({
      atMs,
      latencyMs: latencyMs + (atMs / run.durationMs) * 30,
    }));
    expect(judge({ ...run, scans })).toEqual([
      expect.stringContaining('scan → verdict shown, median'),
    ]);
  });

  it.each([
    ['the median', 0, 'scan → verdict shown, median'],
    ['one scan of fifty', 50, 'scan → verdict shown, p99'],
  ])('is latency, where %s takes three times as long', (_what, every, sentence) => {
    const run = soaked();
    // A scan every second, of which one in fifty is slow.
    const scans = Array.from({ length: MINUTES * 60 }, (_, second) => {
      const isSlow = second % 50 === 0;
      const grows = every === 0 ? !isSlow : isSlow;
      const isLast = second >= MINUTES * 60 * 0.8;
      const latencyMs = (isSlow ? 400 : 20) * (grows && isLast ? 3 : 1);
      return { atMs: second * 1_000, latencyMs };
    });
    expect(judge({ ...run, scans })).toEqual([expect.stringContaining(sentence)]);
  });

  it('is unknown, and counts as grown, where a process that should live was not there', () => {
    expect(judge(leaking(() => ({ processes: {}, retained: {} })))).toHaveLength(9);
  });
});

import { describe, expect, it } from 'vitest';
import { growthOf, judgeGrowth, type Soaked } from './judge-growth.ts';
import type { SoakSample } from './soak-sample.ts';

const MINUTES = 30;
const SCANS_PER_SAMPLE = 300;

/** A run whose figures wander a little, and what a leak adds to each sample, by how much of the run is over (0 to 1). */
function soaked(
  leak: (sample: SoakSample, share: number) => SoakSample = (sample) => sample,
): Soaked {
  const samples = Array.from({ length: 150 }, (_, index) => {
    const wander = (index * 7) % 5;
    const sample: SoakSample = {
      atMs: index * MINUTES * 400,
      shown: index * SCANS_PER_SAMPLE,
      processes: {
        server: { residentMiB: 140 + wander, openFiles: 40 + wander, cpuMs: index * 900 },
      },
      folder: {
        files: 60 + (wander > 3 ? 2 : 0),
        largestLogMiB: Math.min(4, index / 10),
        databasesMiB: 20 + index * 1.2,
      },
    };
    return leak(sample, index / 150);
  });
  const scans = samples.map(({ atMs }, index) => ({ atMs, latencyMs: 3 + (index % 4) }));
  return { durationMs: MINUTES * 60_000, samples, scans, survivors: ['server'] };
}

const judge = (run: Soaked) => judgeGrowth(growthOf(run));

function leaking(leak: (sample: SoakSample, share: number) => Partial<SoakSample>): Soaked {
  return soaked((sample, share) => ({ ...sample, ...leak(sample, share) }));
}

function serverLeaking(
  field: 'residentMiB' | 'openFiles' | 'cpuMs',
  added: (share: number) => number,
): Soaked {
  return leaking(({ processes: { server } }, share) => ({
    processes:
      server === undefined ? {} : { server: { ...server, [field]: server[field] + added(share) } },
  }));
}

describe('what grew between the second and the last fifth of a soak', () => {
  it('is nothing where the figures wander', () => {
    expect(judge(soaked())).toEqual([]);
  });

  it('is memory, where a kibibyte and a half of each of 45,000 scans is kept', () => {
    expect(judge(serverLeaking('residentMiB', (share) => share * 66))).toEqual([
      expect.stringContaining('server: resident memory'),
    ]);
  });

  it('is open files, where one a minute is left open', () => {
    expect(judge(serverLeaking('openFiles', (share) => share * MINUTES))).toEqual([
      expect.stringContaining('server: open files'),
    ]);
  });

  it('is processor time, where a scan costs more the more there were', () => {
    expect(judge(serverLeaking('cpuMs', (share) => 600_000 * share ** 2))).toEqual([
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
    expect(judge({ ...run, scans })).toEqual([expect.stringContaining('scan → verdict shown')]);
  });

  it('is unknown, and counts as grown, where a process that should live was not there', () => {
    expect(judge(leaking(() => ({ processes: {} })))).toHaveLength(3);
  });
});
